package import RetakeMedia

/// A take as the brain sees it.
package struct KioskTake: Hashable, Sendable {
  package var id: String
  package var path: String
  package var duration: MediaTime
  /// Why it ends before anybody wanted it to; nil where somebody did. Whoever watches it is told.
  package var interruption: KioskState.Interruption?

  package init(
    id: String, path: String, duration: MediaTime, interruption: KioskState.Interruption? = nil
  ) {
    self.id = id
    self.path = path
    self.duration = duration
    self.interruption = interruption
  }
}

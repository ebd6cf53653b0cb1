package import RetakeMedia

/// A take as the brain sees it.
package struct KioskTake: Hashable, Sendable {
  package var id: String
  package var path: String
  package var duration: MediaTime

  package init(id: String, path: String, duration: MediaTime) {
    self.id = id
    self.path = path
    self.duration = duration
  }
}

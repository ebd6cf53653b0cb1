/// What `retake takes` does.
package enum TakesAction: String, Sendable, CaseIterable {
  case list, show, save, discard

  /// Whether it is about one take.
  var needsTake: Bool {
    self != .list
  }
}

internal import RetakeMedia

/// What a reader of a file gives for each time that it is asked.
enum FileStep<Element: Sendable>: Sendable {
  /// The next element and when it is due, counted from the session's start.
  case element(Element, due: MediaTime)
  /// There is nothing more.
  case ended(SourceEnd)
}

/// Reads a file from its start to its end, again and again. Belongs to one thread at a time.
protocol FileReader: AnyObject, SendableMetatype {
  associatedtype Element: Sendable
  /// The next element; after `ended` it is not asked again.
  func next() -> FileStep<Element>
}

/// Stands between an `OutputFile` and its disk: tests look at what is about to be done there, hold it up, or let it
/// fail.
package struct OutputDisk: Sendable {
  /// A call that the disk may refuse, or answer late.
  package enum Step: Hashable, Sendable {
    case open
    /// So many bytes at the end.
    case write(Int)
    case overwrite
    /// So many bytes stay.
    case cut(Int64)
    /// Room for so many bytes behind the end.
    case reserve(Int64)
    case synchronize
  }

  /// Called before each step, on the thread that does it.
  package var before: (@Sendable (Step) throws(SystemError) -> Void)?

  /// The disk itself, or with `before` one that can be watched.
  package init(before: (@Sendable (Step) throws(SystemError) -> Void)? = nil) {
    self.before = before
  }
}

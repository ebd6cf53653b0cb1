/// Cuts a stream of bytes into lines. A value; used by one thread.
package struct LineSplitter {
  /// What comes next.
  package enum Step: Equatable {
    /// A line without its newline.
    case line([UInt8])
    /// There is no whole line yet.
    case incomplete
    /// The line is longer than it may be; there is no going on.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to here there is no newline.
  private var searched = 0

  /// For lines of at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Adds what has come.
  package mutating func append(_ more: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// Takes the next line out.
  package mutating func next() -> Step {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return bytes.count - start > limit ? .tooLong : .incomplete
    }
    searched = end + 1
    defer { start = end + 1 }
    return end - start > limit ? .tooLong : .line(Array(bytes[start..<end]))
  }

  /// Takes out what stands after the last newline when nothing more will come; nil where that is nothing.
  package mutating func rest() -> [UInt8]? {
    guard start < bytes.count else { return nil }
    defer { start = bytes.count }
    searched = bytes.count
    return Array(bytes[start...])
  }
}

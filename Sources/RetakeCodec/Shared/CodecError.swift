/// Why FFmpeg refused or gave up.
package struct CodecError: Error, Hashable, Sendable {
  /// The kinds that a caller decides by.
  package enum Code: Sendable {
    /// There is no such codec, container or stream in this build or file.
    case notFound
    /// The file or the packet is not what it should be.
    case invalidData
    /// An argument or an option makes no sense, for example a frame of another size than promised.
    case invalidArgument
    /// The system refused: a file that is not there, a device that is busy; see `averror`.
    case system
    /// It comes through a pipe, and could only be read by going back in it.
    case notSeekable
    /// No memory.
    case outOfMemory
    /// FFmpeg failed for a reason of its own.
    case failed
  }

  /// The kind.
  package var code: Code
  /// What was being done, to what: "open encoder libx264".
  package var operation: String
  /// FFmpeg's number: a negative errno or one of its own tags; 0 where the refusal is ours.
  package var averror: Int32
  /// The cause in words.
  package var text: String

  /// A refusal of ours, before FFmpeg was asked.
  package init(_ code: Code, _ operation: String, _ text: String) {
    self.code = code
    self.operation = operation
    self.averror = 0
    self.text = text
  }
}

extension CodecError: CustomStringConvertible {
  /// One line for a developer or operator.
  package var description: String {
    "\(operation): \(text)"
  }
}

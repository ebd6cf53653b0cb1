internal import Foundation
package import RetakeMedia
internal import RetakeRuntime

/// Standard output and standard error, as every command uses them. The first thread only.
package enum Console {
  /// Makes both safe to write to: a reader that has gone is an error and no signal, as is a file that reaches this
  /// user's limit, and a stream that was
  /// closed before the start cannot become the file that is opened next.
  static func prepare() {
    SystemCalls.block(signals: [SIGPIPE, SIGXFSZ])
    while let descriptor = try? SystemCalls.open("/dev/null", flags: O_RDWR) {
      guard descriptor > STDERR_FILENO else { continue }
      try? SystemCalls.close(descriptor)
      return
    }
  }

  /// Writes a line, or several, to standard output. A reader that has gone wants no more: that is no error.
  static func print(_ text: String) throws(RetakeError) {
    do throws(SystemError) {
      try SystemCalls.write(STDOUT_FILENO, text + "\n")
    } catch {
      guard error.code != EPIPE else { return }
      throw RetakeError(.failed, "standard output cannot be written: \(error.reason)")
    }
  }

  /// Characters a line of the terminal at standard output, or what is usual; never so many that a line is hard to read.
  static var width: Int {
    min(max(SystemCalls.columns(of: STDOUT_FILENO) ?? TextLayout.width, 60), 120)
  }

  /// Says on standard error what failed, and what to do.
  static func report(_ error: RetakeError) {
    // There is nowhere to say that this failed.
    try? SystemCalls.write(STDERR_FILENO, lines(for: error))
  }

  /// Says on standard error what is worth knowing, in one line.
  static func note(_ text: String) {
    try? SystemCalls.write(STDERR_FILENO, "retake: " + text.inOneLine() + "\n")
  }

  /// The one or two lines of an error.
  package static func lines(for error: RetakeError) -> String {
    "retake: \(error.message)\n" + (error.advice.isEmpty ? "" : error.advice + "\n")
  }
}

internal import CLinux
internal import RetakeMedia
internal import Synchronization

/// The log: one line a message on standard error, for the operator and the journal. Any thread may call; not
/// for the frame path.
package enum Log {
  /// How much is said.
  package enum Level: Int, Sendable, CaseIterable, Comparable {
    case error, warning, info, debug

    package static func < (left: Level, right: Level) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// Unicode scalars of a message at most.
  private static let longest = 1000
  private static let threshold = Atomic<Int>(Level.warning.rawValue)

  /// What is less important than this is not said.
  package static var level: Level {
    get { Level(rawValue: threshold.load(ordering: .relaxed)) ?? .warning }
    set { threshold.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// Says it worked around something.
  package static func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
  /// Says something failed.
  package static func error(_ message: @autoclosure () -> String) { write(.error, message) }
  /// Says what whoever has started the program waits for, whatever the level.
  package static func notice(_ message: @autoclosure () -> String) { write(.error, as: "", message) }
  /// Says what it decided.
  package static func info(_ message: @autoclosure () -> String) { write(.info, message) }
  /// Says what a developer may want to know.
  package static func debug(_ message: @autoclosure () -> String) { write(.debug, message) }

  private static func write(_ level: Level, as name: String? = nil, _ message: () -> String) {
    guard level <= Log.level else { return }
    let text = (name ?? "\(level): ") + message().inOneLine(limit: longest)
    // One write a line, so that lines of several threads do not mix. There is nowhere to say that it failed.
    try? SystemCalls.write(STDERR_FILENO, "retake: \(text)\n")
  }
}

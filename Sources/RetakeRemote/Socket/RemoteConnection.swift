internal import RetakeMedia
internal import RetakeRuntime

/// A connection as the thread of the socket has it.
struct RemoteConnection {
  /// Bytes of a line at most.
  static let longestLine = 64 * 1024

  let descriptor: Int32
  /// Never used again for another one.
  let number: Int
  /// When something came last.
  var lastHeard = MonotonicClock.now
  var splitter = LineSplitter(limit: longestLine)
  /// It has as many commands under way as it may; what it sends meanwhile has to wait.
  var isHeldBack = false
  /// Nothing more will come from there.
  var hasEnded = false
  /// It was told why it ends.
  var isLeaving = false
  /// What is being sent.
  var sending: ArraySlice<UInt8> = []

  init(descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  /// What to wait for.
  var pollEntry: SystemCalls.PollEntry {
    SystemCalls.PollEntry(
      descriptor, wantsRead: !hasEnded && !isHeldBack, wantsWrite: !sending.isEmpty)
  }
}

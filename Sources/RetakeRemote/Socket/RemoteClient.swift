package import RetakeMedia
package import RetakeRuntime

/// The other end of the socket: sends commands to a running kiosk and reads what it answers. One thread.
package struct RemoteClient: ~Copyable {
  /// What is waited for.
  package enum Answer: Hashable, Sendable {
    /// A line without its newline.
    case line(String)
    /// The kiosk has gone.
    case ended
    case timedOut
    /// The wish to stop came first, or nobody reads the output any more.
    case stopped
  }

  private let descriptor: Int32
  /// More than any answer; a list of takes may be long.
  private var splitter = LineSplitter(limit: 16 * 1024 * 1024)
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  /// Connects to the kiosk that listens at `path`.
  package init(to path: String) throws(SystemError) {
    let descriptor = try SystemCalls.localSocket()
    do throws(SystemError) {
      try SystemCalls.connect(descriptor, to: path)
    } catch {
      try? SystemCalls.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { try? SystemCalls.close(descriptor) }

  /// Sends a line, which gets its newline here. It waits while the kiosk does not read.
  package func send(_ line: String) throws(SystemError) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      if let count = try SystemCalls.send(descriptor, rest) {
        rest = rest.dropFirst(count)
      } else {
        var entries = [SystemCalls.PollEntry(descriptor, wantsWrite: true)]
        try SystemCalls.poll(&entries)
      }
    }
  }

  /// Waits for the next line until `deadline` (none: for ever), until `stop` is signalled, or until `output`,
  /// where the lines go, has lost its reader.
  package mutating func next(
    until deadline: MediaTime? = nil, stop: WakeUp? = nil, output: Int32? = nil
  ) throws(SystemError) -> Answer {
    while true {
      switch splitter.next() {
      case .line(let line): return .line(String(decoding: line, as: UTF8.self))
      case .tooLong: return .ended
      case .incomplete: break
      }
      var entries = [SystemCalls.PollEntry(descriptor, wantsRead: true)]
      if let stop { entries.append(.init(stop.descriptor, wantsRead: true)) }
      if let output { entries.append(.init(output)) }
      let left = deadline.map { Int(($0 - MonotonicClock.now).nanoseconds / 1_000_000) }
      if let left, left < 0 { return .timedOut }
      try SystemCalls.poll(&entries, milliseconds: left)
      if entries[0].canRead || entries[0].isHungUp {
        guard try read() else { return .ended }
      } else if entries.dropFirst().contains(where: { $0.canRead || $0.isHungUp }) {
        return .stopped
      }
    }
  }

  /// Reads what is there; false at the end.
  private mutating func read() throws(SystemError) -> Bool {
    guard let count = try SystemCalls.receive(descriptor, into: &buffer) else { return true }
    splitter.append(buffer[..<count])
    return count > 0
  }
}

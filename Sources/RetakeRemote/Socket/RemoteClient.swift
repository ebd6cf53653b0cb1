package import RetakeMedia
package import RetakeRuntime

/// The other end of the socket: sends commands to a running kiosk and reads what it answers. One thread.
package struct RemoteClient: ~Copyable {
  /// What is waited for.
  package enum Answer: Hashable, Sendable {
    /// A line without its newline.
    case line(String)
    /// The kiosk has gone, or the connection to it is lost.
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

  /// Sends a line, which gets its newline here. It waits while the kiosk does not read; whether that has gone
  /// is told by `next`, which may still find why.
  package func send(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        if let count = try SystemCalls.send(descriptor, rest) {
          rest = rest.dropFirst(count)
        } else {
          var entries = [SystemCalls.PollEntry(descriptor, wantsWrite: true)]
          try SystemCalls.poll(&entries)
        }
      } catch {
        return
      }
    }
  }

  /// Waits for the next line until `deadline` (none: for ever), until `stop` is signalled, or until `output`,
  /// where the lines go, has lost its reader.
  package mutating func next(
    until deadline: MediaTime? = nil, stop: WakeUp? = nil, output: Int32? = nil
  ) -> Answer {
    while true {
      switch splitter.next() {
      case .line(let line): return .line(String(decoding: line, as: UTF8.self))
      case .tooLong: return .ended
      case .incomplete: break
      }
      do throws(SystemError) {
        if let end = try wait(until: deadline, stop: stop, output: output) { return end }
      } catch {
        return .ended
      }
    }
  }

  /// Waits for more and reads it; what ends the waiting, if there is none.
  private mutating func wait(
    until deadline: MediaTime?, stop: WakeUp?, output: Int32?
  ) throws(SystemError) -> Answer? {
    var entries = [SystemCalls.PollEntry(descriptor, wantsRead: true)]
    if let stop { entries.append(.init(stop.descriptor, wantsRead: true)) }
    if let output { entries.append(.init(output)) }
    let left = deadline.map { Int(($0 - MonotonicClock.now).nanoseconds / 1_000_000) }
    if let left, left < 0 { return .timedOut }
    try SystemCalls.poll(&entries, milliseconds: left)
    if entries[0].canRead || entries[0].isHungUp {
      guard let count = try SystemCalls.receive(descriptor, into: &buffer) else { return nil }
      splitter.append(buffer[..<count])
      return count > 0 ? nil : .ended
    }
    return entries.dropFirst().contains { $0.canRead || $0.isHungUp } ? .stopped : nil
  }
}

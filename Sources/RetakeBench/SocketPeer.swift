internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

/// A program that speaks to a kiosk's socket byte by byte, as good ones and bad ones do. Waits ten seconds for what
/// must come. One thread.
package final class SocketPeer {
  private let descriptor: Int32
  private var splitter = LineSplitter(limit: .max)
  private var isOpen = true

  /// Connects to the socket at `path`.
  package init(_ path: String) throws {
    descriptor = try SystemCalls.localSocket()
    try SystemCalls.connect(descriptor, to: path)
  }

  deinit { hangUp() }

  /// Closes the connection.
  package func hangUp() {
    if isOpen { try? SystemCalls.close(descriptor) }
    isOpen = false
  }

  /// Sends a line, or as much of it as the other side takes before it closes.
  package func send(_ line: String) {
    send(bytes: Array((line + "\n").utf8))
  }

  /// Sends bytes, or as many of them as the other side takes before it closes.
  package func send(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        if let count = try SystemCalls.send(descriptor, rest) {
          rest = rest.dropFirst(count)
        } else {
          wait(forRoom: true)
        }
      } catch {
        return
      }
    }
  }

  /// Sends a line where there is room; false if the other side has closed.
  package func sendWithoutWaiting(_ line: String) -> Bool {
    do {
      // nil: nothing more is taken now.
      _ = try SystemCalls.send(descriptor, Array((line + "\n").utf8)[...])
      return true
    } catch {
      return false
    }
  }

  /// Sends no more, and goes on reading.
  package func endSending() throws {
    try SystemCalls.endSending(descriptor)
  }

  /// The next line; nil when the other side has closed, or nothing comes.
  package func next() -> String? {
    let deadline = MonotonicClock.now + MediaTime(seconds: 10)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while MonotonicClock.now < deadline {
      if case .line(let line) = splitter.next() { return String(decoding: line, as: UTF8.self) }
      do {
        switch try SystemCalls.receive(descriptor, into: &buffer) {
        case 0?: return nil
        case let count?: splitter.append(buffer[..<count])
        case nil: wait(forRoom: false)
        }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Whether the other side closes, whatever it sends before.
  package func isClosed() -> Bool {
    while next() != nil {}
    var entries = [SystemCalls.PollEntry(descriptor)]
    try? SystemCalls.poll(&entries, milliseconds: 0)
    return entries[0].isHungUp
  }

  private func wait(forRoom: Bool) {
    var entries = [SystemCalls.PollEntry(descriptor, wantsRead: !forRoom, wantsWrite: forRoom)]
    try? SystemCalls.poll(&entries, milliseconds: 100)
  }
}

import RetakeMedia
import RetakeRuntime

@testable import RetakeRemote

/// A program that speaks to the socket, byte by byte. Waits ten seconds for what must come.
final class TestPeer {
  private let descriptor: Int32
  private var splitter = LineSplitter(limit: .max)
  private var isOpen = true

  init(_ path: String) throws {
    descriptor = try SystemCalls.localSocket()
    try SystemCalls.connect(descriptor, to: path)
  }

  deinit { hangUp() }

  func hangUp() {
    if isOpen { try? SystemCalls.close(descriptor) }
    isOpen = false
  }

  /// Sends a line, or as much of it as the other side takes before it closes.
  func send(_ line: String) {
    send(bytes: Array((line + "\n").utf8))
  }

  func send(bytes: [UInt8]) {
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
  func sendWithoutWaiting(_ line: String) -> Bool {
    do {
      // nil: nothing more is taken now.
      _ = try SystemCalls.send(descriptor, Array((line + "\n").utf8)[...])
      return true
    } catch {
      return false
    }
  }

  /// Sends no more, and goes on reading.
  func endSending() throws {
    try SystemCalls.endSending(descriptor)
  }

  /// The next line; nil when the other side has closed, or nothing comes.
  func next() -> String? {
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
  func isClosed() -> Bool {
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

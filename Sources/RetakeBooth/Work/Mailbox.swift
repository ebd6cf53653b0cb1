internal import RetakeDisplay
internal import RetakeRuntime

/// What other threads have for the first one, in the order in which it came. Any thread may post; nothing waits.
final class Mailbox: Sendable {
  private struct Contents {
    var messages: [BoothMessage] = []
    /// nil until there is a window; the loop looks here before its first wait.
    var waker: StageWaker?
  }
  private let contents = Monitor(Contents())

  /// The first thread waits for events here from now on.
  func attach(_ waker: StageWaker) {
    contents.withLock { $0.waker = waker }
  }

  /// Leaves a message and wakes the first thread.
  func post(_ message: BoothMessage) {
    contents.withLock { contents in
      contents.messages.append(message)
      return contents.waker
    }?.wake()
  }

  /// Wakes the first thread: there is a picture, or a request, to be fetched elsewhere.
  func wake() {
    contents.withLock { $0.waker }?.wake()
  }

  /// Takes all messages out. The first thread.
  func takeAll() -> [BoothMessage] {
    contents.withLock { contents in
      defer { contents.messages.removeAll() }
      return contents.messages
    }
  }
}

internal import RetakeMedia
internal import RetakeRuntime

/// The thread of a source that follows CLOCK_MONOTONIC: it waits for moments, and for being stopped.
///
/// `start`, `stop` and `join` are called from one thread, once each; `wait` from the body.
final class SourceThread: Sendable {
  private let thread: OSThread
  private let isStopped = Monitor(false)

  /// A thread of this name (15 bytes at most).
  init(name: String) {
    thread = OSThread(name: name)
  }

  /// Runs `body` on the thread.
  func start(_ body: @escaping @Sendable () -> Void) {
    thread.start(body)
  }

  /// Waits until `time`; false as soon as it was asked to stop.
  func wait(until time: MediaTime) -> Bool {
    isStopped.wait(until: time) { $0 ? true : nil } == nil
  }

  /// Ends all waiting; returns at once.
  func stop() {
    isStopped.withLock { $0 = true }
  }

  /// Waits until the body has returned.
  func join() {
    thread.join()
  }
}

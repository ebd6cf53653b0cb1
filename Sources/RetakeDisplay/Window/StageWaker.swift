internal import RetakeMedia
internal import RetakeRuntime
internal import Synchronization

/// Wakes the first thread out of its wait for events. Any thread may call; nothing waits.
///
/// Wake-ups that nobody has seen yet are one: the first thread looks at everything when it wakes.
package final class StageWaker: Sendable {
  private let isPending = Atomic<Bool>(false)
  private let bell = Monitor(false)
  private let eventKind: UInt32

  init(eventKind: UInt32) {
    self.eventKind = eventKind
  }

  /// Wakes it.
  package func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    EventQueue.push(kind: eventKind)
    bell.withLock { $0 = true }
  }

  /// The wake-up was seen; the next one counts again. Call before looking at what it was for.
  func acknowledge() {
    bell.withLock { $0 = false }
    isPending.store(false, ordering: .releasing)
  }

  /// Waits for a wake-up until `deadline`, for video drivers that cannot wait themselves.
  func wait(until deadline: MediaTime) {
    _ = bell.wait(until: deadline) { $0 ? true : nil }
  }
}

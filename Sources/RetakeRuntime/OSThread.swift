/// A thread of our own: named, joined by its owner.
///
/// `start` and `join` are called by the owner, once each. The body must end by itself once it was told to;
/// what it ends with is a value that it hands to somebody. A thread that was started and not joined traps
/// in `deinit`.
package final class OSThread: Sendable {
  private enum Phase { case idle, running(ThreadHandle), joined }
  /// Which threads give way to which.
  package enum Importance: Sendable {
    case usual
    /// Work that nobody waits for: others go first.
    case background
  }

  private let name: String
  private let importance: Importance
  private let phase = Monitor(Phase.idle)

  /// A thread that will be shown as `name` (15 bytes at most) by the system's tools.
  package init(name: String, importance: Importance = .usual) {
    precondition(name.utf8.count <= 15, "the kernel keeps 15 bytes of a thread's name")
    self.name = name
    self.importance = importance
  }

  /// Runs `body` on the new thread.
  package func start(_ body: @escaping @Sendable () -> Void) {
    let handle = ThreadHandle.spawn(name: name, isNice: importance == .background, body)
    phase.withLock { phase in
      guard case .idle = phase else { preconditionFailure("a thread starts once") }
      phase = .running(handle)
    }
  }

  /// Waits until the body has returned; at once if it was never started.
  package func join() {
    let handle: ThreadHandle? = phase.withLock { phase in
      guard case .running(let handle) = phase else { return nil }
      phase = .joined
      return handle
    }
    handle?.join()
  }

  deinit {
    phase.withLock { phase in
      if case .running = phase { preconditionFailure("thread '\(name)' was not joined") }
    }
  }
}

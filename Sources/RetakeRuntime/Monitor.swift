internal import CLinux
package import RetakeMedia

/// The one lock of the house: a mutex that owns what it guards, with one condition to wait on.
///
/// Any thread may call. Bodies run under the lock: short, no system call, no call out. Whoever changes the
/// state need not signal: leaving `withLock` wakes the waiters, who look again.
package final class Monitor<State>: @unchecked Sendable {
  private let lock: MonitorLock
  private var state: State
  /// Threads in `wait`; touched under the lock, and never for longer than a statement: an access that lasted
  /// through the waiting would overlap those of the threads that hold the lock meanwhile.
  private var waiters = 0

  /// A monitor over `state`.
  package init(_ state: sending State) {
    self.lock = MonitorLock()
    self.state = state
  }

  deinit { lock.destroy() }

  /// Reads or changes the state, and wakes the waiters.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.acquire()
    defer { lock.release(waking: waiters > 0) }
    return try body(&state)
  }

  /// Waits until `body` answers, looking again after each change; nil if `deadline` comes first (none: never).
  package func wait<Result>(until deadline: MediaTime? = nil, for body: (inout State) -> Result?) -> Result? {
    lock.acquire()
    defer { lock.release(waking: waiters > 0) }
    while true {
      if let result = body(&state) { return result }
      waiters += 1
      let hasChanged = lock.waitForChange(until: deadline)
      waiters -= 1
      if !hasChanged { return body(&state) }
    }
  }
}

internal import CLinux
package import RetakeMedia

/// The one lock of the house: a mutex that owns what it guards, with one condition to wait on.
///
/// Any thread may call. Bodies run under the lock: short, no system call, no call out. Whoever changes the
/// state need not signal: leaving `withLock` wakes the waiters, who look again.
package final class Monitor<State>: @unchecked Sendable {
  private var lock: MonitorLock
  private var state: State

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
    defer { lock.release() }
    return try body(&state)
  }

  /// Waits until `body` answers, looking again after each change; nil if `deadline` comes first (none: never).
  package func wait<Result>(until deadline: MediaTime? = nil, for body: (inout State) -> Result?) -> Result? {
    lock.acquire()
    defer { lock.release() }
    while true {
      if let result = body(&state) { return result }
      if !lock.waitForChange(until: deadline) { return body(&state) }
    }
  }
}

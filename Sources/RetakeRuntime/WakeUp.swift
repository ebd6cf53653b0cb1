/// Wakes a thread that waits in `poll`. Any thread may signal; signals before the reset count as one.
package final class WakeUp: Sendable {
  /// To be waited for; readable after `signal` until `reset`.
  package let descriptor: Int32

  /// Not signalled yet.
  package init() throws(SystemError) {
    descriptor = try SystemCalls.eventDescriptor()
  }

  /// Wakes whoever waits, or will wait.
  package func signal() {
    SystemCalls.signal(event: descriptor)
  }

  /// Takes back all signals so far; before looking for the reason, so that none is missed.
  package func reset() {
    SystemCalls.reset(event: descriptor)
  }

  deinit { try? SystemCalls.close(descriptor) }
}

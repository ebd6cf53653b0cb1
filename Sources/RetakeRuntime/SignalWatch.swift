internal import CLinux

/// Turns the signals that ask a program to end into calls on a thread of its own.
///
/// Made on the first thread before any other is started, so that no thread takes the signals itself. `stop`
/// once, by the owner.
package final class SignalWatch: Sendable {
  private let thread = OSThread(name: "signals")
  /// Sent to ourselves so that the thread looks up; otherwise unused.
  private static let wakeUp = SIGUSR2

  /// Calls `body` for each SIGINT, SIGTERM, SIGQUIT or SIGHUP, from now to `stop`. A hang-up that the caller had
  /// ignored (nohup) stays ignored.
  package init(_ body: @escaping @Sendable () -> Void) {
    let hangUp = SystemCalls.isIgnored(signal: SIGHUP) ? [] : [SIGHUP]
    let signals = [SIGINT, SIGTERM, SIGQUIT, Self.wakeUp] + hangUp
    SystemCalls.block(signals: signals)
    thread.start {
      while SystemCalls.waitForSignal(signals) != Self.wakeUp { body() }
    }
  }

  /// Ends the watch; the signals stay blocked.
  package func stop() {
    SystemCalls.send(signal: Self.wakeUp)
    thread.join()
  }
}

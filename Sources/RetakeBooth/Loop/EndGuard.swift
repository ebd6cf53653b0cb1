internal import Glibc
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Ends the program where its parts do not end in time, because a device or a disk hangs.
final class EndGuard: Sendable {
  private let thread = OSThread(name: "end-guard")
  private let isDismissed = Monitor(false)

  /// Watches until `deadline` on CLOCK_MONOTONIC.
  init(until deadline: MediaTime) {
    thread.start { [isDismissed] in
      guard isDismissed.wait(until: deadline, for: { $0 ? true : nil }) == nil else { return }
      Log.error("something hangs; ending without it")
      _exit(0)
    }
  }

  /// Everything has ended.
  func dismiss() {
    isDismissed.withLock { $0 = true }
    thread.join()
  }
}

extension BoothLoop {
  /// When everything must have ended: three seconds after it was asked for, with room for the system.
  var endDeadline: MediaTime {
    let patience = MediaTime(seconds: 2)
    guard let quit = state.quitDeadline else { return now + patience }
    return max(now + MediaTime(seconds: 0.2), min(now + patience, quit + MediaTime(seconds: 0.3)))
  }
}

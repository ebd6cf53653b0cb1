internal import RetakeMedia
internal import RetakeRuntime

/// Looks after the machine's clocks while a take is made. Any thread may call.
final class ClockGuard: Sendable {
  private let clocks: @Sendable () -> ClockReading?
  private let timeline: TakeTimeline
  private let watch = Monitor(ClockWatch())
  private let lastSet = Monitor<MediaTime?>(nil)

  /// A guard of the take with this timeline.
  init(_ timeline: TakeTimeline, clocks: @escaping @Sendable () -> ClockReading?) {
    self.timeline = timeline
    self.clocks = clocks
  }

  /// By how much the wall clock was set; nil if nobody did.
  var wallClockSet: MediaTime? { lastSet.withLock { $0 } }

  /// To be called before each picture. Sleep ends the take: what the camera gives before and after it does not belong
  /// together. The wall clock is none of the take's clocks.
  func look() {
    guard let reading = clocks(), let event = watch.withLock({ $0.look(reading) }) else { return }
    switch event {
    case .slept(let time):
      let error = RetakeError(
        .deviceLost, "the computer slept for \(Int(time.seconds.rounded())) s: the take ends before that",
        advice: "What was recorded is kept. A booth should never sleep: check the computer's power settings.")
      timeline.end(.suspended, error: error)
    case .wallClockSet(let time):
      lastSet.withLock { $0 = time }
      let direction = time > .zero ? "forward" : "back"
      Log.warning(
        "the wall clock was set \(direction) by \(Int(abs(time.seconds).rounded())) s; the take goes on, by "
          + "another clock")
    }
  }
}

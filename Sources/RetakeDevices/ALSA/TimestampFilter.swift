internal import RetakeMedia

/// The times of a card's samples, without the jitter of the moments at which they were asked for: a
/// delay-locked loop over (sample, time) pairs. Pure.
///
/// It is the second-order loop of F. Adriaensen, "Using a DLL to filter time" (2005), with a bandwidth that begins at
/// 1 Hz, so that the first stamps are right at once, and ends at 0.1 Hz. A card 0.1 % off is then followed to
/// within a millisecond from the start, and exactly later.
struct TimestampFilter: Sendable {
  private static let finalBandwidth = 0.1
  private static let firstBandwidth = 1.0
  /// A card is off by 0.1 % at most; beyond 0.5 % the measurements are wrong, not the clock.
  private static let deviationLimit = 0.005
  /// What is further off is no jitter: sound was lost, or the machine slept.
  private static let jumpLimit = 0.1

  private struct Loop {
    /// The base of `time`: doubles count from here, so that they keep their nanoseconds.
    var base: MediaTime
    var sample: Int64
    /// Of `sample`, in seconds from `base`.
    var time = 0.0
    /// Seconds a sample.
    var period: Double
    /// Seconds since the loop began.
    var age = 0.0
  }

  private let nominalPeriod: Double
  private var loop: Loop?

  /// For a card of this rate.
  init(sampleRate: Int) {
    nominalPeriod = 1 / Double(sampleRate)
  }

  /// Forgets everything: the samples that come have nothing to do with those before.
  mutating func reset() {
    loop = nil
  }

  /// Learns that `sample` was taken at `time`, as far as could be measured.
  mutating func update(sample: Int64, time: MediaTime) {
    guard var loop else {
      self.loop = Loop(base: time, sample: sample, period: nominalPeriod)
      return
    }
    let count = Double(sample - loop.sample)
    guard count > 0 else { return }
    let span = count * loop.period
    let predicted = loop.time + span
    let error = (time - loop.base).seconds - predicted
    guard abs(error) < Self.jumpLimit else {
      self.loop = Loop(base: time, sample: sample, period: nominalPeriod)
      return
    }
    let bandwidth = max(Self.finalBandwidth, Self.firstBandwidth / (1 + loop.age))
    // Above a half the loop would no longer be a slow one.
    let omega = min(0.5, 2 * Double.pi * bandwidth * span)
    loop.sample = sample
    loop.time = predicted + 2.0.squareRoot() * omega * error
    let limit = nominalPeriod * Self.deviationLimit
    loop.period = min(
      nominalPeriod + limit, max(nominalPeriod - limit, loop.period + omega * omega * error / count))
    loop.age += span
    self.loop = loop
  }

  /// When `sample` was taken; nil before the first `update`.
  func time(ofSample sample: Int64) -> MediaTime? {
    guard let loop else { return nil }
    return loop.base + MediaTime(seconds: loop.time + Double(sample - loop.sample) * loop.period)
  }
}

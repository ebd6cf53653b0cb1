package import RetakeMedia

/// Keeps a sound card's samples in step with the monotonic clock: pure arithmetic, fed with where the sound
/// should be and where it is.
///
/// A card's clock is up to about 0.1 % off. A slow PI controller turns the difference into a small change of
/// the resampler's rate; a jump (a lost block, a card that stood still) is repaired at once with silence or by
/// leaving samples out. Gains are those of SimpleScreenRecorder's synchronizer: P 0.3 and I P²/4 a second, the
/// critically damped pair; the jump limit of 50 ms is its too. A clock 0.1 % off is then never more than 2.5 ms
/// away (0.001 * 2 / (e * P), 7 s after the start).
package struct AudioSynchronizer {
  /// What to do before the samples of a block are written.
  package enum Correction: Equatable {
    /// Write them, with this many samples more (or fewer) for each that comes in: 0.001 is 0.1 %.
    case resample(ratio: Double)
    /// Write this many samples of silence first.
    case insertSilence(Int)
    /// Leave out this many samples.
    case drop(Int)
  }

  private static let proportionalGain = 0.3
  private static let integralGain = proportionalGain * proportionalGain / 4
  private static let jumpLimit = 0.05
  /// 0.2 %: twice what cards are off, and too little to be heard as a change of pitch.
  private static let ratioLimit = 0.002
  /// Stamps are rounded; what is below half a sample is no error.
  private static let roundingError = 0.5

  private let sampleRate: Double
  private let followsDrift: Bool
  private var integral = 0.0
  private var lastTime: MediaTime?

  /// For sound that is written at `sampleRate`. Where the stamps come from counting samples there is no drift to
  /// follow: then only jumps are repaired.
  package init(sampleRate: Int, followsDrift: Bool) {
    self.sampleRate = Double(sampleRate)
    self.followsDrift = followsDrift
  }

  /// How much the card is off, as far as it is known: 0.001 is 0.1 % too slow.
  package var drift: Double { integral }

  /// What to do about a block that was taken at `time` of the take and belongs at output sample `expected`,
  /// when its first sample would be written as sample `next`. `isCut`: it does not follow on what was written before;
  /// like the very first one it is put on its sample, where that is not heard.
  package mutating func correct(
    time: MediaTime, expected: Double, next: Double, isCut: Bool = false
  ) -> Correction {
    let error = expected - next
    let previous = lastTime
    lastTime = time
    let isLoose = previous == nil || isCut
    if abs(error) > (isLoose ? Self.roundingError : Self.jumpLimit * sampleRate) {
      let samples = Int(error.rounded())
      return samples > 0 ? .insertSilence(samples) : .drop(-samples)
    }
    guard followsDrift, let previous else { return .resample(ratio: 0) }
    // A block that comes after a pause says little about the clock.
    let seconds = min(1, max(0, (time - previous).seconds))
    let deviation = error / sampleRate
    integral = clamped(integral + deviation * Self.integralGain * seconds)
    return .resample(ratio: clamped(deviation * Self.proportionalGain + integral))
  }

  private func clamped(_ ratio: Double) -> Double {
    min(Self.ratioLimit, max(-Self.ratioLimit, ratio))
  }
}

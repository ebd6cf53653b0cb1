import Retake
import RetakeMedia
import Testing

/// A card whose clock is off, against the synchronizer, in simulated time.
@Suite struct AudioSynchronizerTests {
  /// Plays `seconds` of a card that delivers `48000 * (1 + drift)` samples a second in blocks of 10 ms, and
  /// returns the greatest error in seconds and the error at the end.
  private func simulate(drift: Double, seconds: Int) -> (greatest: Double, last: Double, jumps: Int) {
    var synchronizer = AudioSynchronizer(sampleRate: 48_000, followsDrift: true)
    var written = 0.0
    var greatest = 0.0
    var last = 0.0
    var jumps = 0
    for block in 0..<(seconds * 100) {
      // The card counts 480 samples in what is a little less, or more, than 10 ms.
      let time = Double(block) * 0.01 / (1 + drift)
      let expected = time * 48_000
      last = (expected - written) / 48_000
      greatest = max(greatest, abs(last))
      switch synchronizer.correct(time: MediaTime(seconds: time), expected: expected, next: written) {
      case .resample(let ratio): written += 480 * (1 + ratio)
      case .insertSilence(let count):
        jumps += 1
        written += Double(480 + count)
      case .drop(let count):
        jumps += 1
        written += Double(480 - count)
      }
    }
    return (greatest, last, jumps)
  }

  @Test(arguments: [0.001, -0.001, 0.000_3, -0.000_02])
  func aClockThatIsOffStaysWithinThreeMillisecondsForAnHour(drift: Double) {
    let result = simulate(drift: drift, seconds: 3600)
    #expect(result.greatest < 0.003)
    #expect(abs(result.last) < 0.000_05)
    #expect(result.jumps == 0)
  }

  @Test func theFirstBlockIsPutOnItsSample() {
    var synchronizer = AudioSynchronizer(sampleRate: 48_000, followsDrift: false)
    #expect(synchronizer.correct(time: .zero, expected: -333, next: 0) == .drop(333))
    var other = AudioSynchronizer(sampleRate: 48_000, followsDrift: false)
    #expect(other.correct(time: .zero, expected: 1200, next: 0) == .insertSilence(1200))
  }

  @Test func aJumpIsRepairedAtOnceAndSmallErrorsAreNot() {
    var synchronizer = AudioSynchronizer(sampleRate: 48_000, followsDrift: false)
    #expect(synchronizer.correct(time: .zero, expected: 0, next: 0) == .resample(ratio: 0))
    let time = MediaTime(seconds: 1)
    #expect(synchronizer.correct(time: time, expected: 48_100, next: 48_000) == .resample(ratio: 0))
    #expect(synchronizer.correct(time: time, expected: 50_500, next: 48_000) == .insertSilence(2500))
    #expect(synchronizer.correct(time: time, expected: 45_500, next: 48_000) == .drop(2500))
  }

  @Test func whatComesAfterAPauseIsPutOnItsSample() {
    for followsDrift in [true, false] {
      var synchronizer = AudioSynchronizer(sampleRate: 48_000, followsDrift: followsDrift)
      #expect(synchronizer.correct(time: .zero, expected: 0, next: 0) == .resample(ratio: 0))
      let time = MediaTime(seconds: 1)
      // 12 ms, which would take ten seconds to be made good while somebody listens.
      #expect(
        synchronizer.correct(time: time, expected: 48_576, next: 48_000, isCut: true) == .insertSilence(576))
      #expect(synchronizer.correct(time: time, expected: 47_424, next: 48_000, isCut: true) == .drop(576))
    }
  }

  @Test func theChangeOfPitchIsBounded() {
    var synchronizer = AudioSynchronizer(sampleRate: 48_000, followsDrift: true)
    for second in 0..<600 {
      let correction = synchronizer.correct(
        time: MediaTime(seconds: Double(second)), expected: 2000, next: 0)
      guard case .resample(let ratio) = correction else { continue }
      #expect(abs(ratio) <= 0.002)
    }
    #expect(synchronizer.drift <= 0.002)
  }
}

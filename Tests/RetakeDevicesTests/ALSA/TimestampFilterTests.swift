import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct TimestampFilterTests {
  /// Feeds `seconds` of 10 ms blocks of a card that is off by `deviation`, with stamps that are `jitter(block)` off,
  /// and gives the filter's error for each block.
  private func errors(
    deviation: Double, seconds: Int, jitter: (Int) -> Double = { _ in 0 }
  ) -> [Double] {
    var filter = TimestampFilter(sampleRate: 48_000)
    return (0..<seconds * 100).map { block in
      let sample = Int64(block) * 480
      let truth = 1000 + Double(sample) / (48_000 * (1 + deviation))
      filter.update(sample: sample, time: MediaTime(seconds: truth + jitter(block)))
      return filter.time(ofSample: sample).map { $0.seconds - truth } ?? .infinity
    }
  }

  @Test func aTrueCardPassesUnchanged() {
    #expect(errors(deviation: 0, seconds: 20).allSatisfy { abs($0) < 1e-8 })
  }

  @Test(arguments: [0.001, -0.001, 0.0003])
  func aClockThatIsOffIsFollowed(_ deviation: Double) {
    let errors = errors(deviation: deviation, seconds: 60)
    #expect(errors.allSatisfy { abs($0) < 0.0015 })
    #expect(errors.suffix(1000).allSatisfy { abs($0) < 1e-5 })
  }

  @Test func jitterIsTakenAway() {
    // Stamps on a grid of 4 ms, as of a card that tells its place once a period.
    let errors = errors(deviation: 0.0005, seconds: 60) { Double($0 * 7919 % 401) / 100_000 - 0.002 }
    #expect(errors.suffix(3000).allSatisfy { abs($0) < 0.0005 })
  }

  @Test func anHourOfAClockThatIsOffEndsWhereItShould() {
    let last = errors(deviation: 0.001, seconds: 3600).last ?? 1
    #expect(abs(last) < 1e-5)
  }

  @Test func aJumpIsTakenOverAtOnce() {
    let errors = errors(deviation: 0, seconds: 4) { $0 < 200 ? 0 : 0.25 }
    #expect(abs(errors[199]) < 1e-8 && abs(errors[200] - 0.25) < 1e-8 && abs(errors[399] - 0.25) < 1e-8)
  }

  @Test func afterAResetNothingIsKnown() {
    var filter = TimestampFilter(sampleRate: 16_000)
    #expect(filter.time(ofSample: 0) == nil)
    filter.update(sample: 160, time: MediaTime(seconds: 5))
    #expect(filter.time(ofSample: 320) == MediaTime(seconds: 5.01))
    filter.reset()
    #expect(filter.time(ofSample: 320) == nil)
  }
}

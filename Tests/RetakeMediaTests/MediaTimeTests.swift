import RetakeMedia
import Testing

@Suite struct MediaTimeTests {
  @Test func ticksOfCommonRatesAreExactAfterTheRoundTrip() {
    for rate in [Rational(25), Rational(30), Rational(30_000, 1001), Rational(24_000, 1001), Rational(15)] {
      for frame in [Int64(0), 1, 2, 29, 1000, 107_892, 5_000_000] {
        let exact = (frame * 90_000 * Int64(rate.denominator)) / Int64(rate.numerator)
        let ticks = rate.time(of: frame).ticks(timescale: 90_000)
        #expect(abs(ticks - exact) <= 1)
        if (frame * 90_000 * Int64(rate.denominator)) % Int64(rate.numerator) == 0 { #expect(ticks == exact) }
      }
    }
  }

  @Test func scalingRoundsHalvesAwayFromZeroAndSurvivesLargeProducts() {
    #expect(Int64(3).scaled(by: 1, over: 2) == 2)
    #expect(Int64(-3).scaled(by: 1, over: 2) == -2)
    #expect(Int64(1).scaled(by: 1, over: 3) == 0)
    #expect(Int64.max.scaled(by: 1_000_000_000, over: 1_000_000_000) == Int64.max)
    #expect(MediaTime(seconds: 86_400 * 365).ticks(timescale: 90_000) == 86_400 * 365 * 90_000)
  }

  @Test func specsAreReadAsWritten() {
    #expect(DeviceSpec("auto") == .auto)
    #expect(DeviceSpec("none") == DeviceSpec.none)
    #expect(DeviceSpec("test") == .test(""))
    #expect(DeviceSpec("test:640x480@25,format=yuyv") == .test("640x480@25,format=yuyv"))
    #expect(DeviceSpec("file:-") == .file("-"))
    #expect(DeviceSpec("file:") == nil)
    #expect(DeviceSpec("") == nil)
    #expect(DeviceSpec("/dev/video0") == .device("/dev/video0"))
  }
}

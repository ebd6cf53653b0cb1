import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

@Suite struct TestToneTests {
  /// Samples `first` to `first + count` in blocks of `block`.
  private func samples(_ tone: TestTone, from first: Int64 = 0, count: Int, block: Int = 480) throws
    -> [Float]
  {
    let pool = FramePool(slabBytes: block * 4, capacity: 1)
    var result: [Float] = []
    while result.count < count {
      guard var buffer = pool.buffer() else { throw RetakeError(.failed, "no slab") }
      buffer.withBytes { tone.fill(from: first + Int64(result.count), count: block, into: &$0) }
      buffer.publish(byteCount: block * 4).withPlane(0) { bytes in
        for index in 0..<block {
          let bits = (0..<4).reduce(UInt32(0)) {
            $0 | UInt32(bytes.byte(at: index * 4 + $1)) << UInt32(8 * $1)
          }
          result.append(Float(bitPattern: bits))
        }
      }
    }
    return Array(result[..<count])
  }

  /// The runs of sound: where they begin and end.
  private func beeps(_ samples: [Float]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for (index, sample) in samples.enumerated() where sample != 0 {
      if let last = result.last, last.upperBound == index {
        result[result.count - 1] = last.lowerBound..<index + 1
      } else {
        result.append(index..<index + 1)
      }
    }
    return result
  }

  private func crossings(_ samples: ArraySlice<Float>) -> Int {
    zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
  }

  @Test func beepsBeginOnTheSecondAndNothingSoundsBetween() throws {
    let sound = try samples(TestTone(rateMillionths: 1_000_000, flashRate: nil), count: 48_000 * 3)
    #expect(beeps(sound) == [0..<2400, 48_000..<50_400, 96_000..<98_400])
    for beep in beeps(sound) {
      let peak = sound[beep].map(abs).max() ?? 0
      // -6 dBFS is 0.50119; a sample stands within half a sample of each peak.
      #expect(peak > 0.4990 && peak <= 0.50119)
      // 50 periods: each but the first begins with a crossing upwards, each has one in its middle.
      #expect(crossings(sound[beep]) == 99)
    }
  }

  @Test func soundDoesNotDependOnTheBlocks() throws {
    let tone = TestTone(rateMillionths: 1_000_700, flashRate: Rational(30_000, 1001))
    let whole = try samples(tone, from: 95_000, count: 6000, block: 6000)
    #expect(beeps(whole).count == 1)
    for block in [1, 7, 480, 1024] {
      #expect(try samples(tone, from: 95_000, count: 6000, block: block) == whole)
    }
  }

  @Test func aFastClockStampsTrueTimes() throws {
    let tone = TestTone(rateMillionths: 1_001_000, flashRate: nil)
    // 48048 samples a true second.
    #expect(tone.time(ofSample: 48_048) == MediaTime(seconds: 1))
    #expect(tone.time(ofSample: 48_048 * 3600) == MediaTime(seconds: 3600))
    #expect(tone.time(ofSample: 480) == MediaTime(nanoseconds: 9_990_010))
    #expect(tone.sample(at: tone.time(ofSample: 123_456_789)) == 123_456_789)
    for second in [Int64(1), 60, 3600] {
      let start = tone.beepStart(ofSecond: second)
      #expect(start == 48_048 * second)
      let sound = try samples(tone, from: start - 480, count: 4800)
      // 50 ms are 2402.4 of its samples, and hold 50 periods.
      #expect(beeps(sound) == [480..<480 + 2402])
      #expect(crossings(sound[480..<480 + 2402]) == 99)
    }
  }

  @Test func beepsGoWithTheFlashesOfACamera() throws {
    let tone = TestTone(rateMillionths: 1_000_000, flashRate: Rational(30_000, 1001))
    // The flash of second 1 is frame 30, at 1.001 s.
    #expect(tone.beepStart(ofSecond: 1) == 48_048)
    // And of second 59 frame 1769 at 59.025633 s.
    #expect(tone.beepStart(ofSecond: 59) == 2_833_230)
    let sound = try samples(tone, count: 48_000 * 4)
    let starts = try (0..<Int64(4)).map { second in
      try #require(Int(exactly: tone.beepStart(ofSecond: second)))
    }
    #expect(beeps(sound).map(\.lowerBound) == starts)
  }

  @Test func slowCamerasFlashLate() throws {
    // At 4/3 frames a second the flash of second 1 comes at 1.5 s.
    let tone = TestTone(rateMillionths: 1_000_000, flashRate: Rational(4, 3))
    let sound = try samples(tone, count: 48_000 * 4)
    #expect(beeps(sound).map(\.lowerBound) == [0, 72_000, 108_000, 144_000])
  }
}

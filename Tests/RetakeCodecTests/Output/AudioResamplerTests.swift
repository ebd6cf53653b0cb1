import Foundation
import RetakeCodec
import RetakeMedia
import Testing

@Suite struct AudioResamplerTests {
  private let track = AudioFormat(sampleRate: 48_000, channels: 1)

  /// Runs all of `samples` through in blocks, then flushes.
  private func run(
    _ resampler: inout AudioResampler, _ samples: [Float], block: Int = 480
  ) throws -> [Float] {
    var made: [Float] = []
    var buffer: [Float] = []
    let channels = resampler.input.channels
    let count = samples.count / channels
    var start = 0
    while start < count {
      let part = min(block, count - start)
      let span = samples.span.extracting(start * channels..<(start + part) * channels)
      let got = try unsafe resampler.convert(span.bytes, frameCount: part, into: &buffer)
      made += buffer.prefix(got * resampler.output.channels)
      start += part
    }
    let got = try resampler.flush(into: &buffer)
    return made + buffer.prefix(got * resampler.output.channels)
  }

  /// Where the tone crosses zero upwards, in samples, interpolated.
  private func crossings(_ samples: ArraySlice<Float>) -> [Double] {
    zip(samples.indices, samples.indices.dropFirst()).compactMap { index, next in
      guard samples[index] < 0, samples[next] >= 0 else { return nil }
      return Double(index) + Double(-samples[index] / (samples[next] - samples[index]))
    }
  }

  @Test(arguments: 1...2) func whatIsRightAlreadyPassesBitByBit(channels: Int) throws {
    let format = AudioFormat(sampleRate: 48_000, channels: channels)
    var resampler = try AudioResampler(from: format, to: format)
    // Outside of -1...1 too.
    let samples = TestMovie.tone(10_000, channels: channels).map { $0 * 2.5 }
    #expect(try run(&resampler, samples, block: 333) == samples)
    #expect(resampler.delay == .zero)
  }

  @Test(arguments: [8000, 16_000, 22_050, 44_100, 96_000]) func anyRateKeepsLengthAndPitch(rate: Int) throws {
    var resampler = try AudioResampler(from: AudioFormat(sampleRate: rate, channels: 1), to: track)
    let made = try run(&resampler, TestMovie.tone(rate, channels: 1, rate: Double(rate)))
    #expect(abs(made.count - 48_000) <= 16)
    let marks = crossings(made[4800..<43_200])
    let period = (try #require(marks.last) - (try #require(marks.first))) / Double(marks.count - 1)
    #expect(abs(period - 48) < 0.001)
    // Nothing is moved: sample n of the tone stands at n.
    let expected = TestMovie.tone(48_000, channels: 1)
    #expect((4800..<43_200).allSatisfy { abs(made[$0] - expected[$0]) < 0.01 })
  }

  @Test func delayTellsWhatIsMissing() throws {
    var resampler = try AudioResampler(from: AudioFormat(sampleRate: 44_100, channels: 1), to: track)
    let tone = TestMovie.tone(44_100, channels: 1, rate: 44_100)
    var buffer: [Float] = []
    var made = 0
    for start in stride(from: 0, to: 44_100, by: 441) {
      made += try unsafe resampler.convert(
        tone.span.extracting(start..<start + 441).bytes, frameCount: 441, into: &buffer)
      let given = Double(start + 441) / 44_100
      #expect(abs(Double(made) / 48_000 + resampler.delay.seconds - given) < 0.000_025)
    }
  }

  @Test(arguments: [48, -48]) func aDriftingClockIsFollowed(drift: Int) throws {
    // The card gives 48,000 + drift samples in a second of the true clock; so the resampler takes them off again.
    var resampler = try AudioResampler(from: track, to: track)
    let rate = Double(48_000 + drift)
    let seconds = 5
    let tone = TestMovie.tone(Int(rate) * seconds, channels: 1, rate: rate)
    var made: [Float] = []
    var buffer: [Float] = []
    var start = 0
    for _ in 0..<seconds {
      try resampler.setCompensation(sampleDelta: -drift, over: 48_000)
      let end = start + Int(rate)
      while start < end {
        let part = min(480, end - start)
        let got = try unsafe resampler.convert(
          tone.span.extracting(start..<start + part).bytes, frameCount: part, into: &buffer)
        made += buffer.prefix(got)
        start += part
      }
    }
    made += buffer.prefix(try resampler.flush(into: &buffer))
    #expect(abs(made.count - 48_000 * seconds) <= 32)
    let marks = crossings(made[4800..<made.count - 4800])
    let period = (try #require(marks.last) - (try #require(marks.first))) / Double(marks.count - 1)
    #expect(abs(period - 48) < 0.002)
  }

  @Test func fivePointOneIsMixedDownWithoutClipping() throws {
    let surround = AudioFormat(sampleRate: 48_000, channels: 6)
    #expect(AudioResampler.trackFormat(for: surround) == AudioFormat(sampleRate: 48_000, channels: 2))
    var resampler = try AudioResampler(from: surround, to: AudioResampler.trackFormat(for: surround))
    // Left, right, centre, bass, left and right behind.
    let made = try run(&resampler, [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    try #require(made.count == 6)
    let left = 1 / (1 + 2 * Float(0.5).squareRoot())
    for (value, expected) in zip(
      made, [1, 1, left, 0, left * Float(0.5).squareRoot(), left * Float(0.5).squareRoot()])
    {
      #expect(abs(value - expected) < 0.001)
    }
  }

  @Test func monoStaysMonoAndStereoStaysStereo() {
    #expect(AudioResampler.trackFormat(for: AudioFormat(sampleRate: 16_000, channels: 1)).channels == 1)
    #expect(AudioResampler.trackFormat(for: AudioFormat(sampleRate: 44_100, channels: 2)).channels == 2)
  }

  @Test func theBufferIsUsedAgain() throws {
    var resampler = try AudioResampler(from: AudioFormat(sampleRate: 44_100, channels: 2), to: track)
    let tone = TestMovie.tone(441, channels: 2, rate: 44_100)
    var buffer = [Float](repeating: 0, count: 4096)
    let address = unsafe buffer.withUnsafeBufferPointer { $0.baseAddress }
    for _ in 0..<50 {
      _ = try unsafe resampler.convert(tone.span.bytes, frameCount: 441, into: &buffer)
    }
    #expect(buffer.count == 4096)
    #expect(unsafe buffer.withUnsafeBufferPointer { $0.baseAddress } == address)
  }
}

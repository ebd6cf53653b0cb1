import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// Where a take's sound is cut nothing clicks: no step from sample to sample is much larger than a sine's own.
@Suite struct SoundTrackTests {
  /// What happens to the sound after a second.
  enum Cut: CaseIterable {
    case paused, muted, lost, tooMuch, anotherMicrophone
  }

  private static let pitch = 443.7
  private static let loudness: Float = 0.5

  /// 10 ms of a sine from `time` on, which goes on from block to block.
  private func block(at time: Double, rate: Int, channels: Int = 1) throws -> AudioBlock {
    let frames = rate / 100
    guard var buffer = FramePool(slabBytes: frames * channels * 4, capacity: 1).buffer() else {
      throw RetakeError(.failed, "a new pool has a slab")
    }
    buffer.withBytes { bytes in
      for frame in 0..<frames {
        let turns = Self.pitch * (time + Double(frame) / Double(rate))
        for channel in 0..<channels {
          bytes.storeBytes(
            of: Self.loudness * sine(turns), toByteOffset: (frame * channels + channel) * 4, as: Float.self)
        }
      }
    }
    return AudioBlock(
      storage: buffer.publish(byteCount: frames * channels * 4),
      format: AudioFormat(sampleRate: rate, channels: channels), frameCount: frames,
      time: MediaTime(seconds: time))
  }

  private func sine(_ turns: Double) -> Float {
    Float(sin(2 * Double.pi * turns))
  }

  /// Two seconds of sound with a cut in the middle, as it is read in small pieces while it comes.
  private func samples(_ cut: Cut?, rate: Int, isExact: Bool, isTold: Bool = true) throws -> [Float] {
    let settings = AudioEncoderSettings(sampleRate: 48_000, channels: 1, bitrate: 80_000)
    var track = try SoundTrack(
      from: AudioFormat(sampleRate: rate, channels: 1), settings: settings, isExact: isExact)
    let silence = SilentSound()
    var result: [Float] = []
    for number in 0..<200 {
      let time = Double(number) / 100
      // A quarter of a turn off, and then some.
      let taken = number >= 100 && cut == .paused ? time + 3.0006 : time
      var block = try block(at: taken, rate: cut == .anotherMicrophone && number >= 100 ? 44_100 : rate)
      if cut == .muted, (100..<150).contains(number) { block = silence.inPlace(of: block) }
      if cut == .lost, (100..<120).contains(number) { continue }
      // A card that stood still gives what it has twice.
      let at = cut == .tooMuch && number >= 100 ? time - 0.0906 : time
      try track.append(
        block, 0..<block.frameCount, at: MediaTime(seconds: at),
        isCut: isTold && cut == .paused && number == 100)
      // The pictures are 30 ms behind.
      track.read(before: (number - 3) * 480, isEnd: false) { samples in
        for index in samples.indices { result.append(samples[index]) }
      }
    }
    let end = track.written
    track.read(before: end, isEnd: true) { samples in
      for index in samples.indices { result.append(samples[index]) }
    }
    #expect(result.count == end)
    return result
  }

  private func largestStep(_ samples: [Float]) -> Float {
    // The first samples that a resampler gives ring.
    return zip(samples.dropFirst(50), samples.dropFirst(51)).map { abs($1 - $0) }.max() ?? 0
  }

  /// The sine's own: loudness times 2 pi times pitch over rate.
  private let step = loudness * Float(2 * Double.pi * pitch / 48_000)

  @Test(arguments: Cut.allCases, [(48_000, true), (48_000, false), (16_000, false)])
  func nothingClicks(cut: Cut, source: (rate: Int, isExact: Bool)) throws {
    let samples = try samples(cut, rate: source.rate, isExact: source.isExact)
    #expect(largestStep(samples) < step * 1.25, "\(largestStep(samples) / step)")
    // It fades, it does not go.
    let quiet = samples.count { abs($0) < 0.0001 }
    let expected = cut == .muted ? 24_000 : cut == .lost ? 9600 : 0
    #expect(abs(quiet - expected) < 600, "\(quiet)")
  }

  @Test func aCutThatNobodyTellsWouldClick() throws {
    let samples = try samples(.paused, rate: 48_000, isExact: true, isTold: false)
    #expect(largestStep(samples) > step * 4)
  }

  @Test func whatIsNotCutIsLeftAsItIs() throws {
    let samples = try samples(nil, rate: 48_000, isExact: true)
    #expect(samples.count == 96_000)
    for index in samples.indices {
      let turns = Self.pitch * (Double(index / 480) / 100 + Double(index % 480) / 48_000)
      if samples[index] != Self.loudness * sine(turns) {
        Issue.record("sample \(index)")
        break
      }
    }
  }
}

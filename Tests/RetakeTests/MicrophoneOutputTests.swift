import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

@Suite struct MicrophoneOutputTests {
  private let format = AudioFormat(sampleRate: 48_000, channels: 2)

  /// A run of sound with these samples.
  private func block(_ samples: [Float]) throws -> AudioBlock {
    let byteCount = samples.count * MemoryLayout<Float>.size
    guard var buffer = FramePool(slabBytes: byteCount, capacity: 1).buffer() else {
      throw RetakeError(.failed, "a new pool has no slab")
    }
    buffer.withBytes { bytes in
      for (index, sample) in samples.enumerated() {
        bytes.storeBytes(of: sample, toByteOffset: index * MemoryLayout<Float>.size, as: Float.self)
      }
    }
    return AudioBlock(
      storage: buffer.publish(byteCount: byteCount), format: format, frameCount: samples.count / 2,
      time: MediaTime(seconds: 5))
  }

  @Test func theLargestSampleOfAllBlocksIsTold() throws {
    let output = AudioLevelOutput()
    #expect(output.takePeak() == nil)
    output.offer(try block([0.1, -0.5, 0.2, 0]), canWait: false)
    output.offer(try block([0.3, .nan, -.infinity, 0]), canWait: false)
    #expect(output.takePeak() == 0.5)
    #expect(output.takePeak() == nil)
    output.offer(try block([0, 0]), canWait: false)
    #expect(output.takePeak() == 0)
  }

  @Test func silenceHasTheLengthAndTheTimeOfTheSound() throws {
    let silence = SilentSound()
    for samples in [[Float](repeating: 1, count: 8), [1, 1], [Float](repeating: 1, count: 20)] {
      let quiet = silence.inPlace(of: try block(samples))
      #expect(quiet.frameCount == samples.count / 2)
      #expect(quiet.time == MediaTime(seconds: 5))
      #expect(SamplePeak.of(quiet) == 0)
    }
  }
}

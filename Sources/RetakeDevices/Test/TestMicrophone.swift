package import RetakeMedia
package import RetakeRuntime

/// A microphone that makes its sound itself (`TestTone`): one channel, as the microphones of cameras have.
///
/// It delivers 10 ms blocks when their last sample has been taken, by a clock that may be fast or slow, and
/// stamps each with the true time of its first sample.
package final class TestMicrophone: MicrophoneSource {
  package let format = AudioFormat(sampleRate: Int(TestTone.nominalRate), channels: 1)
  package let isPatient = false
  /// Samples of a block.
  package static let blockSamples = 480
  /// Blocks that found all slabs in use, or came too late to be kept.
  package let lostBlocks = Counter()
  /// What a sound card keeps for a late reader: half a second.
  private static let backlog = MediaTime(nanoseconds: 500_000_000)
  private let tone: TestTone
  private let thread = SourceThread(name: "test-microphone")
  private let pool = FramePool(slabBytes: blockSamples * MemoryLayout<Float>.size, capacity: 256)

  /// A microphone that is ready to start. `flashRate` is the frame rate of the test camera whose flashes it
  /// beeps with; without one it beeps on the second.
  package init(_ spec: TestMicrophoneSpec, flashRate: Rational? = nil) {
    tone = TestTone(rateMillionths: spec.rateMillionths, flashRate: flashRate)
  }

  package func start(epoch: MediaTime, sink: any MicrophoneSink) {
    thread.start { [self] in
      run(epoch: epoch, sink: sink)
      sink.microphoneEnded(.stopped)
    }
  }

  package func stop() {
    thread.stop()
  }

  package func join() {
    thread.join()
  }

  private func run(epoch: MediaTime, sink: any MicrophoneSink) {
    let length = Int64(Self.blockSamples)
    var first: Int64 = 0
    while thread.wait(until: epoch + tone.time(ofSample: first + length)) {
      let oldest = tone.sample(at: MonotonicClock.now - epoch - Self.backlog)
      while first + length < oldest {
        lostBlocks.increment()
        first += length
      }
      if let block = block(from: first, epoch: epoch) {
        sink.microphoneDelivered(block)
      } else {
        lostBlocks.increment()
      }
      first += length
    }
  }

  private func block(from first: Int64, epoch: MediaTime) -> AudioBlock? {
    guard var buffer = pool.buffer() else { return nil }
    buffer.withBytes { bytes in tone.fill(from: first, count: Self.blockSamples, into: &bytes) }
    return AudioBlock(
      storage: buffer.publish(byteCount: pool.slabBytes), format: format, frameCount: Self.blockSamples,
      time: epoch + tone.time(ofSample: first))
  }
}

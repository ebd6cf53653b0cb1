import RetakeDisplay
import RetakeMedia
import RetakeRuntime
import Testing

/// Cues and the player's sound through SDL's dummy device, which takes sound at the right pace.
@MainActor @Suite(.serialized)
struct SoundTests {
  @Test func everyCueHasItsSound() throws {
    try TestStage.run { _, _ in
      let cues = Cues(assets: TestStage.assets)
      for cue in Cue.allCases { #expect(cues.duration(cue) > .zero, "\(cue)") }
      // The take begins when the start cue has ended: a quarter of a second.
      #expect(cues.duration(.start) == MediaTime(seconds: 0.25))
      for cue in Cue.allCases { cues.play(cue) }
      cues.devicesChanged()
      cues.play(.tap)
      cues.end()
    }
  }

  @Test func withoutFilesItIsSilent() throws {
    try TestStage.run { _, _ in
      let cues = Cues(assets: nil)
      cues.play(.start)
      #expect(cues.duration(.start) == .zero)
      cues.end()
    }
  }

  private func block(at seconds: Double, frames: Int = 4800) -> AudioBlock {
    let format = AudioFormat(sampleRate: 48_000, channels: 2)
    let pool = FramePool(slabBytes: frames * 8, capacity: 1)
    guard var buffer = pool.buffer() else { preconditionFailure("a new pool has a slab") }
    buffer.withBytes { bytes in
      for index in 0..<frames * 2 {
        bytes.storeBytes(of: Float(0.1), toByteOffset: index * 4, as: Float.self)
      }
    }
    return AudioBlock(
      storage: buffer.publish(byteCount: frames * 8), format: format, frameCount: frames,
      time: MediaTime(seconds: seconds))
  }

  /// The device opens in its own time.
  private func waitForPosition(_ output: SDLAudioOutput) -> MediaTime? {
    let deadline = MonotonicClock.now + MediaTime(seconds: 10)
    while MonotonicClock.now < deadline {
      if let position = output.position(at: MonotonicClock.now) { return position }
      _ = output.enqueue(block(at: 5), rate: 1)
    }
    return nil
  }

  @Test func thePositionIsThatOfTheFile() throws {
    try TestStage.run { _, _ in
      let output = SDLAudioOutput()
      #expect(output.position(at: MonotonicClock.now) == nil)
      output.start(AudioFormat(sampleRate: 48_000, channels: 2))
      let position = try #require(waitForPosition(output))
      #expect(position >= MediaTime(seconds: 5) && position < MediaTime(seconds: 5.3))
      output.pause()
      #expect(output.position(at: MonotonicClock.now) == nil)
      output.stop()
      output.end()
    }
  }

  @Test func theQueueIsBounded() throws {
    try TestStage.run { _, _ in
      let output = SDLAudioOutput()
      output.start(AudioFormat(sampleRate: 48_000, channels: 2))
      _ = try #require(waitForPosition(output))
      output.pause()
      var accepted = 0
      while accepted < 100, output.enqueue(block(at: 1), rate: 1) { accepted += 1 }
      #expect(accepted <= 6)
      output.flush()
      #expect(output.enqueue(block(at: 1), rate: 1))
      output.end()
    }
  }
}

@testable import RetakeDisplay
import RetakeMedia
import RetakeRuntime
import Testing

/// Cues and the player's sound through SDL's dummy device, which takes sound at the right pace.
@MainActor @Suite(.serialized)
struct SoundTests {
  @Test func everyCueHasItsSound() throws {
    try TestStage.run { _, _ in
      let speaker = Speaker()
      let cues = Cues(speaker, assets: TestStage.assets)
      for cue in Cue.allCases { #expect(cues.duration(cue) > .zero, "\(cue)") }
      // The take begins when the start cue has ended: a quarter of a second.
      #expect(cues.duration(.start) == MediaTime(seconds: 0.25))
      for cue in Cue.allCases { cues.play(cue) }
      speaker.devicesChanged()
      cues.play(.tap)
      speaker.end()
    }
  }

  @Test func withoutFilesItIsSilent() throws {
    try TestStage.run { _, _ in
      let speaker = Speaker()
      let cues = Cues(speaker, assets: nil)
      cues.play(.start)
      #expect(cues.duration(.start) == .zero)
      speaker.end()
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
      let speaker = Speaker()
      let output = SDLAudioOutput(speaker)
      #expect(output.position(at: MonotonicClock.now) == nil)
      output.start(AudioFormat(sampleRate: 48_000, channels: 2))
      let position = try #require(waitForPosition(output))
      #expect(position >= MediaTime(seconds: 5) && position < MediaTime(seconds: 5.3))
      output.pause()
      #expect(output.position(at: MonotonicClock.now) == nil)
      output.stop()
      speaker.end()
    }
  }

  @Test func theQueueIsBounded() throws {
    try TestStage.run { _, _ in
      let speaker = Speaker()
      let output = SDLAudioOutput(speaker)
      output.start(AudioFormat(sampleRate: 48_000, channels: 2))
      _ = try #require(waitForPosition(output))
      output.pause()
      var accepted = 0
      while accepted < 100, output.enqueue(block(at: 1), rate: 1) { accepted += 1 }
      #expect(accepted <= 6)
      output.flush()
      #expect(output.enqueue(block(at: 1), rate: 1))
      speaker.end()
    }
  }

  /// What a queue adds to a run of the device.
  private func run(_ queue: inout SoundQueue, frames: Int, channels: Int, at seconds: Double) -> [Float] {
    var samples = [Float](repeating: 0, count: frames * channels)
    var span = samples.mutableSpan
    queue.add(
      to: &span, AudioFormat(sampleRate: 48_000, channels: channels), at: MediaTime(seconds: seconds))
    return samples
  }

  @Test func blocksFollowEachOtherWithoutAGap() {
    var queue = SoundQueue()
    queue.start(AudioFormat(sampleRate: 48_000, channels: 2))
    queue.volume = 0.5
    _ = queue.push(block(at: 0, frames: 100), rate: 1)
    _ = queue.push(block(at: 0.1, frames: 50), rate: 1)
    let sound = run(&queue, frames: 120, channels: 2, at: 1)
    #expect(sound.allSatisfy { abs($0 - 0.05) < 1e-6 })
    let rest = run(&queue, frames: 120, channels: 2, at: 2)
    #expect(rest.prefix(60).allSatisfy { $0 > 0 } && rest.suffix(180).allSatisfy { $0 == 0 })
  }

  @Test func soundOfAnotherRateWaitsForItsDevice() {
    var queue = SoundQueue()
    queue.start(AudioFormat(sampleRate: 44_100, channels: 2))
    // A block of the old format is dropped.
    _ = queue.push(block(at: 0), rate: 1)
    let silence = run(&queue, frames: 64, channels: 2, at: 1)
    #expect(silence.allSatisfy { $0 == 0 })
    #expect(queue.position(at: MediaTime(seconds: 1), latency: .zero) == nil)
  }

  @Test func theClockRunsEvenlyOverTheDevicesJitter() throws {
    var queue = SoundQueue()
    queue.start(AudioFormat(sampleRate: 48_000, channels: 2))
    let period = 1024.0 / 48_000
    let latency = MediaTime(seconds: period)
    var largest = 0.0
    for step in 0..<200 {
      _ = queue.push(block(at: 10 + Double(step) * period, frames: 1024), rate: 1)
      // The device asks up to 8 ms late, in turn.
      let asked = 1 + Double(step) * period + Double(step % 5) * 0.002
      _ = run(&queue, frames: 1024, channels: 2, at: asked)
      guard step > 20 else { continue }
      let now = MediaTime(seconds: asked + 0.004)
      let position = try #require(queue.position(at: now, latency: latency))
      largest = max(largest, abs(position.seconds - (10 + asked + 0.004 - 1 - period)))
    }
    #expect(largest < 0.010)
  }

  @Test func theClockGoesByTheRate() throws {
    var queue = SoundQueue()
    queue.start(AudioFormat(sampleRate: 48_000, channels: 2))
    _ = queue.push(block(at: 3), rate: 2)
    _ = run(&queue, frames: 2400, channels: 2, at: 1)
    let position = try #require(queue.position(at: MediaTime(seconds: 1.03), latency: .zero))
    #expect(abs(position.seconds - 3.06) < 1e-6)
    queue.flush()
    #expect(queue.position(at: MediaTime(seconds: 1.03), latency: .zero) == nil)
  }
}

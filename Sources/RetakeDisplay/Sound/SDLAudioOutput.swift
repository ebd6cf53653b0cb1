package import RetakeMedia
internal import RetakeRuntime

/// The player's sound through SDL: the system's default device, whatever serves it. Any thread may call; nothing
/// waits.
package final class SDLAudioOutput: AudioOutput {
  private let queue = Monitor(SoundQueue())
  private let speaker: Speaker

  /// An output that is not started, into `speaker`.
  package init(_ speaker: Speaker) {
    self.speaker = speaker
    let queue = queue
    speaker.add { samples, format in
      let now = MonotonicClock.now
      queue.withLock { $0.add(to: &samples, format, at: now) }
    }
  }

  package func start(_ format: AudioFormat) {
    queue.withLock { $0.start(format) }
    speaker.open(for: format)
  }

  package func enqueue(_ block: AudioBlock, rate: Double) -> Bool {
    // Without a device nobody would ever make room.
    if speaker.latency == nil { return true }
    return queue.withLock { $0.push(block, rate: rate) }
  }

  package func pause() { queue.withLock { $0.isPaused = true } }
  package func resume() { queue.withLock { $0.isPaused = false } }
  package func flush() { queue.withLock { $0.flush() } }

  package func position(at now: MediaTime) -> MediaTime? {
    guard let latency = speaker.latency else { return nil }
    return queue.withLock { $0.position(at: now, latency: latency) }
  }

  package var volume: Float {
    get { queue.withLock { $0.volume } }
    set { queue.withLock { $0.volume = min(max(newValue, 0), 1) } }
  }

  package func stop() {
    speaker.open(for: nil)
    queue.withLock { $0.flush() }
  }
}

package import RetakeMedia
internal import RetakeRuntime

/// The player's sound through SDL: the system's default device, whatever serves it. Any thread may call; nothing
/// waits but `end`.
package final class SDLAudioOutput: AudioOutput {
  private let queue: Monitor<SoundQueue>
  private let keeper: SoundDeviceKeeper

  /// An output that is not started. SDL must have been started (`DisplayContext`) and must end after `end`.
  package init() {
    let queue = Monitor(SoundQueue())
    self.queue = queue
    keeper = SoundDeviceKeeper(name: "sound-out") { samples in
      let now = MonotonicClock.now
      queue.withLock { $0.fill(&samples, at: now) }
    }
  }

  package func start(_ format: AudioFormat) {
    queue.withLock { $0.start(format) }
    keeper.want(format)
  }

  package func enqueue(_ block: AudioBlock, rate: Double) -> Bool {
    // Without a device nobody would ever make room.
    if keeper.latency == nil { return true }
    return queue.withLock { $0.push(block, rate: rate) }
  }

  package func pause() { queue.withLock { $0.isPaused = true } }
  package func resume() { queue.withLock { $0.isPaused = false } }
  package func flush() { queue.withLock { $0.flush() } }

  package func position(at now: MediaTime) -> MediaTime? {
    guard let latency = keeper.latency else { return nil }
    return queue.withLock { $0.position(at: now, latency: latency) }
  }

  package var volume: Float {
    get { queue.withLock { $0.volume } }
    set { queue.withLock { $0.volume = min(max(newValue, 0), 1) } }
  }

  package func stop() {
    keeper.want(nil)
    queue.withLock { $0.flush() }
  }

  /// Sound devices came or went.
  package func devicesChanged() {
    keeper.reopen()
  }

  /// Lets the device go and ends. Call once, before the display's context goes.
  package func end() {
    keeper.end()
  }
}

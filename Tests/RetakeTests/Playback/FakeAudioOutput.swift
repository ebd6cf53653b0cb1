import RetakeMedia
import RetakeRuntime

/// A sound output without a device: what it was given is kept, and the test says what is heard.
final class FakeAudioOutput: AudioOutput {
  /// What `position` answers.
  enum Behaviour: Sendable {
    /// Plays what it has, in real time, as a device does.
    case plays
    /// Has no device.
    case isGone
    /// Stands still at the place where it is, as a device that hangs.
    case hangs
  }

  struct State {
    var behaviour = Behaviour.plays
    var format: AudioFormat?
    var waiting: [AudioBlock] = []
    var isPaused = false
    var volume: Float = 1
    /// The place that was heard when `since` was.
    var media: MediaTime?
    var since = MediaTime.zero
    var given: [AudioBlock] = []
    var flushes = 0
    var isStopped = false
  }
  let state = Monitor(State())

  func behave(_ behaviour: Behaviour) {
    let now = MonotonicClock.now
    state.withLock { state in
      if state.behaviour == .plays { state.settle(at: now) }
      state.since = now
      if case .isGone = behaviour {
        state.media = nil
        state.waiting.removeAll()
      }
      state.behaviour = behaviour
    }
  }

  func start(_ format: AudioFormat) { state.withLock { $0.format = format } }

  func enqueue(_ block: AudioBlock, rate: Double) -> Bool {
    let now = MonotonicClock.now
    return state.withLock { state in
      if case .isGone = state.behaviour { return true }
      state.settle(at: now)
      let waiting = state.waiting.reduce(0) { $0 + $1.frameCount }
      guard waiting < block.format.sampleRate / 2 else { return false }
      state.waiting.append(block)
      state.given.append(block)
      return true
    }
  }

  func pause() {
    let now = MonotonicClock.now
    state.withLock { state in
      state.settle(at: now)
      state.isPaused = true
    }
  }

  func resume() {
    let now = MonotonicClock.now
    state.withLock { state in
      state.since = now
      state.isPaused = false
    }
  }

  func flush() {
    state.withLock { state in
      state.waiting.removeAll()
      state.media = nil
      state.flushes += 1
    }
  }

  func position(at now: MediaTime) -> MediaTime? {
    state.withLock { state in
      if case .hangs = state.behaviour { return state.media }
      state.settle(at: now)
      return state.isPaused ? nil : state.media
    }
  }

  var volume: Float {
    get { state.withLock { $0.volume } }
    set { state.withLock { $0.volume = newValue } }
  }

  func stop() { state.withLock { $0.isStopped = true } }
}

extension FakeAudioOutput.State {
  /// Plays what was played by `now`.
  mutating func settle(at now: MediaTime) {
    guard case .plays = behaviour, !isPaused else { return }
    if media == nil, let first = waiting.first {
      media = first.time
      since = now
    }
    guard let begin = media else { return }
    let reached = begin + (now - since)
    since = now
    media = reached
    waiting.removeAll { $0.end <= reached }
    if waiting.isEmpty { media = nil }
  }
}

extension AudioBlock {
  var end: MediaTime { time + Rational(Int32(format.sampleRate)).time(of: Int64(frameCount)) }
}

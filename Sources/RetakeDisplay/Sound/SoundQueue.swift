internal import RetakeMedia

/// Sound that waits for the device, and the clock of what is heard. A value: its owner locks.
struct SoundQueue {
  private struct Entry {
    let block: AudioBlock
    let rate: Double
  }

  /// The device asks in steps; between them and over their jitter the clock runs evenly.
  private struct Clock {
    /// When the run that was handed over last began to be asked for, smoothed.
    var host: MediaTime
    /// The place in the file at its first sample.
    var media: MediaTime
    /// How long it lasts, and how much of the file it is.
    var length: MediaTime
    var rate: Double
    /// Nothing was heard before it.
    var isFirst: Bool
  }

  /// Sound that may wait: enough for a busy moment, little enough for a quick stop.
  private static let capacity = 0.5
  /// Runs that come this far from their time start the clock anew.
  private static let largestJitter = MediaTime(seconds: 0.06)

  private(set) var format = AudioFormat(sampleRate: 48_000, channels: 2)
  private var entries: [Entry] = []
  /// Frames of the first entry that were handed over.
  private var consumed = 0
  private var waiting = 0
  private var clock: Clock?
  var volume: Float = 1
  var isPaused = false {
    didSet { if isPaused { clock = nil } }
  }

  /// Takes this format from here on.
  mutating func start(_ format: AudioFormat) {
    flush()
    self.format = format
  }

  /// Drops what waits.
  mutating func flush() {
    entries.removeAll(keepingCapacity: true)
    consumed = 0
    waiting = 0
    clock = nil
  }

  /// Takes a block; false where enough waits. A block of another format is dropped.
  mutating func push(_ block: AudioBlock, rate: Double) -> Bool {
    guard block.format == format, block.frameCount > 0 else { return true }
    guard entries.isEmpty || Double(waiting) < Self.capacity * Double(format.sampleRate) else { return false }
    entries.append(Entry(block: block, rate: rate))
    waiting += block.frameCount
    return true
  }

  /// Adds the next samples to a run of the device's format, nothing where none wait; `now` is when it asks.
  mutating func add(to samples: inout MutableSpan<Float>, _ device: AudioFormat, at now: MediaTime) {
    guard !isPaused, device.sampleRate == format.sampleRate, let first = entries.first else {
      clock = nil
      return
    }
    let frames = samples.count / device.channels
    advanceClock(first, now, frames: frames)
    var written = 0
    while written < frames, let entry = entries.first {
      let count = min(frames - written, entry.block.frameCount - consumed)
      entry.block.add(
        from: consumed, frames: count, to: &samples, at: written, channels: device.channels, volume: volume)
      written += count
      consumed += count
      waiting -= count
      if consumed == entry.block.frameCount {
        entries.removeFirst()
        consumed = 0
      }
    }
    clock?.length = MediaTime(seconds: Double(written) / Double(format.sampleRate))
  }

  private mutating func advanceClock(_ first: Entry, _ now: MediaTime, frames: Int) {
    let offset = Double(consumed) / Double(format.sampleRate) * first.rate
    let media = first.block.time + MediaTime(seconds: offset)
    var host = now
    if let clock {
      let expected = clock.host + clock.length
      let error = now - expected
      if abs(error.nanoseconds) < Self.largestJitter.nanoseconds {
        // A slow filter: the device's own pace shows, its jitter does not.
        host = expected + MediaTime(nanoseconds: error.nanoseconds / 16)
      }
    }
    clock = Clock(host: host, media: media, length: .zero, rate: first.rate, isFirst: clock == nil)
  }

  /// What is heard at `now`, `latency` after it was handed over.
  func position(at now: MediaTime, latency: MediaTime) -> MediaTime? {
    guard let clock else { return nil }
    // Past the end of the run nothing more is known; the next one is due.
    let end = clock.length.seconds + Self.largestJitter.seconds
    let heard = min((now - clock.host - latency).seconds, end)
    return clock.media + MediaTime(seconds: (clock.isFirst ? max(heard, 0) : heard) * clock.rate)
  }
}

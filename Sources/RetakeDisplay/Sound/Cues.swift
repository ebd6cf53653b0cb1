package import RetakeMedia
internal import RetakeRuntime

/// Plays the booth's short sounds, several at once where they meet. Any thread may call; nothing waits but
/// `end`. Without a sound device, or without the files, it is silent.
package final class Cues: Sendable {
  private struct Voice {
    let samples: [Float]
    var position = 0
    /// When it was asked for: a cue that comes late is worse than none.
    let asked: MediaTime
  }
  private struct Mix {
    var voices: [Voice] = []
    var volume: Float = 1
  }

  private static let format = AudioFormat(sampleRate: 48_000, channels: 1)
  /// How late a cue may begin, and how long a silent device stays open: between two guests it is closed.
  private static let patience = MediaTime(seconds: 0.3)
  private static let rest = MediaTime(seconds: 30)

  private let sounds: [Cue: [Float]]
  private let mix: Monitor<Mix>
  private let keeper: SoundDeviceKeeper

  /// Reads the sounds. SDL must have been started (`DisplayContext`) and must end after `end`.
  package init(assets: AssetLocator?) {
    var sounds: [Cue: [Float]] = [:]
    for cue in Cue.allCases {
      guard let path = assets?.path("sounds/\(cue.rawValue).wav") else { continue }
      sounds[cue] = WaveFile.samples(path: path, sampleRate: Self.format.sampleRate)
      if sounds[cue] == nil { Log.warning("the cue \(path) is missing") }
    }
    self.sounds = sounds
    let mix = Monitor(Mix())
    self.mix = mix
    keeper = SoundDeviceKeeper(name: "cues") { Self.fill(&$0, from: mix) }
  }

  /// 0 silent to 1 as loud as made.
  package var volume: Float {
    get { mix.withLock { $0.volume } }
    set { mix.withLock { $0.volume = min(max(newValue, 0), 1) } }
  }

  /// How long a cue lasts; zero where its file is missing.
  package func duration(_ cue: Cue) -> MediaTime {
    MediaTime(seconds: Double(sounds[cue]?.count ?? 0) / Double(Self.format.sampleRate))
  }

  /// Opens the device ahead of the first cue, when a guest comes.
  package func prepare() {
    if volume > 0 { keeper.want(Self.format, until: MonotonicClock.now + Self.rest) }
  }

  /// Plays a cue now.
  package func play(_ cue: Cue) {
    guard let samples = sounds[cue], volume > 0 else { return }
    prepare()
    let voice = Voice(samples: samples, asked: MonotonicClock.now)
    mix.withLock { mix in
      // More at once than this is noise.
      if mix.voices.count < 8 { mix.voices.append(voice) }
    }
  }

  /// Sound devices came or went.
  package func devicesChanged() {
    keeper.reopen()
  }

  /// Lets the device go and ends. Call once, before the display's context goes.
  package func end() {
    keeper.end()
  }

  /// The samples that are to be heard next; on SDL's thread.
  private static func fill(_ samples: inout MutableSpan<Float>, from mix: Monitor<Mix>) {
    let now = MonotonicClock.now
    for index in samples.indices { samples[index] = 0 }
    mix.withLock { mix in
      mix.voices.removeAll { $0.position == 0 && $0.asked + patience < now }
      for index in mix.voices.indices {
        let voice = mix.voices[index]
        let count = min(samples.count, voice.samples.count - voice.position)
        for offset in 0..<count { samples[offset] += voice.samples[voice.position + offset] * mix.volume }
        mix.voices[index].position += count
      }
      mix.voices.removeAll { $0.position >= $0.samples.count }
    }
  }
}

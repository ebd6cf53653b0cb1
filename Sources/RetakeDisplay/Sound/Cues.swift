package import RetakeMedia
internal import RetakeRuntime

/// Plays the booth's short sounds, several at once where they meet. Any thread may call; nothing waits. Without a
/// sound device, or without the files, it is silent.
package final class Cues: Sendable {
  fileprivate struct Voice {
    let samples: [Float]
    /// Where in the samples; fractions where the device has another rate.
    var position = 0.0
    /// When it was asked for: a cue that comes late is worse than none.
    let asked: MediaTime
  }
  private struct Mix {
    var voices: [Voice] = []
    var volume: Float = 1
  }

  /// Samples a second of the files.
  private static let sampleRate = 48_000
  /// How late a cue may begin, and how long a silent device stays open: between two guests it is closed.
  private static let patience = MediaTime(seconds: 0.3)
  private static let rest = MediaTime(seconds: 30)

  private let sounds: [Cue: [Float]]
  private let mix: Monitor<Mix>
  private let speaker: Speaker

  /// Reads the sounds, which will come out of `speaker`.
  package init(_ speaker: Speaker, assets: AssetLocator?) {
    self.speaker = speaker
    var sounds: [Cue: [Float]] = [:]
    for cue in Cue.allCases {
      guard let path = assets?.path("sounds/\(cue.rawValue).wav") else { continue }
      sounds[cue] = WaveFile.samples(path: path, sampleRate: Self.sampleRate)
      if sounds[cue] == nil { Log.warning("the cue \(path) is missing") }
    }
    self.sounds = sounds
    let mix = Monitor(Mix())
    self.mix = mix
    speaker.add { Self.add(to: &$0, $1, from: mix) }
  }

  /// 0 silent to 1 as loud as made.
  package var volume: Float {
    get { mix.withLock { $0.volume } }
    set { mix.withLock { $0.volume = min(max(newValue, 0), 1) } }
  }

  /// How long a cue lasts; zero where its file is missing.
  package func duration(_ cue: Cue) -> MediaTime {
    MediaTime(seconds: Double(sounds[cue]?.count ?? 0) / Double(Self.sampleRate))
  }

  /// Opens the device ahead of the first cue, when a guest comes.
  package func prepare() {
    if volume > 0 { speaker.open(until: MonotonicClock.now + Self.rest) }
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

  /// Adds what is to be heard next; on SDL's thread.
  private static func add(to samples: inout MutableSpan<Float>, _ format: AudioFormat, from mix: Monitor<Mix>)
  {
    let now = MonotonicClock.now
    let step = Double(sampleRate) / Double(format.sampleRate)
    let frames = samples.count / format.channels
    mix.withLock { mix in
      mix.voices.removeAll { $0.position == 0 && $0.asked + patience < now }
      for index in mix.voices.indices {
        for frame in 0..<frames {
          guard let value = mix.voices[index].next(step) else { break }
          // The front speakers; a mono device has one.
          for channel in 0..<min(2, format.channels) {
            samples[frame * format.channels + channel] += value * mix.volume
          }
        }
      }
      mix.voices.removeAll { $0.isOver }
    }
  }
}

extension Cues.Voice {
  fileprivate var isOver: Bool { Int(position) >= samples.count }

  /// The next sample, `step` samples of the file on; nil at the end.
  fileprivate mutating func next(_ step: Double) -> Float? {
    let index = Int(position)
    guard index < samples.count else { return nil }
    let following = index + 1 < samples.count ? samples[index + 1] : 0
    let share = Float(position - Double(index))
    position += step
    return samples[index] * (1 - share) + following * share
  }
}

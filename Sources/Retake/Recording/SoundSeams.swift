/// Where two pieces of sound meet that do not belong together: a pause, silence, another microphone. Each fades to
/// nothing there, so that nothing clicks. A value; one thread.
struct SoundSeams {
  /// How long a fade is, seconds: short enough not to be heard as one, long enough to be no click.
  private static let fade = 0.005
  /// So near to a seam nothing is left, seconds: what a resampler holds smears it by a few samples.
  private static let rest = 0.0005

  private let fade: Int
  private let rest: Int
  private var seams: [Int] = []

  init(sampleRate: Int) {
    fade = Int(Self.fade * Double(sampleRate))
    rest = Int(Self.rest * Double(sampleRate))
  }

  /// How far from a seam samples are changed: so many have to be kept back, as long as one may follow.
  var reach: Int { fade + rest }

  /// Sample `sample` does not follow from the one before it.
  mutating func add(_ sample: Int) {
    if seams.last != sample { seams.append(sample) }
  }

  /// Fades samples that begin with `first`, and forgets what none that follow can be near to.
  mutating func apply(to samples: inout [Float], first: Int, count: Int, channels: Int) {
    let end = first + count
    for seam in seams {
      let start = min(max(first, seam - reach), end)
      for sample in start..<max(start, min(end, seam + reach)) {
        let gain = gain(at: sample < seam ? seam - 1 - sample : sample - seam)
        for channel in 0..<channels { samples[(sample - first) * channels + channel] *= gain }
      }
    }
    let reach = reach
    seams.removeAll { $0 + reach <= end }
  }

  /// 0 at a seam to 1, without a kink at either end.
  private func gain(at distance: Int) -> Float {
    let share = min(max(Float(distance - rest) / Float(fade), 0), 1)
    return share * share * (3 - 2 * share)
  }
}

internal import Glibc
package import RetakeMedia

/// The test microphone's sound: 1 kHz for 50 ms with each second, silence between. Pure: sample `i` is always
/// the same number.
package struct TestTone: Sendable {
  /// Samples a second by the microphone's own clock.
  package static let nominalRate: Int64 = 48_000
  /// The peak of the beep: -6 dBFS.
  package static let amplitude: Float = 0.501_187_23
  /// How long a beep sounds.
  package static let beepLength = MediaTime(nanoseconds: 50_000_000)
  private static let frequency = 1000.0

  /// Millionths of the true rate at which samples come.
  private let rateMillionths: Int64
  /// The rate of the camera whose flashes the beeps go with; nil: on each second.
  private let flashRate: Rational?

  /// A tone by a clock that is `rateMillionths` fast.
  package init(rateMillionths: Int64, flashRate: Rational?) {
    self.rateMillionths = rateMillionths
    self.flashRate = flashRate
  }

  /// True samples a second, times a million.
  private var scaledRate: Int64 { Self.nominalRate * rateMillionths }
  private static let scaledSecond: Int64 = 1_000_000_000 * 1_000_000

  /// The true time of `sample`, since the start.
  package func time(ofSample sample: Int64) -> MediaTime {
    MediaTime(nanoseconds: sample.scaled(by: Self.scaledSecond, over: scaledRate))
  }

  /// The sample nearest to `time`.
  package func sample(at time: MediaTime) -> Int64 {
    time.nanoseconds.scaled(by: scaledRate, over: Self.scaledSecond)
  }

  /// The first sample of the beep of `second`.
  package func beepStart(ofSecond second: Int64) -> Int64 {
    sample(at: TestClock.flash(ofSecond: second, rate: flashRate))
  }

  /// Writes the samples from `first` on, `count` of them, as Floats to the front of `bytes`.
  package func fill(from first: Int64, count: Int, into bytes: inout MutableRawSpan) {
    for index in 0..<count {
      bytes.storeBytes(of: 0, toByteOffset: index * MemoryLayout<Float>.size, as: Float.self)
    }
    let length = sample(at: Self.beepLength)
    let last = first + Int64(count)
    // A beep may begin up to a frame after its second, and reach into the next block.
    let from = max(0, time(ofSample: first).nanoseconds / 1_000_000_000 - 2)
    let to = time(ofSample: last).nanoseconds / 1_000_000_000
    for second in from...max(from, to) {
      let start = beepStart(ofSecond: second)
      for sample in max(first, start)..<max(max(first, start), min(last, start + length)) {
        bytes.storeBytes(
          of: value(sample - start), toByteOffset: Int(sample - first) * MemoryLayout<Float>.size,
          as: Float.self)
      }
    }
  }

  /// Sample `index` of a beep. Half a sample of phase keeps the first one from being silent, and lies the
  /// zero crossings between samples.
  private func value(_ index: Int64) -> Float {
    let seconds = (Double(index) + 0.5) * 1e6 / Double(scaledRate)
    return Self.amplitude * Float(sin(2 * Double.pi * Self.frequency * seconds))
  }
}

package import RetakeMedia

/// Sound of any rate and of 1 to 8 channels to the rate and the channels of a track (1 or 2), and slightly faster or
/// slower where a clock asks for it. Used from one thread at a time.
///
/// Where rate and channels are already right, the samples pass bit by bit until the first `setCompensation`.
package struct AudioResampler: ~Copyable, Sendable {
  /// What goes in.
  package let input: AudioFormat
  /// What comes out.
  package let output: AudioFormat

  private let context: ResamplerContext

  /// A resampler from `input` to `output`; more than two channels are mixed down by the usual matrix (centre and
  /// surround at -3 dB, the bass channel left out), scaled so that they cannot clip.
  package init(from input: AudioFormat, to output: AudioFormat) throws(CodecError) {
    guard (1...8).contains(input.channels), (1...2).contains(output.channels), input.sampleRate > 0,
      output.sampleRate > 0
    else {
      throw CodecError(.invalidArgument, "resample", "\(input) to \(output) is not possible")
    }
    self.context = try ResamplerContext(
      inputRate: input.sampleRate, inputChannels: input.channels, outputRate: output.sampleRate,
      outputChannels: output.channels)
    self.input = input
    self.output = output
  }

  /// Sound of `format` as a track has it: 48 kHz, mono where it is mono, else stereo.
  package static func trackFormat(for format: AudioFormat) -> AudioFormat {
    AudioFormat(sampleRate: 48_000, channels: min(format.channels, 2))
  }

  /// Converts `frameCount` samples of each channel, interleaved floats from the start of `samples`. The result stands
  /// at the start of `result`, which grows when it is too small and never shrinks: give the same array every time.
  /// Returns samples of each channel.
  package mutating func convert(
    _ samples: RawSpan, frameCount: Int, into result: inout [Float]
  ) throws(CodecError) -> Int {
    makeRoom(for: frameCount, in: &result)
    return try context.convert(samples, count: frameCount, into: &result)
  }

  /// Gives what is held back, once there is nothing more to send. Returns samples of each channel.
  package mutating func flush(into result: inout [Float]) throws(CodecError) -> Int {
    makeRoom(for: 0, in: &result)
    return try context.convert(nil, count: 0, into: &result)
  }

  /// Spreads `sampleDelta` samples more (below zero: fewer) over the next `distance` samples of output; then the
  /// rate is nominal again. A new call replaces what is left of the last.
  package mutating func setCompensation(sampleDelta: Int, over distance: Int) throws(CodecError) {
    try context.setCompensation(sampleDelta, over: distance)
  }

  /// Sound that went in and is not out yet: the next sample that comes out was taken this long before the end of what
  /// was sent. To the nanosecond.
  package var delay: MediaTime {
    MediaTime(nanoseconds: context.delay(base: 1_000_000_000))
  }

  private func makeRoom(for frameCount: Int, in result: inout [Float]) {
    let needed = context.outputLimit(for: frameCount) * output.channels
    if result.count < needed { result.append(contentsOf: repeatElement(0, count: needed - result.count)) }
  }
}

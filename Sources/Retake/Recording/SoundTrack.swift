internal import RetakeCodec
internal import RetakeMedia

/// The sound of a take as one unbroken run of samples from second 0 on: blocks are put where their stamps say,
/// gaps are silence, and the card's clock follows the monotonic one. Where what is put together does not belong
/// together, it fades. One thread.
struct SoundTrack: ~Copyable {
  private let channels: Int
  private let sampleRate: Int
  private let followsDrift: Bool
  private let settings: AudioEncoderSettings
  /// What comes: another microphone may take over.
  private var format: AudioFormat
  private var resampler: AudioResampler
  private var synchronizer: AudioSynchronizer
  /// Samples of the run so far, from second 0.
  private(set) var written = 0
  /// The last samples of the run, interleaved, that were not read yet; they end at `written`.
  private var pending: [Float] = []
  /// What the resampler gave last; kept so that it need not be made anew.
  private var converted: [Float] = []
  /// Samples that came for a place that is taken, and must be left out.
  private var surplus = 0
  private var seams: SoundSeams
  /// Something was heard: the very first sound begins as it was taken.
  private var hasSound = false
  private var endsInSilence = false
  /// The microphone was off.
  private var wasMuted = false

  /// A track without sound. `isExact`: the stamps are the sample count, so only jumps are repaired.
  init(
    from format: AudioFormat, settings: AudioEncoderSettings, isExact: Bool
  ) throws(CodecError) {
    self.settings = settings
    self.format = format
    resampler = try Self.resampler(from: format, settings, followsDrift: !isExact)
    followsDrift = !isExact
    channels = settings.channels
    sampleRate = settings.sampleRate
    synchronizer = AudioSynchronizer(sampleRate: settings.sampleRate, followsDrift: !isExact)
    seams = SoundSeams(sampleRate: settings.sampleRate)
  }

  private static func resampler(
    from format: AudioFormat, _ settings: AudioEncoderSettings, followsDrift: Bool
  ) throws(CodecError) -> AudioResampler {
    var resampler = try AudioResampler(
      from: format, to: AudioFormat(sampleRate: settings.sampleRate, channels: settings.channels))
    // From the first sample on, so that there is no seam later.
    if followsDrift { try resampler.setCompensation(sampleDelta: 0, over: compensationDistance) }
    return resampler
  }

  /// Another microphone has taken over, with a clock of its own.
  private mutating func begin(_ format: AudioFormat) throws(CodecError) {
    addSeam(at: written)
    resampler = try Self.resampler(from: format, settings, followsDrift: followsDrift)
    synchronizer = AudioSynchronizer(sampleRate: sampleRate, followsDrift: followsDrift)
    self.format = format
  }

  /// How much later than its stamp the last block was written, seconds.
  private(set) var offset = 0.0

  /// How much faster than true the card runs: 0.001 is 0.1 %.
  var drift: Double { -synchronizer.drift }

  private mutating func addSeam(at sample: Int) {
    if hasSound { seams.add(sample) }
  }

  /// Puts these samples of a block where they belong: the first one at `time` of the take's clock. `isCut`: what was
  /// between them and those before was left out.
  mutating func append(
    _ block: AudioBlock, _ samples: Range<Int>, at time: MediaTime, isCut: Bool = false
  ) throws(CodecError) {
    if block.format != format { try begin(block.format) }
    let frameBytes = block.format.channels * MemoryLayout<Float>.size
    // What the resampler still holds comes out before this block's first sample.
    let held = resampler.delay.seconds * Double(sampleRate)
    let next = Double(written - surplus) + held
    offset = next / Double(sampleRate) - time.seconds
    switch synchronizer.correct(
      time: time, expected: time.seconds * Double(sampleRate), next: next, isCut: isCut)
    {
    case .resample(let ratio): try follow(ratio)
    case .insertSilence(let count):
      appendSilence(max(0, count - surplus))
      surplus = max(0, surplus - count)
      offset = 0
    case .drop(let count):
      surplus += count
      addSeam(at: written)
      offset = 0
    }
    if isCut || endsInSilence || block.isMuted != wasMuted {
      addSeam(at: written + max(0, Int(held.rounded()) - surplus))
    }
    wasMuted = block.isMuted
    let count = try block.storage.withPlane(0) { (bytes) throws(CodecError) in
      let part = bytes.extracting(samples.lowerBound * frameBytes..<samples.upperBound * frameBytes)
      return try resampler.convert(part, frameCount: samples.count, into: &converted)
    }
    let omitted = min(surplus, count)
    surplus -= omitted
    pending.append(contentsOf: converted[omitted * channels..<count * channels])
    written += count - omitted
    guard count > omitted else { return }
    hasSound = true
    endsInSilence = false
  }

  /// Makes the resampler run faster or slower from here on.
  private mutating func follow(_ ratio: Double) throws(CodecError) {
    guard followsDrift else { return }
    let delta = Int((ratio * Double(Self.compensationDistance)).rounded())
    try resampler.setCompensation(sampleDelta: delta, over: Self.compensationDistance)
  }

  /// Samples over which a correction is spread; renewed with each block, long before they are over. 10 s: one
  /// sample more or less is then 2 ppm.
  private static let compensationDistance = 480_000

  /// Fills up with silence so that the run reaches `sample`.
  mutating func pad(to sample: Int) {
    appendSilence(max(0, sample - written))
  }

  private mutating func appendSilence(_ count: Int) {
    guard count > 0 else { return }
    if !endsInSilence { addSeam(at: written) }
    endsInSilence = true
    pending.append(contentsOf: repeatElement(0, count: count * channels))
    written += count
  }

  /// Samples of the run that were read.
  var readCount: Int { written - pending.count / channels }

  /// Gives the samples before `sample` that were not read yet to `body`, but for the last few that what follows may
  /// still change; `isEnd`: nothing follows.
  mutating func read<Failure: Error>(
    before sample: Int, isEnd: Bool, _ body: (Span<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    let first = readCount
    let isAll = isEnd && written >= sample
    let count = (isAll ? sample : min(sample, written - seams.reach)) - first
    guard count > 0 else { return }
    seams.apply(to: &pending, first: first, count: count, channels: channels)
    try body(pending.span.extracting(0..<count * channels))
    pending.removeFirst(count * channels)
  }
}

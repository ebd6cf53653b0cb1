internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime
internal import Synchronization

/// The audio thread of a take: sound in whatever form in, AAC packets in step with the pictures out.
///
/// Nothing is encoded beyond the last picture that came, so the track can end exactly where the pictures do.
final class SoundWriter: Sendable {
  let settings: AudioEncoderSettings
  private let blocks = BoundedQueue<AudioBlock>(count: maximumBlocks)
  private let format: AudioFormat
  private let isExact: Bool
  private let timeline: TakeTimeline
  private let packets: PacketLine
  /// No sound comes until a block does.
  private let isMicrophoneOver = Atomic<Bool>(false)
  /// Nanoseconds, and parts in a thousand million.
  private let lastOffset = Atomic<Int>(0)
  private let lastDrift = Atomic<Int>(0)

  /// More than ten seconds of the blocks of 10 to 20 ms that devices deliver.
  private static let maximumBlocks = 1024
  /// Of what comes before the first picture, a live device's last blocks are kept: pictures come late, by less
  /// than the second that these are.
  private static let blocksBeforePictures = 100
  /// How often the thread looks at the pictures where no sound comes.
  private static let patience = MediaTime(seconds: 0.05)
  /// How long the pictures may be ahead of a live device's sound before there is silence instead, and how long
  /// the end of a take waits for the sound that belongs to it.
  private static let lateness = MediaTime(seconds: 1)

  /// For a microphone of this format; `isExact` where its stamps are its sample count.
  init(
    format: AudioFormat, isExact: Bool, timeline: TakeTimeline, packets: PacketLine
  ) {
    self.format = format
    self.isExact = isExact
    self.timeline = timeline
    self.packets = packets
    let channels = format.channels == 1 ? 1 : 2
    settings = AudioEncoderSettings(
      sampleRate: 48_000, channels: channels, bitrate: Self.bitratePerChannel * channels)
  }

  /// Sound on its way into the track.
  private struct Arrived {
    var blocks = Fifo<AudioBlock>()
    /// From the take's clock to the stamps of what was put into it last.
    var shift: MediaTime?
  }

  /// FFmpeg's AAC encoder is transparent for speech and music from about this rate on.
  private static let bitratePerChannel = 80_000

  /// Takes a block from the microphone's thread; answers at once, but where the source can wait.
  func offer(_ block: AudioBlock, canWait: Bool) {
    isMicrophoneOver.store(false, ordering: .relaxed)
    if canWait {
      _ = blocks.pushWaiting(block)
    } else {
      // A full queue is ten seconds of sound that nobody took; the gap becomes silence of the right length.
      _ = blocks.push(block)
    }
  }

  /// Blocks that wait to be encoded.
  var waitingBlocks: Int { blocks.load.count }

  /// How much later than its stamp the sound is written now, seconds.
  var offset: Double { Double(lastOffset.load(ordering: .relaxed)) / 1e9 }

  /// How much faster than true the microphone's clock runs: 0.001 is 0.1 %.
  var drift: Double { Double(lastDrift.load(ordering: .relaxed)) / 1e9 }

  /// The microphone will deliver nothing more: the take is silent until another one does.
  func microphoneEnded() {
    isMicrophoneOver.store(true, ordering: .relaxed)
  }

  /// Runs until the take is over and all its sound is with the mux thread.
  func run() {
    do {
      try encodeTake()
    } catch {
      // The pictures go on without sound.
      Log.error("the sound of the take ended: \(error)")
    }
    blocks.close()
    _ = packets.push(.audioEnd)
  }

  private func encodeTake() throws(CodecError) {
    var encoder = try AudioEncoder(settings)
    guard packets.push(.audioTrack(encoder.track)), waitForPictures() else { return }
    var track = try SoundTrack(from: format, settings: settings, isExact: isExact)
    var arrived = Arrived()
    var isOver = false
    while !isOver {
      let horizon = try takeSound(into: &track, &arrived)
      try track.read(before: horizon.sample, isEnd: horizon.isEnd) { (samples) throws(CodecError) in
        try encoder.send(samples)
      }
      guard handOver(from: &encoder) else { return }
      isOver = horizon.isEnd && track.readCount >= horizon.sample
    }
    try encoder.finish()
    _ = handOver(from: &encoder)
  }

  /// Waits for the first picture; false if the take ended without one.
  private func waitForPictures() -> Bool {
    while timeline.end == nil {
      if timeline.waitForPicture(until: MonotonicClock.now + Self.patience) { return true }
      while !isExact, blocks.load.count > Self.blocksBeforePictures { _ = blocks.take() }
    }
    return timeline.waitForPicture(until: MonotonicClock.now)
  }

  /// Takes the next block, if one comes soon, and tells up to which sample the take's sound is known now.
  private func takeSound(
    into track: inout SoundTrack, _ arrived: inout Arrived
  ) throws(CodecError) -> (sample: Int, isEnd: Bool) {
    let isSilent = isMicrophoneOver.load(ordering: .relaxed) && blocks.load.count == 0
    var deadline = MonotonicClock.now
    if isSilent { timeline.waitForEnd(until: deadline + Self.patience) } else { deadline += Self.patience }
    if case .element(let block) = blocks.take(until: deadline) {
      if timeline.place(ofSound: block.stamps) != .outside { arrived.blocks.append(block) }
    }
    try append(&arrived, to: &track)
    let horizon = timeline.horizon
    let sample = Int(horizon.time.ticks(timescale: Int32(settings.sampleRate)))
    let late = sample - Int(Self.lateness.ticks(timescale: Int32(settings.sampleRate)))
    if isSilent || horizon.isEnd && MonotonicClock.now >= horizon.stamp + Self.lateness {
      track.pad(to: sample)
    } else if !isExact {
      track.pad(to: late)
    }
    return (sample, horizon.isEnd)
  }

  /// Puts what has arrived into the track, up to what belongs to pictures that are still to come.
  private func append(_ arrived: inout Arrived, to track: inout SoundTrack) throws(CodecError) {
    while let block = arrived.blocks.first {
      switch timeline.place(ofSound: block.stamps) {
      case .undecided where arrived.blocks.count < Self.maximumBlocks: return
      case .undecided, .outside: break
      case .inside(let parts):
        for part in parts {
          guard let time = timeline.time(of: part.lowerBound) else { continue }
          // Where the take was paused, its clock stood still.
          let shift = part.lowerBound - time
          let isCut = arrived.shift.map { $0 != shift } ?? false
          arrived.shift = shift
          try track.append(block, block.samples(at: part), at: time, isCut: isCut)
          lastOffset.store(Int(MediaTime(seconds: track.offset).nanoseconds), ordering: .relaxed)
          lastDrift.store(Int(track.drift * 1e9), ordering: .relaxed)
        }
      }
      _ = arrived.blocks.popFirst()
    }
  }

  /// Hands what is ready to the mux thread; false if that has given up.
  private func handOver(from encoder: inout AudioEncoder) -> Bool {
    while let packet = encoder.receive() {
      guard packets.push(.audioPacket(packet)) else { return false }
    }
    return true
  }
}

extension AudioBlock {
  /// When it was taken.
  fileprivate var stamps: Range<MediaTime> {
    time..<time + MediaTime(ticks: Int64(frameCount), per: Rational(Int32(format.sampleRate)))
  }

  /// The samples that were taken at these stamps, which lie within its own.
  fileprivate func samples(at stamps: Range<MediaTime>) -> Range<Int> {
    func sample(_ stamp: MediaTime) -> Int {
      min(max(Int((stamp - time).ticks(timescale: Int32(format.sampleRate))), 0), frameCount)
    }
    return sample(stamps.lowerBound)..<sample(stamps.upperBound)
  }
}

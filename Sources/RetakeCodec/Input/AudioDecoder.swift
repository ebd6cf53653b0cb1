internal import CFFmpeg
package import RetakeMedia
internal import RetakeRuntime

/// Makes the packets of an audio track into blocks of interleaved floats.
///
/// One thread at a time. The encoder's priming and padding, where the file tells them, are taken off. All
/// blocks have the track's rate and channels, also where the stream changes midway. Stamps run on by the
/// number of samples as long as the file's own stamps, which many containers round to milliseconds, agree.
package struct AudioDecoder: ~Copyable {
  /// Samples of each channel in a block at most: 21 ms at 48 kHz.
  package static let blockSamples = 1024
  /// How far a file's stamps may stray from the count of samples before they are believed.
  private static let tolerance = MediaTime(nanoseconds: 5_000_000)

  private let track: AudioTrack
  private let start: MediaTime
  private let context: CodecContext
  private var frame: FrameHandle
  private var converter: SampleConverter
  private let pool: FramePool
  /// Whether `frame` holds sound of which a part may not have been taken.
  private var isInside = false
  /// Whether `frame` was given to the converter.
  private var isTaken = false
  /// Stamp of sample 0 of the count.
  private var anchor: MediaTime?
  /// Samples since the anchor.
  private var count: Int64 = 0

  /// A decoder for `track`; `start` is the demuxer's `startTime`.
  package init(_ track: AudioTrack, start: MediaTime) throws(CodecError) {
    let context = try CodecContext.decoder(for: track.parameters, threads: 1)
    let frame = try FrameHandle()
    self.context = context
    self.frame = frame
    self.track = track
    self.start = start
    converter = SampleConverter(to: track.format)
    pool = FramePool(slabBytes: Self.blockSamples * track.format.channels * 4, capacity: .max)
  }

  /// Gives it a packet of its track. All blocks must have been received before. A damaged one throws
  /// `invalidData`; the next may be good.
  package mutating func send(_ packet: DemuxedPacket) throws(CodecError) {
    try context.send(packet.packet)
  }

  /// Says that no packet follows; what is still inside can be received then.
  package mutating func finish() throws(CodecError) {
    try context.endPackets()
  }

  /// The next block; nil where another packet is needed or, after `finish`, nothing is left. Throws
  /// `invalidData` for sound that is damaged.
  package mutating func receive() throws(CodecError) -> AudioBlock? {
    while true {
      if isInside {
        if let block = try nextBlock() { return block }
        isInside = false
        frame.unref()
      }
      guard case .ready = try context.receive(into: frame) else { return nil }
      try converter.prepare(for: frame)
      align()
      isInside = true
      isTaken = false
    }
  }

  /// A block from what the converter holds.
  private mutating func nextBlock() throws(CodecError) -> AudioBlock? {
    guard var buffer = pool.buffer() else { throw CodecError(.outOfMemory, "decode sound", "no memory") }
    let samples = try converter.convert(frame, isNew: !isTaken, into: &buffer)
    isTaken = true
    guard samples > 0 else { return nil }
    let time = nextTime
    count += Int64(samples)
    return AudioBlock(
      storage: buffer.publish(byteCount: samples * track.format.channels * 4), format: track.format,
      frameCount: samples, time: time)
  }

  /// The stamp of the sample that comes next, by the count.
  private var nextTime: MediaTime {
    (anchor ?? track.startTime) + Rational(Int32(track.format.sampleRate)).time(of: count)
  }

  /// Believes the stamp of `frame` where it differs from the count, but never goes back: where stamps jump
  /// back, sound goes on as if they had not.
  private mutating func align() {
    guard let stamp = frame.stamp.flatMap({ track.parameters.time($0) }).map({ $0 - start }) else { return }
    if anchor == nil || stamp > nextTime + Self.tolerance {
      anchor = stamp
      count = 0
    }
  }

  /// Forgets all packets, after a seek.
  package mutating func reset() {
    context.flush()
    converter = SampleConverter(to: track.format)
    frame.unref()
    isInside = false
    anchor = nil
    count = 0
  }
}

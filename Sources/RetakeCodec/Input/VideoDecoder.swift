internal import CFFmpeg
package import RetakeMedia
internal import RetakeRuntime

/// Makes the packets of a video track into pictures of one size and one pixel format.
///
/// One thread at a time. A picture that comes in one of our formats is handed on as the decoder made it,
/// without a copy; others (10 bit, RGB, palettes, alpha) and those of another size than the first are
/// converted, and those of a mirrored track (`VideoTrack.isFlipped`) put upside down. Frame times are those of `Demuxer`; frames are numbered as they come, a damaged one too.
package struct VideoDecoder: ~Copyable {
  /// How all its pictures lie in memory.
  package let pixelFormat: PixelFormat
  /// Pixels a line of all its pictures.
  package let width: Int
  /// Lines of all its pictures.
  package let height: Int

  private let track: VideoTrack
  private let start: MediaTime
  let context: CodecContext
  private var frame: FrameHandle
  private var scaler = Scaler()
  /// Made when the first picture must be converted.
  private var pool: FramePool?
  private var lastTime: MediaTime?
  private var sequence: UInt64 = 0

  /// A decoder for `track`; `start` is the demuxer's `startTime`.
  package init(_ track: VideoTrack, start: MediaTime, threads: Int = 1) throws(CodecError) {
    try self.init(track, start: start, CodecContext.decoder(for: track.parameters, threads: threads))
  }

  /// A decoder for what a camera of `format` sends, compressed with `codec`, which gives each picture as soon as it
  /// has its packet. Stamps are the packets'.
  init(live codec: VideoCodec, _ format: VideoFormat) throws(CodecError) {
    let parameters = try CodecParameters(codec, format)
    let track = VideoTrack(
      codecName: codec.rawValue, codec: codec, width: format.width, height: format.height,
      pixelFormat: .yuv420p, frameRate: format.frameRate, pixelAspectRatio: format.pixelAspectRatio,
      rotation: format.rotation, isFlipped: false, isSlanted: false, color: format.color, startTime: .zero,
      duration: nil, parameters: parameters)
    try self.init(track, start: .zero, CodecContext.decoder(for: parameters, threads: 1, isLive: true))
  }

  private init(
    _ track: VideoTrack, start: MediaTime, _ context: consuming CodecContext
  ) throws(CodecError) {
    let frame = try FrameHandle()
    self.context = context
    self.frame = frame
    self.track = track
    self.start = start
    pixelFormat = track.pixelFormat ?? .yuv420p
    width = track.width
    height = track.height
  }

  /// Gives it a packet of its track. All pictures must have been received before. A damaged one throws
  /// `invalidData`; the next may be good.
  package mutating func send(_ packet: DemuxedPacket) throws(CodecError) {
    try context.send(packet.packet)
  }

  /// Gives a live one a picture's bytes, stamped with `time`, likewise.
  mutating func send(_ bytes: [UInt8], at time: MediaTime) throws(CodecError) {
    try context.send(bytes, stamp: time.nanoseconds)
  }

  /// Says that no packet follows; the pictures that are still inside can be received then.
  package mutating func finish() throws(CodecError) {
    try context.endPackets()
  }

  /// The next picture; nil where another packet is needed or, after `finish`, nothing is left. Throws
  /// `invalidData` for a picture that is damaged: it is left out, and there may be more.
  package mutating func receive() throws(CodecError) -> VideoFrame? {
    guard case .ready = try context.receive(into: frame) else { return nil }
    defer { frame.unref() }
    // A picture without a stamp follows the one before by the track's frame rate.
    let period = track.frameRate.period
    let time =
      frame.stamp.flatMap { track.parameters.time($0) }.map { $0 - start }
      ?? lastTime.map { $0 + period } ?? track.startTime
    lastTime = time
    let number = sequence
    sequence += 1
    if frame.isDamaged { throw CodecError(.invalidData, "decode \(track.codecName)", "damaged picture") }
    var color = frame.color(of: track)
    let isKept = frame.width == width && frame.height == height && frame.runsDownwards && !track.isFlipped
    if isKept, let format = PixelFormat(frame.pixelFormat), format == pixelFormat {
      let storage = try frame.takeStorage(format)
      return VideoFrame(
        storage: storage, pixelFormat: format, width: width, height: height, strides: storage.strides,
        color: color, time: time, sequence: number)
    }
    let source = try ScalerInput(frame, color: color, isFlipped: track.isFlipped)
    if source.format.isRGB { color = .assumed(height: height) }
    let layout = PlaneLayout(pixelFormat, width: width, height: height)
    // As many as are asked for: who reads the frames bounds how many there are, as with a decoder's own.
    let pool = pool ?? FramePool(slabBytes: layout.byteCount, capacity: .max)
    self.pool = pool
    guard var picture = pool.frame(layout) else {
      throw CodecError(.outOfMemory, "convert picture", "no memory")
    }
    try scaler.convert(source, into: &picture, color: color)
    return picture.publish(color: color, time: time, sequence: number)
  }

  /// Forgets all packets, after a seek. The numbers go on.
  package mutating func reset() {
    context.flush()
    lastTime = nil
  }
}

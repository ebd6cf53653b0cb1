package import RetakeMedia

/// Pictures to packets. Frames keep their stamps: the clock is 1/90000 s, the frame rate only a hint for rate
/// control. There are no B-frames, so packets come in the order of the frames and decode times are
/// presentation times. Used from one thread at a time.
///
/// A slow machine changes the rung in the middle of a take by finishing one encoder and opening the next: with
/// libx264 all rungs write the same configuration (see `EncoderOptions`), so both fit one track.
package struct VideoEncoder: ~Copyable, Sendable {
  /// Ticks a second of the encoder's clock.
  package static let timescale: Int32 = 90_000

  /// What the packets are, for a muxer.
  package let track: TrackDescription
  /// What it was opened with.
  package let settings: VideoEncoderSettings
  /// The layout that frames must have.
  package let pixelFormat: PixelFormat

  private let context: CodecContext
  private var upload: HardwareUpload?
  private var frame: FrameHandle
  private var packet: PacketHandle
  private var lastTicks: Int64?
  private var lastKeyFrame: MediaTime?

  /// Opens the encoder for frames of `pixelFormat` (`yuv420p` or `nv12`). `rotation` (clockwise degrees) only
  /// goes into `track`. `configuration` is what `track` will say; nil: the encoder is asked. A `isLive` one
  /// gives each packet at once, and works on one thread.
  package init(
    _ settings: VideoEncoderSettings, pixelFormat: PixelFormat = .yuv420p, rotation: Int = 0,
    configuration: [UInt8]? = nil, isLive: Bool = false
  ) throws(CodecError) {
    guard pixelFormat == .yuv420p || pixelFormat == .nv12 else {
      throw CodecError(.invalidArgument, "open \(settings.encoder)", "\(pixelFormat) is not 4:2:0")
    }
    guard settings.width > 0, settings.height > 0, settings.width % 2 == 0, settings.height % 2 == 0 else {
      throw CodecError(
        .invalidArgument, "open \(settings.encoder)",
        "\(settings.width)x\(settings.height) is not an even size")
    }
    guard !settings.encoder.hasSuffix("_v4l2m2m") || MemoryToMemory.mayBeTried else {
      throw CodecError(.notFound, "open \(settings.encoder)", "no node of /dev/video* encodes")
    }
    let context = try CodecContext(encoder: settings.encoder)
    let options = EncoderOptions(settings, isLive: isLive)
    context.configureVideo(
      settings, pixelFormat: pixelFormat, keyFrameDistance: options.keyFrameDistance, isLive: isLive)
    let upload =
      settings.encoder.hasSuffix("_vaapi")
      ? try HardwareUpload(for: context, settings: settings, pixelFormat: pixelFormat) : nil
    try context.open(options: options.options)
    var extradata = configuration ?? context.extradata
    if extradata.isEmpty, configuration == nil {
      extradata = try Self.configurationByTrial(settings, pixelFormat)
    }
    let frame = try FrameHandle()
    let packet = try PacketHandle()
    self.track = .video(
      codec: settings.codec, width: settings.width, height: settings.height, frameRate: settings.frameRate,
      color: settings.color, pixelAspectRatio: settings.pixelAspectRatio, rotation: rotation,
      extradata: extradata)
    self.settings = settings
    self.pixelFormat = pixelFormat
    self.context = context
    self.upload = upload
    self.frame = frame
    self.packet = packet
  }

  /// Some hardware tells its configuration only inside the stream: a trial brings it out.
  private static func configurationByTrial(
    _ settings: VideoEncoderSettings, _ pixelFormat: PixelFormat
  ) throws(CodecError) -> [UInt8] {
    let encoder = try VideoEncoder(settings, pixelFormat: pixelFormat, configuration: [])
    let packet = try EncoderCatalog.encodeTwoPictures(encoder)
    let configuration = packet.storage.withPlane(0) { bytes in
      let unit = AccessUnit(bytes.extracting(0..<packet.byteCount), codec: settings.codec)
      return ParameterSet.configuration(unit.parameterSets)
    }
    guard !configuration.isEmpty else {
      throw CodecError(.failed, "open \(settings.encoder)", "its stream has no configuration for a file")
    }
    return configuration
  }

  /// Sends a picture that is shown at `time`, which must be later than the one before by a tick at least (else it
  /// is moved to the next tick). The picture may be larger than the settings say: it is cropped on the right and
  /// below. Its storage is held until the encoder has read it. Call `receive` until nil before the next `send`.
  ///
  /// A key frame is made of the first picture, where `forceKeyFrame` asks for one, and as soon as
  /// `keyFrameInterval` has passed since the last.
  package mutating func send(
    _ picture: VideoFrame, at time: MediaTime, forceKeyFrame: Bool = false
  ) throws(CodecError) {
    guard picture.pixelFormat == pixelFormat, picture.width >= settings.width,
      picture.height >= settings.height
    else {
      throw CodecError(
        .invalidArgument, "encode with \(settings.encoder)",
        "a frame of \(picture.width)x\(picture.height) \(picture.pixelFormat), opened for "
          + "\(settings.width)x\(settings.height) \(pixelFormat)")
    }
    var ticks = time.ticks(timescale: Self.timescale)
    if let lastTicks { ticks = max(ticks, lastTicks + 1) }
    let isDue = lastKeyFrame.map { time - $0 >= settings.keyFrameInterval } ?? true
    let isKeyFrame = forceKeyFrame || isDue
    try frame.wrap(picture, width: settings.width, height: settings.height)
    frame.stamp(ticks: ticks, isKeyFrame: isKeyFrame)
    defer { frame.unref() }
    if try upload?.send(frame, to: context) == nil { try context.send(frame) }
    lastTicks = ticks
    if isKeyFrame { lastKeyFrame = time }
  }

  /// The next packet; nil: it needs more pictures, or is at its end.
  package mutating func receive() throws(CodecError) -> EncodedPacket? {
    switch try context.receive(into: packet) {
    case .ready: try packet.takePacket(timescale: Self.timescale)
    case .needsInput, .ended: nil
    }
  }

  /// Ends the stream: `receive` then gives what is left. Nothing can be sent afterwards.
  package mutating func finish() throws(CodecError) {
    try context.endFrames()
  }
}

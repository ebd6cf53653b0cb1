internal import RetakeCodec
internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// Reads the pictures of a file. JPEGs that the decode thread can read go on as packets, all else is decoded.
/// Pictures are numbered on over the rounds; one that is damaged leaves a gap.
final class FilePictures: FileReader {
  /// What it gives.
  let format: VideoFormat

  private let file: InputFile
  private let track: VideoTrack
  private var demuxer: Demuxer
  private var decoder: VideoDecoder
  /// Reads the heads of JPEGs, where packets are passed on.
  private var jpeg: JPEGDecoder?
  private var timeline = FileTimeline()
  private var sequence: UInt64 = 0
  /// Pictures of this round, and the first of them.
  private var count = 0
  private var first: CameraSample?
  /// Nothing more will be read in this round.
  private var isDraining = false
  /// How often the picture of a file that has only one is given.
  private var stillPeriod: MediaTime?

  /// A still picture is given 25 times a second at most.
  private static let shortestStill = MediaTime(nanoseconds: 40_000_000)

  /// Opens what `file` holds.
  init(_ file: InputFile) throws(CodecError) {
    let demuxer = try Demuxer(file)
    guard let track = demuxer.video else {
      throw CodecError(.notFound, "open \(file.name)", "it has no picture")
    }
    let decoder = try Self.decoder(for: track, start: demuxer.startTime)
    let isPassed =
      track.codec == .mjpeg && track.pixelFormat?.isOfJPEG == true && track.color == .jpeg
      && !track.isFlipped
    self.file = file
    self.track = track
    self.demuxer = demuxer
    self.decoder = decoder
    jpeg = isPassed ? try? JPEGDecoder() : nil
    format = VideoFormat(
      subtype: isPassed ? .codec(.mjpeg) : .pixels(track.pixelFormat ?? .yuv420p), width: track.width,
      height: track.height, frameRate: track.frameRate, color: track.color,
      pixelAspectRatio: track.pixelAspectRatio, rotation: track.rotation)
    if track.isSlanted {
      Log.info("\(file.name) wants its pictures slanted: they are shown as they are")
    }
  }

  /// One thread keeps up with HD; beyond it two do, at the price of a frame's memory.
  private static func decoder(for track: VideoTrack, start: MediaTime) throws(CodecError) -> VideoDecoder {
    try VideoDecoder(track, start: start, threads: track.width * track.height > 1920 * 1088 ? 2 : 1)
  }

  func next() -> FileStep<CameraSample> {
    while true {
      if let first, let stillPeriod { return again(first, after: stillPeriod) }
      do throws(CodecError) {
        if let frame = try decoder.receive() { return given(.frame(frame), at: frame.time) }
        if isDraining {
          if let loss = beginAgain() { return .ended(.lost(loss)) }
        } else if let packet = demuxer.readPatiently() {
          if packet.kind == .video, let step = try take(packet) { return step }
        } else {
          isDraining = true
          try decoder.finish()
        }
      } catch {
        sequence += 1
      }
    }
  }

  /// Passes a JPEG on, or gives the packet to the decoder.
  private func take(_ packet: DemuxedPacket) throws(CodecError) -> FileStep<CameraSample>? {
    let stamp = packet.presentationTime ?? packet.decodeTime ?? timeline.end
    let passed = EncodedPacket(
      storage: packet.storage, byteCount: packet.byteCount, presentationTime: stamp,
      duration: packet.duration, isKeyFrame: true)
    // Another size, two fields in one packet, an unusual end: FFmpeg's decoder knows what to do.
    guard let header = try? jpeg?.header(of: passed), header.width == format.width,
      header.height == format.height
    else {
      try decoder.send(packet)
      return nil
    }
    return packet.isDiscarded ? nil : given(.packet(passed), at: stamp)
  }

  private func given(_ sample: CameraSample, at stamp: MediaTime) -> FileStep<CameraSample> {
    let sample = sample.numbered(sequence)
    sequence += 1
    count += 1
    if count == 1 { first = sample }
    return .element(sample, due: timeline.place(stamp, lasting: track.frameRate.period))
  }

  /// The only picture of the file once more.
  private func again(_ sample: CameraSample, after period: MediaTime) -> FileStep<CameraSample> {
    let step = given(sample, at: .zero)
    timeline.repeatAfter(period)
    return step
  }

  /// Goes back to the start of the file; says why, where that cannot be.
  private func beginAgain() -> RetakeError? {
    // The last picture lasts until the file ends, however long that is.
    let length = timeline.length(
      observedEnd: demuxer.observedEnd, declaredEnd: demuxer.declaredEnd, slack: track.frameRate.period)
    guard count > 0 else { return .undecodable("picture", file.name) }
    guard file.isSeekable else { return .inputEnded(file.name) }
    if count == 1 {
      stillPeriod = max(length, Self.shortestStill)
      timeline.repeatAfter(max(length, Self.shortestStill))
      return nil
    }
    timeline.repeatAfter(length)
    count = 0
    isDraining = false
    do throws(CodecError) {
      // Opened anew, not sought: the same pictures and stamps as in the first round, whatever the container.
      let demuxer = try Demuxer(file)
      decoder = try Self.decoder(for: track, start: demuxer.startTime)
      self.demuxer = demuxer
      return nil
    } catch {
      return RetakeError(.deviceLost, error.description, advice: "The file was changed while it was played.")
    }
  }
}

extension CameraSample {
  /// The same sample with this number.
  fileprivate func numbered(_ sequence: UInt64) -> CameraSample {
    switch self {
    case .frame(var frame):
      frame.sequence = sequence
      return .frame(frame)
    case .packet(var packet):
      packet.sequence = sequence
      return .packet(packet)
    }
  }
}

extension PixelFormat {
  /// Whether the decoder of camera JPEGs gives this format.
  fileprivate var isOfJPEG: Bool {
    switch self {
    case .yuv420p, .yuv422p, .yuv444p, .gray8: true
    case .nv12, .yuyv422, .uyvy422: false
    }
  }
}

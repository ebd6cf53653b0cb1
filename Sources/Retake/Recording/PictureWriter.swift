internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The encode thread of a take: pictures in, packets out.
final class PictureWriter: Sendable {
  let settings: VideoEncoderSettings
  private let pixelFormat: PixelFormat
  private let rotation: Int
  private let timeline: TakeTimeline
  private let messages: BoundedQueue<MovieWriter.Message>

  /// For a camera of which most pictures come in `pixelFormat` (`yuv420p` or `nv12`), to be
  /// shown turned by `rotation` clockwise degrees.
  init(
    pixelFormat: PixelFormat, rotation: Int, settings: VideoEncoderSettings, timeline: TakeTimeline,
    messages: BoundedQueue<MovieWriter.Message>
  ) {
    self.pixelFormat = pixelFormat
    self.rotation = rotation
    self.settings = settings
    self.timeline = timeline
    self.messages = messages
  }

  /// The encoder and its speed, as the statistics name them.
  var encoderName: String {
    let hasSpeeds = EncoderCatalog.video.contains { $0.name == settings.encoder && $0.hasSpeeds }
    return hasSpeeds ? "\(settings.encoder):\(settings.speed.rawValue)" : settings.encoder
  }

  /// Runs until the take is over and each of its pictures is with the mux thread.
  func run() {
    do {
      try encodeTake()
    } catch {
      let error = RetakeError(
        .encoderFailed, "the encoder \(settings.encoder) failed: \(error)",
        advice: "Try another one with --encoder; `retake devices` lists them.")
      timeline.end(.encoder, error: error)
      // Whoever waits for room must not wait for ever.
      while timeline.takePicture(clock: { MonotonicClock.now }) != nil {}
    }
    _ = messages.pushWaiting(.videoEnd)
  }

  private func encodeTake() throws(CodecError) {
    var encoder = try VideoEncoder(settings, pixelFormat: pixelFormat, rotation: rotation)
    var converter = PictureConverter(to: pixelFormat, settings)
    guard messages.pushWaiting(.videoTrack(encoder.track)) else { return }
    while let frame = timeline.takePicture(clock: { MonotonicClock.now }) {
      guard let origin = timeline.origin else { preconditionFailure("a picture makes the origin") }
      let picture = try converter.convert(frame)
      try encoder.send(picture, at: frame.time - origin, forceKeyFrame: false)
      guard try handOver(from: &encoder) else { return }
    }
    try encoder.finish()
    _ = try handOver(from: &encoder)
  }

  /// Hands what is ready to the mux thread; false if that has given up.
  private func handOver(from encoder: inout VideoEncoder) throws(CodecError) -> Bool {
    while let packet = try encoder.receive() {
      guard messages.pushWaiting(.videoPacket(packet)) else { return false }
    }
    return true
  }
}

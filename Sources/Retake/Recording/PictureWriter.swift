internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The encode thread of a take: pictures in, packets out.
final class PictureWriter: PictureTrack {
  let settings: VideoEncoderSettings
  private let choice: EncoderChoice
  private let rotation: Int
  private let maySkip: Bool
  private let timeline: TakeTimeline
  private let packets: PacketLine
  private let open: EncoderOpener
  private let lastPace: Monitor<EncoderPace>

  /// For pictures that are to be shown turned by `rotation` clockwise degrees. `maySkip`: where the machine keeps up
  /// in no other way, pictures may be left out.
  init(
    _ choice: EncoderChoice, rotation: Int, maySkip: Bool, timeline: TakeTimeline, packets: PacketLine,
    open: @escaping EncoderOpener
  ) {
    self.choice = choice
    self.rotation = rotation
    self.maySkip = maySkip
    self.timeline = timeline
    self.packets = packets
    self.open = open
    settings = choice.settings
    lastPace = Monitor(choice.pace)
  }

  var pace: EncoderPace { lastPace.withLock { $0 } }

  var encoderName: String {
    let pace = pace
    return pace.speed == nil ? settings.encoder : "\(settings.encoder):\(pace.name)"
  }

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
    _ = packets.push(.videoEnd)
  }

  private func encodeTake() throws(CodecError) {
    let ladder = SpeedLadder(
      from: choice.pace.speed, isFixed: choice.isSpeedFixed, maySkip: maySkip,
      framePeriod: settings.frameRate.period)
    var encoder = try PacedEncoder(
      settings, pixelFormat: choice.pixelFormat, rotation: rotation, ladder: ladder, open: open)
    var converter = PictureConverter(to: choice.pixelFormat, settings)
    guard packets.push(.videoTrack(encoder.track)) else { return }
    while let frame = timeline.takePicture(clock: { MonotonicClock.now }) {
      if encoder.leavesOut() {
        timeline.leaveOut(frame)
        continue
      }
      let began = MonotonicClock.now
      try encoder.send(try converter.convert(frame), at: frame.time)
      guard try handOver(from: &encoder) else { return }
      let now = MonotonicClock.now
      try encoder.adapt(waiting: timeline.load.count, fill: timeline.fill, took: now - began, now: now)
      lastPace.withLock { $0 = encoder.pace }
    }
    try encoder.finish()
    _ = try handOver(from: &encoder)
  }

  /// Hands what is ready to the mux thread; false if that has given up.
  private func handOver(from encoder: inout PacedEncoder) throws(CodecError) -> Bool {
    while let packet = try encoder.receive() {
      guard packets.push(.videoPacket(packet)) else { return false }
      if packet.isKeyFrame, let start = packets.ringStart { timeline.forget(before: start) }
    }
    return true
  }
}

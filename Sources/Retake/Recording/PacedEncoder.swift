internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The encoder of a take, at the pace that the machine keeps up with. One thread.
///
/// Another rung is another encoder, opened between two pictures: its first one is a key frame. A file's track has one
/// configuration, so a rung whose encoder would write another one, byte for byte, is not used.
struct PacedEncoder: ~Copyable {
  /// What the packets are, for a muxer.
  let track: TrackDescription
  private let settings: VideoEncoderSettings
  private let pixelFormat: PixelFormat
  private let rotation: Int
  private let open: EncoderOpener
  private var encoder: any PictureEncoder
  private var ladder: SpeedLadder
  /// Packets of encoders that were ended.
  private var ready: [EncodedPacket] = []
  private var pictureCount = 0

  init(
    _ settings: VideoEncoderSettings, pixelFormat: PixelFormat, rotation: Int, ladder: SpeedLadder,
    open: @escaping EncoderOpener
  ) throws(CodecError) {
    encoder = try open(settings, pixelFormat, rotation)
    track = encoder.track
    self.settings = settings
    self.pixelFormat = pixelFormat
    self.rotation = rotation
    self.ladder = ladder
    self.open = open
  }

  /// How it works now.
  var pace: EncoderPace { ladder.pace }

  /// Whether the next picture is one of those that are left out at this pace; to be asked once for each.
  mutating func leavesOut() -> Bool {
    defer { pictureCount += 1 }
    return pictureCount % ladder.pace.divisor != 0
  }

  /// Sends a picture, shown at `time`.
  mutating func send(_ picture: VideoFrame, at time: MediaTime, forceKeyFrame: Bool = false)
    throws(CodecError)
  {
    try encoder.send(picture, at: time, forceKeyFrame: forceKeyFrame)
  }

  /// The next packet; nil: it needs more pictures, or is at its end.
  mutating func receive() throws(CodecError) -> EncodedPacket? {
    if !ready.isEmpty { return ready.removeFirst() }
    return try encoder.receive()
  }

  /// Ends the stream: `receive` then gives what is left.
  mutating func finish() throws(CodecError) {
    try encoder.finish()
  }

  /// Changes the pace where the ladder says so, after a picture; see `SpeedLadder.advise`.
  mutating func adapt(waiting: Int, fill: Double, took: MediaTime, now: MediaTime) throws(CodecError) {
    let advice = ladder.advise(waiting: waiting, fill: fill, took: took, now: now)
    guard advice != .stay else { return }
    while true {
      let target = ladder.target(of: advice)
      guard target != ladder.pace else { return }
      if target.speed != ladder.pace.speed, let speed = target.speed, !(try reopen(at: speed)) {
        ladder.discard(speed)
        continue
      }
      Log.info("the encoder goes from \(ladder.pace.name) to \(target.name): \(waiting) pictures wait")
      return ladder.move(to: target, now: now)
    }
  }

  /// Opens the encoder at another rung; false where that does not fit the track.
  private mutating func reopen(at speed: EncoderSpeed) throws(CodecError) -> Bool {
    var settings = settings
    settings.speed = speed
    // What cannot be opened now is no reason to end a take that runs.
    guard let other = try? open(settings, pixelFormat, rotation), other.track == track else { return false }
    try encoder.finish()
    while let packet = try encoder.receive() { ready.append(packet) }
    encoder = other
    return true
  }
}

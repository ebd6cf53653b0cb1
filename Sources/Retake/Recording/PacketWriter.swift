internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The encode thread of a take whose camera has encoded its pictures: packets in, packets out.
final class PacketWriter: PictureTrack {
  let settings: VideoEncoderSettings
  let pace: EncoderPace
  private let rotation: Int
  private let timeline: TakeTimeline
  private let packets: PacketLine

  /// For pictures that are to be shown turned by `rotation` clockwise degrees.
  init(_ choice: EncoderChoice, rotation: Int, timeline: TakeTimeline, packets: PacketLine) {
    settings = choice.settings
    pace = choice.pace
    self.rotation = rotation
    self.timeline = timeline
    self.packets = packets
  }

  var encoderName: String { settings.encoder }

  func run() {
    copyTake()
    _ = packets.push(.videoEnd)
  }

  private func copyTake() {
    var configuration: [UInt8]?
    while let packet = timeline.takePacket(clock: { MonotonicClock.now }) {
      if configuration == nil {
        configuration = packet.configuration
        guard packets.push(.videoTrack(track(packet.configuration))) else { return }
      }
      guard packet.configuration == configuration else { return endBefore(packet) }
      guard packets.push(.videoPacket(packet)) else { return }
      if packet.isKeyFrame, let start = packets.ringStart { timeline.forget(before: start) }
    }
  }

  private func track(_ configuration: [UInt8]) -> TrackDescription {
    .video(
      codec: settings.codec, width: settings.width, height: settings.height, frameRate: settings.frameRate,
      color: settings.color, pixelAspectRatio: settings.pixelAspectRatio, rotation: rotation,
      extradata: configuration)
  }

  /// The camera codes its pictures differently from here on, which one track of a file cannot hold.
  private func endBefore(_ packet: EncodedPacket) {
    timeline.cut(
      at: packet.presentationTime - (timeline.start ?? .zero), .encoder,
      error: RetakeError(
        .encoderFailed, "the camera changed the format of its \(settings.codec) during the take",
        advice: "The take up to there is kept. Record again, or without --codec copy."))
    var next: EncodedPacket? = packet
    while let packet = next {
      timeline.leaveOut(packet)
      next = timeline.takePacket(clock: { MonotonicClock.now })
    }
  }
}

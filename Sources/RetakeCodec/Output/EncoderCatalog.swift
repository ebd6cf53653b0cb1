internal import CFFmpeg
package import RetakeMedia
internal import RetakeRuntime

/// The encoders that Retake can use, and which of them work here.
package enum EncoderCatalog {
  /// An encoder, by its name in FFmpeg.
  package struct Entry: Hashable, Sendable {
    package var name: String
    package var codec: VideoCodec
    /// Whether it has the rungs of `EncoderSpeed`.
    package var hasSpeeds: Bool
    /// Whether it takes semi-planar pictures as they are, beside planar ones.
    package var takesNV12 = true
  }

  /// In the order of preference for each codec: hardware that costs no CPU first (the encoder of a small board, then a
  /// graphics processor's), then software, which is always there. Whether one works is only known by `probe`.
  package static let video = [
    Entry(name: "h264_v4l2m2m", codec: .h264, hasSpeeds: false),
    Entry(name: "h264_vaapi", codec: .h264, hasSpeeds: false),
    Entry(name: "libx264", codec: .h264, hasSpeeds: true),
    Entry(name: "hevc_v4l2m2m", codec: .hevc, hasSpeeds: false),
    Entry(name: "hevc_vaapi", codec: .hevc, hasSpeeds: false),
    Entry(name: "libx265", codec: .hevc, hasSpeeds: true, takesNV12: false),
  ]

  /// Whether FFmpeg was built with the encoder of this name.
  package static func isBuiltIn(_ name: String) -> Bool {
    CodecContext.hasEncoder(named: name)
  }

  /// Opens the encoder with `settings`, encodes two grey pictures with it, and throws where a take would fail.
  /// Takes some 10 ms in software; may wait for a device.
  package static func probe(
    _ settings: VideoEncoderSettings, pixelFormat: PixelFormat = .yuv420p
  ) throws(CodecError) {
    _ = try encodeTwoPictures(VideoEncoder(settings, pixelFormat: pixelFormat))
  }

  /// The first encoder for `codec` in the order of preference that works on this machine; nil where none does.
  /// Hardware is tried once with pictures of 1280x720, and the answer serves until the process ends. Any thread
  /// may call; not for the frame path.
  package static func preferred(for codec: VideoCodec) -> String? {
    if let known = preferences.withLock({ $0[codec] }) { return known }
    let name = video.first { $0.codec == codec && isBuiltIn($0.name) && works($0) }?.name
    preferences.withLock { $0[codec] = name }
    return name
  }

  private static let preferences = Monitor<[VideoCodec: String]>([:])

  private static func works(_ entry: Entry) -> Bool {
    // Software needs no device, so being built in is enough.
    if entry.hasSpeeds { return true }
    let settings = VideoEncoderSettings(
      codec: entry.codec, encoder: entry.name, width: 1280, height: 720, frameRate: Rational(30),
      color: .assumed(height: 720), pixelAspectRatio: Rational(1), rateControl: .bitrate(4_000_000),
      speed: .veryfast)
    do {
      try probe(settings)
      return true
    } catch {
      Log.debug("encoder \(entry.name) is not used: \(error)")
      return false
    }
  }

  /// The first packet of two grey pictures: a key frame. Ends the encoder.
  static func encodeTwoPictures(_ encoder: consuming VideoEncoder) throws(CodecError) -> EncodedPacket {
    let settings = encoder.settings
    let layout = PlaneLayout(encoder.pixelFormat, width: settings.width, height: settings.height)
    let pool = FramePool(slabBytes: layout.byteCount, capacity: 1)
    guard var frame = pool.frame(layout) else {
      throw CodecError(averror: retake_averror(ENOMEM), "try \(settings.encoder)")
    }
    for plane in 0..<encoder.pixelFormat.planeCount {
      frame.withPlane(plane) { bytes in
        for offset in 0..<bytes.byteCount { bytes.storeBytes(of: 128, toByteOffset: offset, as: UInt8.self) }
      }
    }
    let picture = frame.publish(color: settings.color, time: .zero, sequence: 0)
    var packets: [EncodedPacket] = []
    for index in 0..<2 {
      try encoder.send(picture, at: settings.frameRate.time(of: Int64(index)))
      while let packet = try encoder.receive() { packets.append(packet) }
    }
    try encoder.finish()
    while let packet = try encoder.receive() { packets.append(packet) }
    guard let first = packets.first, first.isKeyFrame, packets.count == 2 else {
      throw CodecError(.failed, "try \(settings.encoder)", "\(packets.count) packets of 2 pictures")
    }
    return first
  }
}

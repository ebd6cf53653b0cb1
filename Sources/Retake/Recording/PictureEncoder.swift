internal import RetakeCodec
internal import RetakeMedia

/// What makes packets of a take's pictures: one of FFmpeg's encoders, or a scripted one. One thread at a time.
protocol PictureEncoder: AnyObject {
  /// What the packets are, for a muxer.
  var track: TrackDescription { get }
  /// Sends a picture that is shown at `time`; the first one becomes a key frame. Call `receive` until nil before
  /// the next.
  func send(_ picture: VideoFrame, at time: MediaTime, forceKeyFrame: Bool) throws(CodecError)
  /// The next packet; nil: it needs more pictures, or is at its end.
  func receive() throws(CodecError) -> EncodedPacket?
  /// Ends the stream: `receive` then gives what is left.
  func finish() throws(CodecError)
}

/// Opens encoders for pictures of `pixelFormat`, shown turned by `rotation` clockwise degrees.
typealias EncoderOpener =
  @Sendable (
    _ settings: VideoEncoderSettings, _ pixelFormat: PixelFormat, _ rotation: Int
  ) throws(CodecError) -> any PictureEncoder

/// FFmpeg's encoder of the settings' name.
final class LibavPictureEncoder: PictureEncoder {
  private var encoder: VideoEncoder

  init(_ settings: VideoEncoderSettings, _ pixelFormat: PixelFormat, rotation: Int) throws(CodecError) {
    encoder = try VideoEncoder(settings, pixelFormat: pixelFormat, rotation: rotation)
  }

  var track: TrackDescription { encoder.track }

  func send(_ picture: VideoFrame, at time: MediaTime, forceKeyFrame: Bool) throws(CodecError) {
    try encoder.send(picture, at: time, forceKeyFrame: forceKeyFrame)
  }

  func receive() throws(CodecError) -> EncodedPacket? {
    try encoder.receive()
  }

  func finish() throws(CodecError) {
    try encoder.finish()
  }

  static let opener: EncoderOpener = { (settings, pixelFormat, rotation) throws(CodecError) in
    try LibavPictureEncoder(settings, pixelFormat, rotation: rotation)
  }
}

internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// Compresses the test camera's pictures as cameras with an encoder of their own do: H.264 in Annex B, each key
/// frame behind its parameter sets, one a second. Belongs to the camera's thread.
struct TestStreamEncoder: ~Copyable {
  private var encoder: VideoEncoder
  private let parameterSets: [UInt8]
  private var lastNumber: UInt64?

  /// libx264's quality of this many hundredths: the code strip stays sharp.
  private static let quality = 75

  /// An encoder for pictures of `format`, in nv12.
  init(_ format: VideoFormat) throws(CodecError) {
    let settings = VideoEncoderSettings(
      codec: .h264, encoder: "libx264", width: format.width, height: format.height,
      frameRate: format.frameRate, color: format.color, pixelAspectRatio: format.pixelAspectRatio,
      rateControl: .quality(Self.quality), speed: .ultrafast)
    let encoder = try VideoEncoder(settings, pixelFormat: .nv12, isLive: true)
    guard case .video(_, _, _, _, _, _, _, let parameterSets) = encoder.track else {
      preconditionFailure("a video encoder makes a video track")
    }
    self.encoder = encoder
    self.parameterSets = parameterSets
  }

  /// The packet of `frame`, taken `time` after the start; nil where it could not be compressed. Behind a picture
  /// that was left out it is a key frame.
  mutating func packet(of frame: VideoFrame, time: MediaTime) -> EncodedPacket? {
    let isNext = lastNumber.map { frame.sequence == $0 + 1 } ?? true
    guard (try? encoder.send(frame, at: time, forceKeyFrame: !isNext)) != nil,
      let made = try? encoder.receive()
    else { return nil }
    lastNumber = frame.sequence
    guard made.isKeyFrame else {
      return EncodedPacket(
        storage: made.storage, byteCount: made.byteCount, presentationTime: frame.time, isKeyFrame: false,
        sequence: frame.sequence)
    }
    let bytes = made.storage.withPlane(0) {
      PacketBytes(parameterSets, followedBy: $0.extracting(0..<made.byteCount))
    }
    return EncodedPacket(
      storage: bytes, byteCount: bytes.byteCount, presentationTime: frame.time, isKeyFrame: true,
      sequence: frame.sequence)
  }
}

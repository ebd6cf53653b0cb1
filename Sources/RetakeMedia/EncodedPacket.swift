/// One compressed picture or run of sound, shared and read-only.
public struct EncodedPacket: Sendable {
  /// The memory: one plane, of which the first `byteCount` bytes count.
  public let storage: any FrameStorage
  /// Bytes of the packet.
  public let byteCount: Int
  /// When it is shown, on the clock of its stream.
  public var presentationTime: MediaTime
  /// When it must be decoded; at or before `presentationTime`.
  public var decodeTime: MediaTime
  /// How long it lasts, where that is known.
  public var duration: MediaTime?
  /// Whether decoding can begin here.
  public var isKeyFrame: Bool
  /// Its number since the source started, for packets that a camera sends.
  public var sequence: UInt64
  /// The parameter sets that are in force, for a picture of H.264 or HEVC that a camera sends: each behind
  /// 00 00 00 01. Empty for all else.
  public var configuration: [UInt8] = []

  /// A packet over the first `byteCount` bytes of `storage`.
  public init(
    storage: any FrameStorage, byteCount: Int, presentationTime: MediaTime, decodeTime: MediaTime? = nil,
    duration: MediaTime? = nil, isKeyFrame: Bool, sequence: UInt64 = 0
  ) {
    self.storage = storage
    self.byteCount = byteCount
    self.presentationTime = presentationTime
    self.decodeTime = decodeTime ?? presentationTime
    self.duration = duration
    self.isKeyFrame = isKeyFrame
    self.sequence = sequence
  }
}

/// What comes from a camera: pixels, or a packet that the decode thread makes into pixels.
public enum CameraSample: Sendable {
  /// An uncompressed picture.
  case frame(VideoFrame)
  /// A compressed picture.
  case packet(EncodedPacket)
}

extension CameraSample {
  /// The same sample, taken at `time`.
  package func taken(at time: MediaTime) -> CameraSample {
    switch self {
    case .frame(var frame):
      frame.time = time
      return .frame(frame)
    case .packet(var packet):
      packet.presentationTime = time
      packet.decodeTime = time
      return .packet(packet)
    }
  }
}

internal import RetakeCodec
internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// A camera's packets to frames. One thread.
struct PictureDecoder: ~Copyable {
  /// One of the two.
  private var jpeg: JPEGPictures?
  private var stream: LiveDecoder?

  /// A decoder for a camera of `format`, which sends packets of `codec`.
  init(_ codec: VideoCodec, _ format: VideoFormat) throws {
    switch codec {
    case .mjpeg: jpeg = try JPEGPictures(format)
    case .h264, .hevc: stream = try LiveDecoder(codec, format)
    }
  }

  /// Hands the packet's picture to `deliver`; false if it is damaged, or no slab is free.
  mutating func decode(_ packet: EncodedPacket, deliver: (VideoFrame) -> Void) -> Bool {
    if let isWhole = stream?.decode(packet, deliver: deliver) { return isWhole }
    guard let frame = jpeg?.decode(packet) else { return false }
    deliver(frame)
    return true
  }
}

/// A camera's JPEGs to frames.
private struct JPEGPictures: ~Copyable {
  private var decoder: JPEGDecoder
  private var pool: FramePool?
  private let format: VideoFormat

  /// Frames that may be in use at once: those that wait for the encoder or are inside it, and the screen's.
  private static let poolCapacity = 96

  init(_ format: VideoFormat) throws(JPEGError) {
    decoder = try JPEGDecoder()
    self.format = format
  }

  /// The picture; nil if it is damaged, of another size than the camera promised, or no slab is free.
  mutating func decode(_ packet: EncodedPacket) -> VideoFrame? {
    do throws(JPEGError) {
      let pool = try pool(for: packet)
      return try decoder.decode(packet, expected: (format.width, format.height), into: pool)
    } catch {
      return nil
    }
  }

  /// A pool with slabs that hold the packet's picture: the camera may change its chroma sampling.
  private mutating func pool(for packet: EncodedPacket) throws(JPEGError) -> FramePool {
    if let pool { return pool }
    let slabBytes = JPEGDecoder.slabBytes(for: try decoder.header(of: packet))
    let made = FramePool(slabBytes: slabBytes, capacity: Self.poolCapacity)
    pool = made
    return made
  }
}

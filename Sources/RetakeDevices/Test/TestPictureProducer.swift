internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// Makes the test camera's samples, raw or compressed. Belongs to the camera's thread.
struct TestPictureProducer: ~Copyable {
  /// Slabs that readers can hold at once; less where pictures are so large that they would fill the memory.
  private static let slabs = 24
  private static let slabsBytes = 256 << 20
  /// libjpeg's quality: the code strip stays sharp, and a picture is as large as a webcam's.
  private static let jpegQuality = 90

  private let pattern: TestPattern
  private let frames: FramePool
  /// For compressed pictures: the encoder, and slabs for what it makes.
  private var encoder: JPEGEncoder?
  private let packets: FramePool

  /// A producer for nv12, yuyv422 or MJPEG.
  init(_ format: VideoFormat) throws(JPEGError) {
    let pixelFormat: PixelFormat
    switch format.subtype {
    case .pixels(let raw):
      pixelFormat = raw
      encoder = nil
    case .codec:
      pixelFormat = .yuv420p
      encoder = try JPEGEncoder(quality: Self.jpegQuality)
    }
    pattern = TestPattern(
      pixelFormat, width: format.width, height: format.height, frameRate: format.frameRate,
      color: format.color)
    let frameBytes = pattern.layout.byteCount
    // A picture of the pattern takes well under a byte a pixel; small ones are mostly tables.
    let packetBytes = format.width * format.height + 16_384
    frames = FramePool(slabBytes: frameBytes, capacity: Self.capacity(of: frameBytes))
    packets = FramePool(slabBytes: packetBytes, capacity: Self.capacity(of: packetBytes))
  }

  private static func capacity(of bytes: Int) -> Int {
    max(4, min(slabs, slabsBytes / bytes))
  }

  /// Frame `number`; nil where no slab is free, or it could not be compressed.
  mutating func sample(_ number: UInt64, epoch: MediaTime) -> CameraSample? {
    guard var writable = frames.frame(pattern.layout) else { return nil }
    pattern.render(frame: number, epoch: epoch, into: &writable)
    let time = epoch + pattern.time(ofFrame: number)
    let frame = writable.publish(color: pattern.color, time: time, sequence: number)
    guard encoder != nil else { return .frame(frame) }
    guard var packet = try? encoder?.encode(frame, into: packets) else { return nil }
    packet.duration = pattern.time(ofFrame: number + 1) - pattern.time(ofFrame: number)
    return .packet(packet)
  }
}

internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// Makes the test camera's samples, raw or compressed. Belongs to the camera's thread.
struct TestPictureProducer: ~Copyable {
  /// Slabs that readers can hold at once; less where pictures are so large that they would fill the memory.
  private static let slabs = 80
  private static let slabsBytes = 256 << 20
  /// libjpeg's quality: the code strip stays sharp, and a picture is as large as a webcam's.
  private static let jpegQuality = 90

  private let pattern: TestPattern
  private let frames: FramePool
  /// What becomes of a drawn picture: one of these, or nothing.
  private var jpeg: JPEGEncoder?
  private var stream: TestStreamEncoder?
  private var sensor: TestSensorReader?
  /// Slabs for JPEGs.
  private let packets: FramePool

  /// A producer for nv12, yuyv422, MJPEG or H.264, or for what a `sensor` sees. Throws where an encoder or a
  /// converter is missing.
  init(_ format: VideoFormat, sensor: TestSensor? = nil) throws {
    let (width, height) = (format.width, format.height)
    let color = format.color
    func pattern(_ pixelFormat: PixelFormat) -> TestPattern {
      TestPattern(pixelFormat, width: width, height: height, frameRate: format.frameRate, color: color)
    }
    switch (format.subtype, sensor) {
    case (_, let sensor?):
      self.pattern =
        sensor.filter.map {
          TestPattern(behind: $0, width: width, height: height, frameRate: format.frameRate)
        } ?? pattern(.gray8)
      self.sensor = try TestSensorReader(sensor, width: width, height: height)
    case (.pixels(let raw), nil):
      self.pattern = pattern(raw)
    case (.codec(.mjpeg), nil):
      self.pattern = pattern(.yuv420p)
      jpeg = try JPEGEncoder(quality: Self.jpegQuality)
    case (.codec, nil):
      self.pattern = pattern(.nv12)
      stream = try TestStreamEncoder(format)
    }
    // A picture of the pattern takes well under a byte a pixel; small ones are mostly tables.
    let packetBytes = width * height + 16_384
    packets = FramePool(slabBytes: packetBytes, capacity: Self.capacity(of: packetBytes))
    let frameBytes = self.pattern.layout.byteCount
    frames = FramePool(slabBytes: frameBytes, capacity: Self.capacity(of: frameBytes))
  }

  private static func capacity(of bytes: Int) -> Int {
    max(4, min(slabs, slabsBytes / bytes))
  }

  /// Frame `number`; nil where no slab is free, or it could not be compressed.
  mutating func sample(_ number: UInt64, epoch: MediaTime) -> CameraSample? {
    guard var writable = frames.frame(pattern.layout) else { return nil }
    pattern.render(frame: number, epoch: epoch, into: &writable)
    let time = pattern.time(ofFrame: number)
    let frame = writable.publish(color: pattern.color, time: epoch + time, sequence: number)
    let duration = pattern.time(ofFrame: number + 1) - time
    if sensor != nil { return sensor?.frame(of: frame) }
    if stream != nil { return stream?.packet(of: frame, time: time).map { .packet($0.lasting(duration)) } }
    if jpeg != nil {
      return (try? jpeg?.encode(frame, into: packets)).map { .packet($0.lasting(duration)) }
    }
    return .frame(frame)
  }
}

extension EncodedPacket {
  /// The same packet, `duration` long.
  fileprivate func lasting(_ duration: MediaTime) -> Self {
    var packet = self
    packet.duration = duration
    return packet
  }
}

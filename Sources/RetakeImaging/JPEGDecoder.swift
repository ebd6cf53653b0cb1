package import RetakeMedia
package import RetakeRuntime

/// Makes pictures of JPEGs: a camera's frames or a photo. One thread at a time.
///
/// The samples are taken out as they were coded, planar, without a conversion of colours. The code is
/// libjpeg-turbo's: 1.3 to 1.4 times as fast as libavcodec's, and it brings the Huffman tables that motion
/// JPEG of USB cameras leaves out.
package struct JPEGDecoder: ~Copyable {
  private var turbo: TurboJPEGDecompressor

  /// A decoder. Throws `.failed` where the library has no memory.
  package init() throws(JPEGError) {
    turbo = try TurboJPEGDecompressor()
  }

  /// Bytes that a pool's slab needs for the pictures of `header`.
  package static func slabBytes(for header: JPEGHeader, scale: JPEGScale = .full) -> Int {
    layout(of: header, scale: scale).byteCount
  }

  /// Reads the head of a JPEG, after the same checks of its ends as `decode`.
  package mutating func header(of packet: EncodedPacket) throws(JPEGError) -> JPEGHeader {
    try packet.storage.withPlane(0) { (bytes) throws(JPEGError) in
      let count = try Self.checkedLength(of: bytes, count: packet.byteCount)
      return try turbo.header(of: bytes, count: count)
    }
  }

  /// Decodes `packet` into a slab of `pool`; the frame carries the packet's time and number.
  ///
  /// Throws an error whose `isDamage` is true for anything that is not a whole JPEG without a fault of
  /// `expected` size (nil: any size); zeros after its end are allowed, as drivers pad with them.
  package mutating func decode(
    _ packet: EncodedPacket, expected: (width: Int, height: Int)? = nil, scale: JPEGScale = .full,
    into pool: FramePool
  ) throws(JPEGError) -> VideoFrame {
    try packet.storage.withPlane(0) { (bytes) throws(JPEGError) in
      let count = try Self.checkedLength(of: bytes, count: packet.byteCount)
      let header = try turbo.header(of: bytes, count: count)
      if let expected, expected != (header.width, header.height) {
        throw .wrongSize(width: header.width, height: header.height)
      }
      let layout = Self.layout(of: header, scale: scale)
      guard layout.byteCount <= pool.slabBytes else { throw .tooLarge }
      guard var frame = pool.frame(layout) else { throw .noBuffer }
      let (width, height) = (scale.scaled(header.width), scale.scaled(header.height))
      try turbo.decode(bytes, count: count, header: header, width: width, height: height, into: &frame)
      let padded = frame.publish(color: .jpeg, time: packet.presentationTime, sequence: packet.sequence)
      return VideoFrame(
        storage: padded.storage, pixelFormat: padded.pixelFormat, width: width, height: height,
        strides: padded.strides, color: padded.color, time: padded.time, sequence: padded.sequence)
    }
  }

  /// Planes for a picture whose sides are made even (of four, for 4:1:1): TurboJPEG writes whole chroma
  /// samples' worth of luma.
  private static func layout(of header: JPEGHeader, scale: JPEGScale) -> PlaneLayout {
    PlaneLayout(
      header.pixelFormat, width: (scale.scaled(header.width) + 3) & ~3,
      height: (scale.scaled(header.height) + 1) & ~1)
  }

  /// The length without zeros behind the end; throws where the ends are not those of a JPEG.
  private static func checkedLength(of bytes: RawSpan, count: Int) throws(JPEGError) -> Int {
    var count = min(count, bytes.byteCount)
    while count > 0, bytes.byte(at: count - 1) == 0 { count -= 1 }
    guard count > 0 else { throw .empty }
    guard count >= 4, bytes.byte(at: 0) == 0xFF, bytes.byte(at: 1) == 0xD8 else { throw .noStart }
    guard bytes.byte(at: count - 2) == 0xFF, bytes.byte(at: count - 1) == 0xD9 else { throw .noEnd }
    return count
  }
}

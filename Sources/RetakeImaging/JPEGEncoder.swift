package import RetakeMedia
package import RetakeRuntime

/// Makes JPEGs of planar pictures. One thread at a time.
package struct JPEGEncoder: ~Copyable {
  private var turbo: TurboJPEGCompressor
  private let quality: Int
  /// Room for a copy of a picture of odd sides.
  private var padding: FramePool?

  /// An encoder of libjpeg's `quality`, 1 (smallest) to 100 (best). Throws `.failed` where the library has
  /// no memory.
  package init(quality: Int) throws(JPEGError) {
    precondition((1...100).contains(quality), "a quality is 1 to 100")
    turbo = try TurboJPEGCompressor()
    self.quality = quality
  }

  /// Encodes `frame` (yuv420p, yuv422p, yuv444p or gray8, full range, BT.601; else `.notSupported`) into a slab
  /// of `pool`; throws `.tooLarge` where that is too small. The packet carries the frame's time and number.
  package mutating func encode(_ frame: VideoFrame, into pool: FramePool) throws(JPEGError) -> EncodedPacket {
    guard frame.color == .jpeg else { throw .notSupported }
    let sampling: JPEGHeader.Sampling
    switch frame.pixelFormat {
    case .yuv420p: sampling = .yuv420
    case .yuv422p: sampling = .yuv422
    case .yuv444p: sampling = .yuv444
    case .gray8: sampling = .gray
    case .nv12, .yuyv422, .uyvy422: throw .notSupported
    }
    guard var buffer = pool.buffer() else { throw .noBuffer }
    let source = try padded(frame)
    let count = try turbo.encode(
      source, width: frame.width, height: frame.height, sampling: sampling, quality: quality, into: &buffer)
    return EncodedPacket(
      storage: buffer.publish(byteCount: count), byteCount: count, presentationTime: frame.time,
      isKeyFrame: true, sequence: frame.sequence)
  }

  /// `frame`, or where its sides are no whole number of chroma samples a copy with the last column and row
  /// repeated: TurboJPEG reads that much luma.
  private mutating func padded(_ frame: VideoFrame) throws(JPEGError) -> VideoFrame {
    let format = frame.pixelFormat
    let width = format == .yuv420p || format == .yuv422p ? (frame.width + 1) & ~1 : frame.width
    let height = format == .yuv420p ? (frame.height + 1) & ~1 : frame.height
    guard width != frame.width || height != frame.height else { return frame }
    let layout = PlaneLayout(format, width: width, height: height)
    let pool =
      if let padding, padding.slabBytes == layout.byteCount { padding } else {
        FramePool(slabBytes: layout.byteCount, capacity: 1)
      }
    padding = pool
    guard var copy = pool.frame(layout) else { throw .noBuffer }
    for plane in 0..<format.planeCount {
      let lastColumn = format.rowBytes(plane: plane, width: frame.width) - 1
      let lastRow = format.rows(plane: plane, height: frame.height) - 1
      frame.storage.withPlane(plane) { source in
        copy.withPlane(plane) { target in
          for row in 0..<format.rows(plane: plane, height: height) {
            let sourceRow = min(row, lastRow) * frame.strides[plane]
            for column in 0..<format.rowBytes(plane: plane, width: width) {
              target.storeBytes(
                of: source.byte(at: sourceRow + min(column, lastColumn)),
                toByteOffset: row * layout.strides[plane] + column, as: UInt8.self)
            }
          }
        }
      }
    }
    return copy.publish(color: frame.color, time: frame.time, sequence: frame.sequence)
  }
}

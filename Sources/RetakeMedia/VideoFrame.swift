/// One uncompressed picture, shared and read-only.
public struct VideoFrame: Sendable {
  /// The memory; who holds the frame holds this.
  public let storage: any FrameStorage
  /// How the samples lie in memory.
  public let pixelFormat: PixelFormat
  /// Pixels a line.
  public let width: Int
  /// Lines.
  public let height: Int
  /// Bytes from one row to the next, for each plane.
  public let strides: SIMD4<Int>
  /// Range and matrix.
  public let color: ColorInfo
  /// When its light was taken, on CLOCK_MONOTONIC.
  public var time: MediaTime
  /// Its number since the source started; a gap is a frame that the source lost.
  public var sequence: UInt64

  /// A frame over `storage`, whose planes hold `strides[p] * rows` bytes each (the last row may end early).
  public init(
    storage: any FrameStorage, pixelFormat: PixelFormat, width: Int, height: Int, strides: SIMD4<Int>,
    color: ColorInfo, time: MediaTime, sequence: UInt64
  ) {
    self.storage = storage
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.strides = strides
    self.color = color
    self.time = time
    self.sequence = sequence
  }

  /// Bytes of picture that the frame holds, without padding.
  public var byteCount: Int {
    (0..<pixelFormat.planeCount).reduce(0) { sum, plane in
      sum + pixelFormat.rowBytes(plane: plane, width: width) * pixelFormat.rows(plane: plane, height: height)
    }
  }
}

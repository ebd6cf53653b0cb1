package import RetakeMedia

/// Where the planes of a picture lie in a slab: rows start at multiples of 64 bytes, and behind each plane
/// are 64 spare bytes, because SIMD code of SDL and swscale reads past the end of a row.
package struct PlaneLayout: Hashable, Sendable {
  /// How the samples lie.
  package let pixelFormat: PixelFormat
  /// Pixels a line.
  package let width: Int
  /// Lines.
  package let height: Int
  /// Bytes from row to row, for each plane.
  package let strides: SIMD4<Int>
  /// First byte of each plane.
  package let offsets: SIMD4<Int>
  /// Bytes of each plane, without the spare ones.
  package let planeBytes: SIMD4<Int>
  /// Bytes of a slab.
  package let byteCount: Int

  /// The layout of a picture of this size; both sides above zero.
  package init(_ pixelFormat: PixelFormat, width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture has a size")
    var strides = SIMD4<Int>()
    var offsets = SIMD4<Int>()
    var planeBytes = SIMD4<Int>()
    var end = 0
    for plane in 0..<pixelFormat.planeCount {
      strides[plane] = (pixelFormat.rowBytes(plane: plane, width: width) + 63) & ~63
      offsets[plane] = end
      planeBytes[plane] = strides[plane] * pixelFormat.rows(plane: plane, height: height)
      end += planeBytes[plane] + 64
    }
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.strides = strides
    self.offsets = offsets
    self.planeBytes = planeBytes
    self.byteCount = end
  }
}

internal import CFFmpeg
internal import RetakeMedia
internal import RetakeRuntime

/// Planar 4:2:0 and 4:2:2 to 4:2:0 of the same size and matrix, by row loops that the compiler turns into
/// vector code. Full range becomes limited by ITU-R BT.601's 219/255 and 224/255, rounded to nearest; two
/// rows of 4:2:2 chroma become one by their mean.
struct PlanarConversion {
  private let width: Int
  private let height: Int
  private let halvesChroma: Bool
  private let limits: Bool

  /// Nil where the conversion is another one.
  init?(_ source: ScalerInput, to layout: PlaneLayout, color: ColorInfo) {
    guard layout.pixelFormat == .yuv420p, source.width == layout.width, source.height == layout.height,
      source.color.matrix == color.matrix, source.color.range == .full || color.range == .limited
    else { return nil }
    switch source.format {
    case AV_PIX_FMT_YUV420P: halvesChroma = false
    case AV_PIX_FMT_YUV422P: halvesChroma = true
    default: return nil
    }
    width = layout.width
    height = layout.height
    limits = source.color.range == .full && color.range == .limited
  }

  /// Converts all three planes.
  func convert(_ source: PlaneAddresses, into target: PlaneAddresses) {
    for plane in 0..<3 {
      guard let from = unsafe source.planes[plane], let to = unsafe target.planes[plane] else { continue }
      let stride = Int(source.strides[plane])
      let targetStride = Int(target.strides[plane])
      let count = plane == 0 ? width : (width + 1) / 2
      for row in 0..<(plane == 0 ? height : (height + 1) / 2) {
        let output = unsafe to + row * targetStride
        if plane == 0 || !halvesChroma {
          let input = unsafe from + row * stride
          if !limits {
            unsafe output.update(from: input, count: count)
          } else if plane == 0 {
            unsafe Self.limitLuma(input, output, count)
          } else {
            unsafe Self.limitChroma(input, input, output, count)
          }
        } else {
          let input = unsafe from + 2 * row * stride
          // Of an odd number of rows, the last one has no other to be averaged with.
          let next = unsafe 2 * row + 1 < height ? input + stride : input
          if limits {
            unsafe Self.limitChroma(input, next, output, count)
          } else {
            unsafe Self.average(input, next, output, count)
          }
        }
      }
    }
  }

  // In each, (t + (t >> 8)) >> 8 with t = x + 128 is x / 255 rounded to nearest, for every x that occurs; t
  // stays under 65,536.

  private static func limitLuma(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    for index in 0..<count {
      let t = UInt16(unsafe input[index]) &* 219 &+ 128
      unsafe output[index] = UInt8(truncatingIfNeeded: ((t &+ (t >> 8)) >> 8) &+ 16)
    }
  }

  /// 128 + (c - 128) * 224 / 255 = (c * 224 + 3968) / 255, c the mean of both rows.
  private static func limitChroma(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ count: Int
  ) {
    for index in 0..<count {
      let mean = unsafe (UInt16(first[index]) &+ UInt16(second[index]) &+ 1) >> 1
      let t = mean &* 224 &+ (3968 + 128)
      unsafe output[index] = UInt8(truncatingIfNeeded: (t &+ (t >> 8)) >> 8)
    }
  }

  private static func average(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
    _ count: Int
  ) {
    for index in 0..<count {
      unsafe output[index] = UInt8(
        truncatingIfNeeded: (UInt16(first[index]) &+ UInt16(second[index]) &+ 1) >> 1)
    }
  }
}

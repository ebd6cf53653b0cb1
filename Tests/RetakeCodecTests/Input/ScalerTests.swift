import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeCodec

@Suite struct ScalerTests {
  /// A picture whose byte at column x, row y of plane p is `value(p, x, y)`.
  private func picture(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ color: ColorInfo, value: (Int, Int, Int) -> Int
  ) throws -> VideoFrame {
    let layout = PlaneLayout(format, width: width, height: height)
    let made = FramePool(slabBytes: layout.byteCount, capacity: 1).frame(layout)
    guard var frame = made else { throw CodecError(.outOfMemory, "test", "") }
    for plane in 0..<format.planeCount {
      frame.withPlane(plane) { bytes in
        for y in 0..<format.rows(plane: plane, height: height) {
          for x in 0..<format.rowBytes(plane: plane, width: width) {
            bytes.storeBytes(
              of: UInt8(value(plane, x, y)), toByteOffset: y * layout.strides[plane] + x, as: UInt8.self)
          }
        }
      }
    }
    return frame.publish(color: color, time: .zero, sequence: 0)
  }

  private func convert(
    _ frame: VideoFrame, to format: PixelFormat, _ width: Int, _ height: Int, _ color: ColorInfo
  ) throws -> VideoFrame {
    var scaler = Scaler()
    let layout = PlaneLayout(format, width: width, height: height)
    let made = FramePool(slabBytes: layout.byteCount, capacity: 1).frame(layout)
    guard var target = made else { throw CodecError(.outOfMemory, "test", "") }
    try scaler.convert(frame, into: &target, color: color)
    return target.publish(color: color, time: frame.time, sequence: 0)
  }

  private let limited = ColorInfo(range: .limited, matrix: .bt601)

  @Test(arguments: [PixelFormat.yuv420p, .yuv422p, .yuv444p, .nv12, .yuyv422, .uyvy422])
  func jpegRangeBecomesVideoRange(format: PixelFormat) throws {
    // Black on the left, white on the right; chroma at its ends.
    let frame = try picture(format, 64, 32, .jpeg) { plane, x, y in
      let isLuma =
        switch format {
        case .yuyv422: x % 2 == 0
        case .uyvy422: x % 2 == 1
        default: plane == 0
        }
      let columns = format.rowBytes(plane: plane, width: 64)
      return isLuma ? (x < columns / 2 ? 0 : 255) : y < format.rows(plane: plane, height: 32) / 2 ? 0 : 255
    }
    let result = try convert(frame, to: .yuv420p, 64, 32, limited)
    #expect(abs(result.value(0, 4, 16) - 16) <= 1 && abs(result.value(0, 60, 16) - 235) <= 1)
    #expect(abs(result.value(1, 8, 2) - 16) <= 1 && abs(result.value(2, 8, 13) - 240) <= 1)
  }

  @Test func ownConversionIsExactForEveryValue() throws {
    for format in [PixelFormat.yuv420p, .yuv422p] {
      let frame = try picture(format, 256, 5, .jpeg) { _, x, y in (x + y * 7) % 256 }
      let result = try convert(frame, to: .yuv420p, 256, 5, limited)
      for x in 0..<256 {
        #expect(result.value(0, x, 4) == 16 + (((x + 28) % 256) * 219 * 2 + 255) / 510)
      }
      for x in 0..<128 {
        // The last of five rows has no other beside it.
        let below = format == .yuv420p ? x + 14 : x + 28
        #expect(result.value(2, x, 2) == ((below % 256) * 224 + 3968 + 127) / 255)
        let mean = format == .yuv420p ? x : (x + x + 7 + 1) / 2
        #expect(result.value(1, x, 0) == (mean * 224 + 3968 + 127) / 255)
      }
    }
  }

  @Test func videoRangeIsKeptWhereNothingElseIsAsked() throws {
    let frame = try picture(.yuv422p, 641, 481, limited) { plane, x, y in
      plane == 0 ? (x + y) % 220 : 100 + y % 2
    }
    let result = try convert(frame, to: .yuv420p, 641, 481, limited)
    #expect(result.value(0, 640, 480) == 1120 % 220 && result.value(0, 0, 3) == 3)
    #expect(result.value(1, 320, 200) == 101 && result.value(1, 320, 240) == 100)
  }

  @Test func sizesAndMatricesChange() throws {
    let frame = try picture(.yuv420p, 320, 240, limited) { plane, _, _ in
      plane == 0 ? 81 : plane == 1 ? 90 : 240
    }
    let hd = ColorInfo(range: .limited, matrix: .bt709)
    let result = try convert(frame, to: .nv12, 160, 122, hd)
    // Pure red: 81/90/240 in BT.601, 63/102/240 in BT.709.
    #expect(abs(result.value(0, 80, 60) - 63) <= 2)
    #expect(abs(result.value(1, 80, 30) - 102) <= 2 && abs(result.value(1, 81, 30) - 240) <= 2)
  }
}

import RetakeMedia
import RetakeRuntime

/// Frames with known samples.
enum TestFrames {
  /// A frame whose bytes `sample` gives: plane, byte of the row, row.
  static func frame(
    _ format: PixelFormat, width: Int, height: Int, color: ColorInfo, sequence: UInt64 = 0,
    _ sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt8
  ) -> VideoFrame {
    let layout = PlaneLayout(format, width: width, height: height)
    let pool = FramePool(slabBytes: layout.byteCount, capacity: 1)
    guard var writable = pool.frame(layout) else { preconditionFailure("a new pool has a slab") }
    for plane in 0..<format.planeCount {
      writable.withPlane(plane) { span in
        for y in 0..<format.rows(plane: plane, height: height) {
          for x in 0..<format.rowBytes(plane: plane, width: width) {
            span.storeBytes(
              of: sample(plane, x, y), toByteOffset: y * layout.strides[plane] + x, as: UInt8.self)
          }
        }
      }
    }
    return writable.publish(color: color, time: .zero, sequence: sequence)
  }
}

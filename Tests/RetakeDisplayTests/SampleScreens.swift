import Foundation
import RetakeMedia
import RetakeRuntime

/// A picture to lay screens over.
enum SampleScreens {
  /// The file that RETAKE_TEST_SCENE names (1280x720, planar 4:2:0, full range), else a ramp.
  static func scene() -> VideoFrame {
    if let path = ProcessInfo.processInfo.environment["RETAKE_TEST_SCENE"],
      let bytes = FileManager.default.contents(atPath: path)
    {
      return TestFrames.frame(.yuv420p, width: 1280, height: 720, color: .jpeg) { plane, x, y in
        let offset = plane == 0 ? y * 1280 + x : 1280 * 720 + (plane - 1) * 640 * 360 + y * 640 + x
        return bytes[offset]
      }
    }
    return TestFrames.frame(.yuv420p, width: 320, height: 180, color: .jpeg) { plane, x, y in
      plane == 0 ? UInt8(x * 4 / 5) : 128
    }
  }
}

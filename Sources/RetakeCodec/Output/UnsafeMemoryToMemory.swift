internal import CFFmpeg
internal import Glibc
internal import RetakeRuntime

/// Whether FFmpeg's encoders on V4L2's memory-to-memory nodes can be tried.
///
/// FFmpeg takes any node for one of these that captures and plays back, and crashes (5.1) on a loopback device whose
/// writer sends H.264.
enum MemoryToMemory {
  /// Looks at the nodes that there are now. Some 20 µs where there are none.
  static var mayBeTried: Bool {
    mayBeTried(capabilities: (0..<highestNode).compactMap(capabilities))
  }

  /// The same for nodes that can do these things (V4L2_CAP_…): there is such a node, and none that only looks like one.
  static func mayBeTried(capabilities: [UInt32]) -> Bool {
    let memoryToMemory = UInt32(V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE)
    let capture = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE)
    let output = UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE)
    let others = capabilities.filter { $0 & memoryToMemory == 0 }
    return others.count < capabilities.count && !others.contains { $0 & capture != 0 && $0 & output != 0 }
  }

  private static let highestNode = 64

  private static func capabilities(of number: Int) -> UInt32? {
    guard let node = try? SystemCalls.open("/dev/video\(number)", flags: O_RDWR | O_NONBLOCK) else {
      return nil
    }
    defer { try? SystemCalls.close(node) }
    var answer = v4l2_capability()
    guard unsafe retake_av_v4l2_querycap(node, &answer) == 0 else { return nil }
    return answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? answer.device_caps : answer.capabilities
  }
}

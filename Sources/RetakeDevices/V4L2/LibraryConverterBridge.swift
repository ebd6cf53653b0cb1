internal import CV4L2
internal import RetakeRuntime

/// libv4lconvert, which computes 4:2:0 of red, green and blue and of raw sensors. One thread at a time.
@safe struct LibraryConverter: ~Copyable {
  private let data: OpaquePointer
  /// The library asks the camera whether its picture stands on its head: the node stays open as long.
  private let stream: V4L2Stream?
  private var source = unsafe v4l2_format()
  private var target = unsafe v4l2_format()

  /// A converter of pictures of `width` x `height`, `stride` bytes a row, to planes without padding; of pictures that
  /// no node sends where there is no `stream`.
  init(
    _ fourCC: FourCC, width: Int, height: Int, stride: Int, of stream: V4L2Stream?
  ) throws(SystemError) {
    let created =
      if let stream { unsafe v4lconvert_create(stream.handle.descriptor) } else {
        unsafe v4lconvert_create_with_dev_ops(-1, nil, NoNode.shared.operations)
      }
    guard let data = unsafe created else {
      throw SystemError("v4lconvert_create", code: ENOMEM)
    }
    unsafe self.data = data
    self.stream = stream
    unsafe Self.describe(
      &source, fourCC, width: width, height: height, stride: stride, byteCount: stride * height)
    unsafe Self.describe(
      &target, FourCC("YU12"), width: width, height: height, stride: width, byteCount: width * height * 3 / 2)
  }

  deinit { unsafe v4lconvert_destroy(data) }

  private static func describe(
    _ format: inout v4l2_format, _ fourCC: FourCC, width: Int, height: Int, stride: Int, byteCount: Int
  ) {
    unsafe format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe format.fmt.pix.pixelformat = fourCC.value
    unsafe format.fmt.pix.width = UInt32(width)
    unsafe format.fmt.pix.height = UInt32(height)
    unsafe format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
    unsafe format.fmt.pix.bytesperline = UInt32(stride)
    unsafe format.fmt.pix.sizeimage = UInt32(byteCount)
  }

  /// Converts all of `bytes`.
  mutating func convert(_ bytes: [UInt8], into planes: inout [UInt8]) -> Bool {
    convert(unsafe bytes.span.bytes, count: bytes.count, into: &planes)
  }

  /// Converts the first `count` bytes of `bytes`; false where the library refuses them.
  mutating func convert(_ bytes: RawSpan, count: Int, into planes: inout [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { input in
      unsafe planes.withUnsafeMutableBytes { output in
        // The library takes its input as writable, and does not write to it.
        let from = unsafe UnsafeMutablePointer(
          mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
        let to = unsafe output.assumingMemoryBound(to: UInt8.self).baseAddress
        return unsafe v4lconvert_convert(
          data, &source, &target, from, Int32(min(count, input.count)), to, Int32(output.count)) >= 0
      }
    }
  }
}

/// What the library asks where there is no node: it wants to know capabilities, of which there are none.
@safe private final class NoNode: @unchecked Sendable {
  // Unchecked: written only while it is made.
  static let shared = NoNode()
  let operations: UnsafeMutablePointer<libv4l_dev_ops>

  private init() {
    unsafe operations = .allocate(capacity: 1)
    unsafe operations.initialize(to: libv4l_dev_ops())
    unsafe operations.pointee.ioctl = { _, _, request, answer in
      guard request == retake_v4l2_querycap_request(), let answer = unsafe answer else { return -1 }
      unsafe answer.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<v4l2_capability>.size)
      return 0
    }
  }
}

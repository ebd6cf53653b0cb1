internal import RetakeMedia

// What the kernel's calls take and give, as values.

/// An opened node.
struct V4L2Handle: Hashable, Sendable {
  /// The descriptor.
  var descriptor: Int32
  /// Whether its pictures come in planes of their own (`VIDEO_CAPTURE_MPLANE`).
  var isMultiplanar: Bool
}

/// What a node says of itself (VIDIOC_QUERYCAP).
struct V4L2Capabilities: Hashable, Sendable {
  var driver: String
  var card: String
  var busInfo: String
  /// What the whole device can do: its metadata and output nodes too.
  var device: UInt32
  /// What this node can do; nil from drivers that do not tell.
  var node: UInt32?

  /// Bits of linux/videodev2.h.
  static let capture: UInt32 = 0x1
  static let captureMultiplanar: UInt32 = 0x1000
  static let touch: UInt32 = 0x1000_0000
  static let streaming: UInt32 = 0x0400_0000
  /// Whether the pictures' way must be set up at other nodes first.
  static let mediaController: UInt32 = 0x2000_0000

  /// What the node in hand can do.
  var effective: UInt32 { node ?? device }
  /// Whether it gives pictures that can be streamed.
  var isCamera: Bool {
    effective & (Self.capture | Self.captureMultiplanar) != 0 && effective & Self.streaming != 0
      && effective & Self.touch == 0
  }
  /// Whether its pictures come in planes of their own.
  var isMultiplanar: Bool {
    effective & Self.capture == 0 && effective & Self.captureMultiplanar != 0
  }
}

/// A kind of picture that a node offers (VIDIOC_ENUM_FMT).
struct V4L2FormatEntry: Hashable, Sendable {
  var fourCC: FourCC
  var title: String
}

/// Sizes that a node offers (VIDIOC_ENUM_FRAMESIZES).
enum V4L2FrameSizes: Hashable, Sendable {
  case discrete(width: Int, height: Int)
  /// Everything between, in these steps.
  case range(widths: ClosedRange<Int>, step: Int, heights: ClosedRange<Int>, stepDown: Int)
}

/// Times between frames that a node offers, as rates (VIDIOC_ENUM_FRAMEINTERVALS).
enum V4L2FrameRates: Hashable, Sendable {
  case discrete(Rational)
  /// Everything between.
  case range(fastest: Rational, slowest: Rational)
}

/// What a node is set to (VIDIOC_G_FMT, VIDIOC_S_FMT).
struct V4L2DeviceFormat: Hashable, Sendable {
  var fourCC: FourCC
  var width: Int
  var height: Int
  /// Buffers' planes; 1 where all lie in one.
  var planeCount = 1
  /// Bytes from row to row of the first plane in each of them.
  var strides = SIMD4<Int>()
  /// Bytes of each of them.
  var sizes = SIMD4<Int>()
  /// Enumerations of linux/videodev2.h; 0 is the default.
  var colorspace: UInt32 = 0
  var encoding: UInt32 = 0
  var quantization: UInt32 = 0
  /// 1: whole frames; 7: one half-frame a buffer.
  var field: UInt32 = 1
}

/// What comes in through a bridge (VIDIOC_QUERY_DV_TIMINGS).
struct V4L2Signal: Hashable, Sendable {
  var width: Int
  var height: Int
  /// nil where the driver does not tell the clock.
  var frameRate: Rational?
}

/// Where a plane of a buffer can be mapped (VIDIOC_QUERYBUF).
struct V4L2BufferPlane: Hashable, Sendable {
  var length: Int
  var offset: Int
}

/// A filled buffer (VIDIOC_DQBUF).
struct V4L2FilledBuffer: Hashable, Sendable {
  var index: Int
  /// Bytes in each plane, those before the data among them.
  var bytesUsed = SIMD4<Int>()
  /// Where the data of each plane begin.
  var dataOffsets = SIMD4<Int>()
  /// `V4L2_BUF_FLAG_…`.
  var flags: UInt32 = 0
  /// The driver's number, which wraps around.
  var sequence: UInt32 = 0
  /// The driver's stamp, on the clock that `flags` name.
  var stamp = MediaTime.zero

  /// Whether the driver says that the data may be damaged (V4L2_BUF_FLAG_ERROR).
  var isDamaged: Bool { flags & 0x40 != 0 }
  /// Whether the driver says that the stamp is on CLOCK_MONOTONIC (V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC).
  var isMonotonic: Bool { flags & 0xE000 == 0x2000 }
}

/// What waiting for a node ended with.
enum V4L2WaitResult: Hashable, Sendable {
  /// A buffer, or an error, can be taken.
  case ready
  /// The node is in a state of error, or gone.
  case failed
  /// Somebody woke the waiter.
  case woken
  /// Nothing happened.
  case timedOut
}

/// A control of a node (VIDIOC_QUERY_EXT_CTRL).
struct V4L2ControlEntry: Hashable, Sendable {
  /// Its number; the next one is asked for by it.
  var id: UInt32
  /// The control; nil for titles of groups, and for what is switched off for good.
  var control: CameraControl?
}

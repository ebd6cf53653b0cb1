internal import RetakeMedia

/// The beginning of a picture's first slice.
package struct SliceHead: Hashable, Sendable {
  /// Whether decoding can begin with this picture.
  package let isKeyFrame: Bool
  /// Whether other pictures are built on it (H.264's nal_ref_idc).
  let isReference: Bool
  private let bytes: [UInt8]

  /// Bytes that hold all fields that are read here.
  static let length = 24

  /// The slice that begins with `bytes`, its unit's header first.
  init(_ bytes: [UInt8], _ codec: VideoCodec) {
    self.bytes = bytes
    let header = bytes[0]
    if codec == .hevc {
      isKeyFrame = (16...23).contains(header >> 1 & 0x3F)
      isReference = true
    } else {
      isKeyFrame = header & 0x1F == 5
      isReference = header >> 5 & 3 != 0
    }
  }

  static func isSlice(_ header: UInt8, _ codec: VideoCodec) -> Bool {
    switch codec {
    case .h264: [1, 2, 5].contains(header & 0x1F)
    case .hevc: header >> 1 & 0x3F < 32
    case .mjpeg: false
    }
  }

  /// H.264's frame_num in a stream of `sequence`; nil where it cannot be read.
  func frameNumber(in sequence: H264Sequence) -> Int? {
    var reader = BitReader(bytes)
    reader.skip(8)
    for _ in 0..<3 { _ = reader.unsigned() }  // first_mb_in_slice, slice_type, pic_parameter_set_id
    if sequence.hasSeparatePlanes { reader.skip(2) }
    return reader.bits(sequence.frameNumberBits)
  }
}

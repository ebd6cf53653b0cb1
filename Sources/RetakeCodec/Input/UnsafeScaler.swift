internal import CFFmpeg
internal import RetakeMedia
internal import RetakeRuntime

/// Addresses of a picture's planes, valid while whoever gave them lives and is not changed.
@safe struct PlaneAddresses {
  var planes: InlineArray<4, UnsafeMutablePointer<UInt8>?> = unsafe InlineArray(repeating: nil)
  var strides = SIMD4<Int32>()
}

/// A picture to be converted, and what it lies in.
@safe struct ScalerInput {
  let addresses: PlaneAddresses
  let format: AVPixelFormat
  let width: Int
  let height: Int
  let color: ColorInfo

  /// A picture of ours; the caller keeps it.
  init(_ frame: borrowing VideoFrame) {
    var addresses = PlaneAddresses()
    for plane in 0..<frame.pixelFormat.planeCount {
      // `FrameStorage` promises that the bytes stay where they are while the object lives.
      unsafe addresses.planes[plane] = unsafe frame.storage.withPlane(plane) { bytes in
        unsafe bytes.withUnsafeBytes {
          unsafe UnsafeMutableRawPointer(mutating: $0.baseAddress)?.assumingMemoryBound(to: UInt8.self)
        }
      }
      addresses.strides[plane] = Int32(frame.strides[plane])
    }
    self.addresses = addresses
    format = frame.pixelFormat.libav
    width = frame.width
    height = frame.height
    color = frame.color
  }

  /// A picture of a decoder, upside down if `isFlipped`; the caller keeps it. Throws where swscale cannot read
  /// its format.
  init(_ frame: borrowing FrameHandle, color: ColorInfo, isFlipped: Bool = false) throws(CodecError) {
    let fields = unsafe frame.pointer.pointee
    var addresses = PlaneAddresses()
    unsafe addresses.planes = [fields.data.0, fields.data.1, fields.data.2, fields.data.3]
    addresses.strides = unsafe SIMD4(
      fields.linesize.0, fields.linesize.1, fields.linesize.2, fields.linesize.3)
    if isFlipped { addresses.flip(frame.pixelFormat, height: frame.height) }
    self.addresses = addresses
    // JPEG's names of the formats would hide the range from swscale's options.
    format = PixelFormat(frame.pixelFormat)?.libav ?? frame.pixelFormat
    width = frame.width
    height = frame.height
    self.color = color
    guard sws_isSupportedInput(format) != 0 else {
      throw CodecError(.notFound, "convert picture", "pixel format \(Self.name(format)) is not known")
    }
  }

  private static func name(_ format: AVPixelFormat) -> String {
    unsafe av_get_pix_fmt_name(format).map { unsafe String(cString: $0) } ?? "\(format.rawValue)"
  }
}

/// An `SwsContext` for one pair of formats, and its owner. One thread at a time.
@safe struct ScaleContext: ~Copyable {
  /// What a context is made for.
  struct Key: Hashable {
    var source: Int32
    var sourceWidth: Int
    var sourceHeight: Int
    var sourceColor: ColorInfo
    var layout: PlaneLayout
    var color: ColorInfo
  }

  let key: Key
  private let pointer: OpaquePointer

  private init(_ key: Key, _ pointer: OpaquePointer) {
    self.key = key
    unsafe self.pointer = pointer
  }

  /// A context that converts as `key` says.
  static func make(_ key: Key) throws(CodecError) -> ScaleContext {
    guard let context = unsafe sws_alloc_context() else {
      throw CodecError(averror: retake_averror(ENOMEM), "convert picture")
    }
    let made = unsafe ScaleContext(key, context)
    // The ranges are set before the context is made up: afterwards, swscale would keep a plain copy that it
    // chose because both formats looked alike.
    let options: KeyValuePairs<String, Int64> = [
      "srcw": Int64(key.sourceWidth), "srch": Int64(key.sourceHeight), "src_format": Int64(key.source),
      "src_range": key.sourceColor.range == .full ? 1 : 0,
      "dstw": Int64(key.layout.width), "dsth": Int64(key.layout.height),
      "dst_format": Int64(key.layout.pixelFormat.libav.rawValue),
      "dst_range": key.color.range == .full ? 1 : 0,
      "sws_flags": Int64(SWS_BICUBIC | SWS_ACCURATE_RND),
    ]
    for (name, value) in options {
      try check(unsafe av_opt_set_int(UnsafeMutableRawPointer(context), name, value, 0), "convert picture")
    }
    try check(unsafe sws_init_context(context, nil, nil), "convert picture")
    _ = unsafe sws_setColorspaceDetails(
      context, sws_getCoefficients(key.sourceColor.matrix.libsws), key.sourceColor.range == .full ? 1 : 0,
      sws_getCoefficients(key.color.matrix.libsws), key.color.range == .full ? 1 : 0, 0, 1 << 16, 1 << 16)
    return made
  }

  deinit { unsafe sws_freeContext(pointer) }

  /// Converts `source` into `target`, both as the key says.
  func convert(_ source: ScalerInput, into target: PlaneAddresses) throws(CodecError) {
    let sourcePlanes: [UnsafePointer<UInt8>?] = unsafe (0..<4).map {
      unsafe UnsafePointer(source.addresses.planes[$0])
    }
    let targetPlanes: [UnsafeMutablePointer<UInt8>?] = unsafe (0..<4).map { unsafe target.planes[$0] }
    let sourceStrides = (0..<4).map { source.addresses.strides[$0] }
    let targetStrides = (0..<4).map { target.strides[$0] }
    let lines = unsafe sws_scale(
      pointer, sourcePlanes, sourceStrides, 0, Int32(source.height), targetPlanes, targetStrides)
    try check(lines, "convert picture")
  }
}

extension PlaneAddresses {
  /// Begins at the last row of each plane and runs upwards.
  mutating func flip(_ format: AVPixelFormat, height: Int) {
    guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return }
    // A palette is no plane to FFmpeg's count.
    for plane in 0..<max(0, Int(av_pix_fmt_count_planes(format))) {
      let shift = Int(plane == 1 || plane == 2 ? unsafe descriptor.pointee.log2_chroma_h : 0)
      let rows = (height + (1 << shift) - 1) >> shift
      unsafe planes[plane] = unsafe planes[plane].map { unsafe $0 + (rows - 1) * Int(strides[plane]) }
      strides[plane] = -strides[plane]
    }
  }

  /// The planes of a frame that is being written: they stay where they are until it is published.
  init(_ frame: inout WritableFrame) {
    for plane in 0..<frame.layout.pixelFormat.planeCount {
      unsafe planes[plane] = unsafe frame.withPlane(plane) { bytes in
        unsafe bytes.withUnsafeMutableBytes { unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
      }
      strides[plane] = Int32(frame.layout.strides[plane])
    }
  }
}

extension ColorInfo.Matrix {
  /// swscale's number of the coefficients.
  fileprivate var libsws: Int32 {
    switch self {
    case .bt601: SWS_CS_ITU601
    case .bt709: SWS_CS_ITU709
    case .bt2020: SWS_CS_BT2020
    }
  }
}

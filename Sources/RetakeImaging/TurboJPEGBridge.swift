// TurboJPEG's calls: with the compressor's file the only place of this module where raw pointers are met.
//
// Planes and packets keep their addresses while their owners live (FrameStorage), so that their pointers may
// be collected first and used after; the owners are the callers' arguments.
internal import CImaging
internal import RetakeMedia
internal import RetakeRuntime

/// A decompressor's handle.
@safe struct TurboJPEGDecompressor: ~Copyable, @unchecked Sendable {
  // Unchecked: the handle has one owner, and may be used by one thread after another.
  private let handle: tjhandle

  init() throws(JPEGError) {
    guard let handle = unsafe tjInitDecompress() else { throw .failed }
    unsafe self.handle = handle
  }

  deinit {
    unsafe _ = tjDestroy(handle)
  }

  /// Reads the head of the first `count` bytes.
  mutating func header(of bytes: RawSpan, count: Int) throws(JPEGError) -> JPEGHeader {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = -1
    var space: Int32 = -1
    let answer = unsafe bytes.withUnsafeBytes { buffer in
      unsafe tjDecompressHeader3(
        handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(count), &width, &height,
        &subsampling, &space)
    }
    // A head that was read, but names something that TurboJPEG has no word for.
    if answer != 0, width > 0, height > 0, subsampling < 0 || space < 0 { throw .notSupported }
    // A file of tables alone is read without an error, and without a size.
    guard answer == 0, width > 0, height > 0 else { throw .damaged }
    guard let sampling = JPEGHeader.Sampling(turbo: subsampling),
      space == Int32(TJCS_YCbCr.rawValue) || space == Int32(TJCS_GRAY.rawValue)
    else { throw .notSupported }
    return JPEGHeader(width: Int(width), height: Int(height), sampling: sampling)
  }

  /// Decodes the first `count` bytes at `width` x `height`, one of the sizes of `JPEGScale`, into `frame`,
  /// whose planes have room for sides that are rounded up to whole chroma samples.
  mutating func decode(
    _ bytes: RawSpan, count: Int, header: JPEGHeader, width: Int, height: Int, into frame: inout WritableFrame
  ) throws(JPEGError) {
    let subsampling = header.sampling.turbo
    var planes = unsafe InlineArray<3, UnsafeMutablePointer<UInt8>?>(repeating: nil)
    var strides = InlineArray<3, Int32>(repeating: 0)
    for plane in 0..<frame.layout.pixelFormat.planeCount {
      let stride = frame.layout.strides[plane]
      let columns = Int(tjPlaneWidth(Int32(plane), Int32(width), subsampling))
      let rows = Int(tjPlaneHeight(Int32(plane), Int32(height), subsampling))
      strides[plane] = Int32(stride)
      unsafe planes[plane] = frame.withPlane(plane) { span in
        precondition(columns <= stride && rows * stride <= span.byteCount, "a plane is too small")
        return unsafe span.withUnsafeMutableBytes { buffer in
          unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        }
      }
    }
    let answer = unsafe bytes.withUnsafeBytes { buffer in
      unsafe planes.withUnsafePointers { planes in
        unsafe strides.withUnsafePointers { strides in
          unsafe tjDecompressToYUVPlanes(
            handle, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(count), planes,
            Int32(width), strides, Int32(height), TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
        }
      }
    }
    guard answer == 0 || isStoppedAtTheEnd else { throw .damaged }
    switch header.sampling {
    case .yuv440: doubleRows(of: &frame, height: height)
    case .yuv411: doubleColumns(of: &frame, width: width, height: height)
    case .yuv420, .yuv422, .yuv444, .gray: break
    }
  }

  /// Whether what the last call complained of came behind the picture. Many webcams leave some bytes between their
  /// last sample and the end; the library says so when all rows are decoded, and stops at its first complaint.
  private var isStoppedAtTheEnd: Bool {
    guard let words = unsafe tjGetErrorStr2(handle) else { return false }
    return unsafe String(cString: words).hasSuffix("extraneous bytes before marker 0xd9")
  }

  /// Spreads chroma of half height over its plane, from the last row on so that none is overwritten early.
  private func doubleRows(of frame: inout WritableFrame, height: Int) {
    let layout = frame.layout
    for plane in 1...2 {
      let stride = layout.strides[plane]
      frame.withPlane(plane) { span in
        unsafe span.withUnsafeMutableBytes { bytes in
          for row in (1..<max(2, height)).reversed() {
            let source = row / 2 * stride
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[row * stride..<(row + 1) * stride])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[source..<source + stride]))
          }
        }
      }
    }
  }

  /// Spreads chroma of a quarter of the width over its plane, from the last column on.
  private func doubleColumns(of frame: inout WritableFrame, width: Int, height: Int) {
    let layout = frame.layout
    for plane in 1...2 {
      frame.withPlane(plane) { span in
        unsafe span.withUnsafeMutableBytes { bytes in
          for row in 0..<height {
            let start = row * layout.strides[plane]
            for column in (0..<(width + 1) / 2).reversed() {
              unsafe bytes[start + column] = unsafe bytes[start + column / 2]
            }
          }
        }
      }
    }
  }
}

extension JPEGHeader.Sampling {
  /// TurboJPEG's TJSAMP of this.
  var turbo: Int32 {
    let value =
      switch self {
      case .yuv420: TJSAMP_420
      case .yuv422: TJSAMP_422
      case .yuv444: TJSAMP_444
      case .gray: TJSAMP_GRAY
      case .yuv440: TJSAMP_440
      case .yuv411: TJSAMP_411
      }
    return Int32(value.rawValue)
  }

  init?(turbo: Int32) {
    guard let sampling = Self.allCases.first(where: { $0.turbo == turbo }) else { return nil }
    self = sampling
  }
}

extension InlineArray where Element: BitwiseCopyable {
  /// Its elements as C takes an array.
  mutating func withUnsafePointers<Result>(
    _ body: (UnsafeMutablePointer<Element>?) -> Result
  ) -> Result {
    var span = mutableSpan
    return unsafe span.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
  }
}

extension RawSpan {
  /// The byte at `offset`. Outside of the span traps.
  func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

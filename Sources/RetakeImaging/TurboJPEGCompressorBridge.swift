// TurboJPEG's compressor; see TurboJPEGBridge.swift for the rule of its pointers.
internal import CImaging
internal import RetakeMedia
internal import RetakeRuntime

/// A compressor's handle, with the memory it writes into.
@safe struct TurboJPEGCompressor: ~Copyable, @unchecked Sendable {
  // Unchecked: the handle has one owner, and may be used by one thread after another.
  private let handle: tjhandle
  /// The largest JPEG that a picture of the last size and sampling can become.
  private var output: UnsafeMutablePointer<UInt8>?
  private var outputBytes = 0

  init() throws(JPEGError) {
    guard let handle = unsafe tjInitCompress() else { throw .failed }
    unsafe self.handle = handle
    unsafe output = nil
  }

  deinit {
    unsafe tjFree(output)
    unsafe _ = tjDestroy(handle)
  }

  /// Encodes the upper left `width` x `height` pixels of `frame`, whose planes hold these sides rounded up to
  /// whole chroma samples, into `buffer`; the number of bytes.
  mutating func encode(
    _ frame: VideoFrame, width: Int, height: Int, sampling: JPEGHeader.Sampling, quality: Int,
    into buffer: inout WritableBuffer
  ) throws(JPEGError) -> Int {
    let subsampling = sampling.turbo
    // With TJFLAG_NOREALLOC the library takes it that the memory has tjBufSize bytes, far more than a slab.
    let largest = Int(tjBufSize(Int32(width), Int32(height), subsampling))
    if largest != outputBytes {
      unsafe tjFree(output)
      unsafe output = tjAlloc(Int32(largest))
      outputBytes = unsafe output == nil ? 0 : largest
    }
    guard outputBytes > 0 else { throw .failed }
    var planes = unsafe InlineArray<3, UnsafePointer<UInt8>?>(repeating: nil)
    var strides = InlineArray<3, Int32>(repeating: 0)
    for plane in 0..<frame.pixelFormat.planeCount {
      let stride = frame.strides[plane]
      let columns = Int(tjPlaneWidth(Int32(plane), Int32(width), subsampling))
      let rows = Int(tjPlaneHeight(Int32(plane), Int32(height), subsampling))
      strides[plane] = Int32(stride)
      unsafe planes[plane] = frame.storage.withPlane(plane) { span in
        let needed = (rows - 1) * stride + columns
        precondition(columns <= stride && needed <= span.byteCount, "a plane is too small")
        return unsafe span.withUnsafeBytes { unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
      }
    }
    var size = UInt(outputBytes)
    let answer = unsafe planes.withUnsafePointers { planes in
      unsafe strides.withUnsafePointers { strides in
        unsafe tjCompressFromYUVPlanes(
          handle, planes, Int32(width), strides, Int32(height), subsampling, &output, &size,
          Int32(quality), TJFLAG_NOREALLOC)
      }
    }
    guard answer == 0, let output = unsafe output else { throw .failed }
    let count = Int(size)
    return try buffer.withBytes { (bytes) throws(JPEGError) in
      guard count <= bytes.byteCount else { throw .tooLarge }
      unsafe bytes.withUnsafeMutableBytes { target in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: output, count: count))
      }
      return count
    }
  }
}

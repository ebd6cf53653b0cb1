internal import CFFmpeg
internal import RetakeMedia

/// An `AVFrame` and its owner. One thread at a time.
@safe struct FrameHandle: ~Copyable, @unchecked Sendable {
  /// Valid while the handle lives.
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame.
  init() throws(CodecError) {
    guard let frame = unsafe av_frame_alloc() else {
      throw CodecError(averror: retake_averror(ENOMEM), "allocate frame")
    }
    unsafe pointer = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe pointer
    unsafe av_frame_free(&frame)
  }

  /// Gives back the memory; the frame can be filled again.
  mutating func unref() {
    unsafe av_frame_unref(pointer)
  }

  /// Fills the empty frame with the planes of `picture`, without a copy: FFmpeg's reference keeps the storage
  /// alive for as long as a codec needs it. `width` and `height` crop the picture on the right and below.
  mutating func wrap(_ picture: VideoFrame, width: Int, height: Int) throws(CodecError) {
    precondition(width <= picture.width && height <= picture.height, "a frame is only ever cropped")
    let held = unsafe Unmanaged.passRetained(picture.storage as AnyObject)
    let free: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?) -> Void = { opaque, _ in
      unsafe opaque.map { unsafe Unmanaged<AnyObject>.fromOpaque($0).release() }
    }
    for plane in 0..<picture.pixelFormat.planeCount {
      // `FrameStorage` promises that the bytes stay where they are while the object lives.
      let start = unsafe picture.storage.withPlane(plane) { bytes in
        unsafe bytes.withUnsafeBytes { $0.baseAddress }
      }
      // Read-only for FFmpeg too: the buffer is made with that flag.
      let address = unsafe UnsafeMutableRawPointer(mutating: start)?.assumingMemoryBound(to: UInt8.self)
      unsafe withUnsafeMutablePointer(to: &pointer.pointee.data) { planes in
        unsafe planes.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) {
          unsafe $0[plane] = address
        }
      }
      unsafe withUnsafeMutablePointer(to: &pointer.pointee.linesize) { strides in
        unsafe strides.withMemoryRebound(to: Int32.self, capacity: 8) {
          unsafe $0[plane] = Int32(picture.strides[plane])
        }
      }
    }
    let bytes = picture.storage.withPlane(0) { $0.byteCount }
    let buffer = unsafe av_buffer_create(
      pointer.pointee.data.0, bytes, free, held.toOpaque(), AV_BUFFER_FLAG_READONLY)
    guard let buffer = unsafe buffer else {
      unsafe held.release()
      throw CodecError(averror: retake_averror(ENOMEM), "wrap frame")
    }
    unsafe pointer.pointee.buf.0 = buffer
    unsafe pointer.pointee.width = Int32(width)
    unsafe pointer.pointee.height = Int32(height)
    unsafe pointer.pointee.format = picture.pixelFormat.libav.rawValue
    let tags = ColorTags(picture.color)
    unsafe pointer.pointee.color_range = tags.range
    unsafe pointer.pointee.colorspace = tags.matrix
    unsafe pointer.pointee.color_primaries = tags.primaries
    unsafe pointer.pointee.color_trc = tags.transfer
  }

  /// Moves the picture into a storage of its own, without a copy; the frame is empty afterwards.
  mutating func takeStorage(_ pixelFormat: PixelFormat) throws(CodecError) -> LibavFrameStorage {
    try LibavFrameStorage(taking: &self, pixelFormat: pixelFormat)
  }
}

/// The planes of an `AVFrame` that a decoder or a filter made, shared and read-only. It is immutable, so any
/// thread may read and the last owner may be any thread.
final class LibavFrameStorage: FrameStorage, @unchecked Sendable {
  private let frame: FrameHandle
  private let sizes: SIMD4<Int>
  let planeCount: Int
  /// Bytes from one row to the next, for each plane.
  let strides: SIMD4<Int>

  /// The frame must be of `pixelFormat`, with rows that run downwards.
  fileprivate init(taking other: inout FrameHandle, pixelFormat: PixelFormat) throws(CodecError) {
    frame = try FrameHandle()
    unsafe av_frame_move_ref(frame.pointer, other.pointer)
    planeCount = pixelFormat.planeCount
    let lines = unsafe frame.pointer.pointee.linesize
    strides = SIMD4(Int(lines.0), Int(lines.1), Int(lines.2), Int(lines.3))
    var sizes = SIMD4<Int>()
    let height = Int(unsafe frame.pointer.pointee.height)
    for plane in 0..<planeCount {
      guard strides[plane] > 0 else {
        throw CodecError(.invalidData, "keep frame", "the rows of the picture run upwards")
      }
      sizes[plane] = strides[plane] * pixelFormat.rows(plane: plane, height: height)
    }
    self.sizes = sizes
  }

  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(plane < planeCount, "no such plane")
    let data = unsafe frame.pointer.pointee.data
    let start: UnsafeMutablePointer<UInt8>? =
      switch plane {
      case 0: unsafe data.0
      case 1: unsafe data.1
      case 2: unsafe data.2
      default: unsafe data.3
      }
    guard let start = unsafe start else { preconditionFailure("a frame has its planes") }
    return try body(unsafe RawSpan(_unsafeStart: start, byteCount: sizes[plane]))
  }
}

internal import CFFmpeg
internal import RetakeMedia

/// Brings pictures into the memory of a graphics processor, for encoders that take them from there (VA-API).
/// One thread at a time.
@safe struct HardwareUpload: ~Copyable, @unchecked Sendable {
  private let pool: UnsafeMutablePointer<AVBufferRef>
  private var frame: FrameHandle

  /// Opens the machine's first device and makes `context` take its frames; before the encoder is opened.
  init(
    for context: borrowing CodecContext, settings: VideoEncoderSettings, pixelFormat: PixelFormat
  ) throws(CodecError) {
    let frame = try FrameHandle()
    var device: UnsafeMutablePointer<AVBufferRef>?
    let opened = unsafe av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0)
    // FFmpeg's word for it, "Generic error in an external library", tells nobody anything.
    if opened < 0 {
      var error = CodecError(averror: opened, "open a graphics processor for \(settings.encoder)")
      error.text = "this machine has none that encodes through VA-API"
      throw error
    }
    defer { unsafe av_buffer_unref(&device) }
    guard let pool = unsafe av_hwframe_ctx_alloc(device) else {
      throw CodecError(averror: retake_averror(ENOMEM), "open \(settings.encoder)")
    }
    unsafe pool.pointee.data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { frames in
      unsafe frames.pointee.format = AV_PIX_FMT_VAAPI
      unsafe frames.pointee.sw_format = pixelFormat.libav
      unsafe frames.pointee.width = Int32(settings.width)
      unsafe frames.pointee.height = Int32(settings.height)
      // The encoder holds a reference picture and what it works on; the rest is slack.
      unsafe frames.pointee.initial_pool_size = 8
    }
    let answer = unsafe av_hwframe_ctx_init(pool)
    if answer < 0 {
      var pool: UnsafeMutablePointer<AVBufferRef>? = unsafe pool
      unsafe av_buffer_unref(&pool)
      throw CodecError(averror: answer, "open \(settings.encoder)")
    }
    unsafe context.pointer.pointee.hw_frames_ctx = unsafe av_buffer_ref(pool)
    unsafe context.pointer.pointee.pix_fmt = AV_PIX_FMT_VAAPI
    unsafe self.pool = pool
    self.frame = frame
  }

  deinit {
    var pool: UnsafeMutablePointer<AVBufferRef>? = unsafe pool
    unsafe av_buffer_unref(&pool)
  }

  /// Copies `picture` over and sends it to the encoder.
  mutating func send(_ picture: borrowing FrameHandle, to context: borrowing CodecContext) throws(CodecError)
  {
    defer { frame.unref() }
    let operation = "bring a picture to \(context.name)"
    try check(unsafe av_hwframe_get_buffer(pool, frame.pointer, 0), operation)
    try check(unsafe av_hwframe_transfer_data(frame.pointer, picture.pointer, 0), operation)
    try check(unsafe av_frame_copy_props(frame.pointer, picture.pointer), operation)
    try context.send(frame)
  }
}

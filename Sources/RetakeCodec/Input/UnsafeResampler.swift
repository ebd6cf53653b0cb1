internal import CFFmpeg
internal import RetakeMedia
internal import RetakeRuntime

/// Brings a decoder's sound into interleaved floats of one rate and channel order: an `SwrContext` and its
/// owner. One thread at a time.
@safe struct SampleConverter: ~Copyable {
  private var context: OpaquePointer?
  private let format: AudioFormat
  private var source: Source?

  /// What a context is made for.
  private struct Source: Hashable {
    var format: Int32
    var rate: Int32
    var channels: Int32
    /// The channels by name, where the stream tells them; else 0.
    var mask: UInt64

    init(_ frame: borrowing FrameHandle) {
      let fields = unsafe frame.pointer.pointee
      format = unsafe fields.format
      rate = unsafe fields.sample_rate
      channels = unsafe fields.ch_layout.nb_channels
      mask = unsafe fields.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? fields.ch_layout.u.mask : 0
    }
  }

  /// A converter to `format`, channels in FFmpeg's default order for their number.
  init(to format: AudioFormat) {
    self.format = format
  }

  deinit {
    var context = unsafe context
    unsafe swr_free(&context)
  }

  /// Makes it ready for sound of the kind of `frame`.
  mutating func prepare(for frame: borrowing FrameHandle) throws(CodecError) {
    let source = Source(frame)
    if source == self.source { return }
    var input = unsafe AVChannelLayout()
    var output = unsafe AVChannelLayout()
    unsafe av_channel_layout_default(&output, Int32(format.channels))
    if source.mask != 0 {
      try check(unsafe av_channel_layout_from_mask(&input, source.mask), "convert sound")
    } else {
      unsafe av_channel_layout_default(&input, source.channels)
    }
    // 5.1 with the rear pair at the sides (or behind) is not mixed: the pair only has another name.
    if source.channels == format.channels { unsafe output = unsafe input }
    try check(
      unsafe swr_alloc_set_opts2(
        &context, &output, AV_SAMPLE_FMT_FLT, Int32(format.sampleRate), &input,
        AVSampleFormat(source.format), source.rate, 0, nil), "convert sound")
    try check(unsafe swr_init(context), "convert sound")
    self.source = source
  }

  /// Converts `frame` (not new: what is left of it) into `buffer`; the number of samples of each channel.
  mutating func convert(
    _ frame: borrowing FrameHandle, isNew: Bool, into buffer: inout WritableBuffer
  ) throws(CodecError) -> Int {
    let bytesPerSample = 4 * format.channels
    let context = unsafe context
    let count = try buffer.withBytes { (bytes) throws(CodecError) -> Int32 in
      try unsafe bytes.withUnsafeMutableBytes { (buffer) throws(CodecError) -> Int32 in
        var output = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let room = Int32(buffer.count / bytesPerSample)
        let input = unsafe UnsafeMutableRawPointer(frame.pointer.pointee.extended_data)?
          .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        let samples = unsafe isNew ? frame.pointer.pointee.nb_samples : 0
        return try check(unsafe swr_convert(context, &output, room, input, samples), "convert sound")
      }
    }
    return Int(count)
  }
}

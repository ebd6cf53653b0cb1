internal import CFFmpeg

/// A `SwrContext` and its owner: interleaved floats in and out. One thread at a time.
@safe struct ResamplerContext: ~Copyable, @unchecked Sendable {
  private let pointer: OpaquePointer
  private let inputChannels: Int
  private let outputChannels: Int

  init(
    inputRate: Int, inputChannels: Int, outputRate: Int, outputChannels: Int
  ) throws(CodecError) {
    LibavLog.silence
    let operation = "resample \(inputRate) Hz x \(inputChannels) to \(outputRate) Hz x \(outputChannels)"
    var input = unsafe AVChannelLayout()
    var output = unsafe AVChannelLayout()
    unsafe av_channel_layout_default(&input, Int32(inputChannels))
    unsafe av_channel_layout_default(&output, Int32(outputChannels))
    var context: OpaquePointer?
    let answer = unsafe swr_alloc_set_opts2(
      &context, &output, AV_SAMPLE_FMT_FLT, Int32(outputRate), &input, AV_SAMPLE_FMT_FLT, Int32(inputRate), 0,
      nil)
    guard answer >= 0, let context = unsafe context else { throw CodecError(averror: answer, operation) }
    // Channels that are mixed into one never add up to more than full scale.
    _ = unsafe av_opt_set_double(UnsafeMutableRawPointer(context), "rematrix_maxval", 1, 0)
    let opened = unsafe swr_init(context)
    guard opened >= 0 else {
      var context: OpaquePointer? = unsafe context
      unsafe swr_free(&context)
      throw CodecError(averror: opened, operation)
    }
    unsafe self.pointer = context
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
  }

  deinit {
    var context: OpaquePointer? = unsafe pointer
    unsafe swr_free(&context)
  }

  /// Samples of each channel that `count` more could give at most, with what is held back.
  func outputLimit(for count: Int) -> Int {
    Int(unsafe swr_get_out_samples(pointer, Int32(count)))
  }

  /// Converts `count` samples of each channel of `input` (nil: the end) into `output` and says how many it made.
  func convert(_ input: RawSpan?, count: Int, into output: inout [Float]) throws(CodecError) -> Int {
    let capacity = Int32(output.count / outputChannels)
    let answer = unsafe output.withUnsafeMutableBytes { made in
      var target = unsafe made.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard let input else { return unsafe swr_convert(pointer, &target, capacity, nil, 0) }
      precondition(count * inputChannels * 4 <= input.byteCount, "more than there is")
      return unsafe input.withUnsafeBytes { given in
        var source = unsafe given.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return unsafe swr_convert(pointer, &target, capacity, &source, Int32(count))
      }
    }
    return Int(try check(answer, "resample"))
  }

  /// Makes `delta` samples more (or fewer) of the next `distance` at the output.
  func setCompensation(_ delta: Int, over distance: Int) throws(CodecError) {
    try check(unsafe swr_set_compensation(pointer, Int32(delta), Int32(distance)), "follow the clock")
  }

  /// How much sound has gone in that is not out yet, in units of 1/`base` s.
  func delay(base: Int64) -> Int64 {
    unsafe swr_get_delay(pointer, base)
  }
}

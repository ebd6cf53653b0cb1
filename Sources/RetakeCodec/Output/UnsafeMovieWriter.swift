internal import CFFmpeg
internal import RetakeMedia

/// Bytes that FFmpeg has written and nobody has taken yet.
private final class OutputBytes {
  var bytes: [UInt8] = []
}

/// An `AVFormatContext` for writing and its owner. What it writes stays in memory until it is taken. One thread at
/// a time.
@safe struct MovieWriter: ~Copyable, @unchecked Sendable {
  private let pointer: UnsafeMutablePointer<AVFormatContext>
  private let packet: PacketHandle
  private let output: OutputBytes

  /// A writer without tracks.
  init(_ container: MovieContainer) throws(CodecError) {
    LibavLog.silence
    let packet = try PacketHandle()
    let write: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32 = {
      opaque, bytes, count in
      guard let opaque = unsafe opaque else { return retake_averror(EINVAL) }
      let output = unsafe Unmanaged<OutputBytes>.fromOpaque(opaque).takeUnretainedValue()
      unsafe output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    let size = 1 << 16
    let output = OutputBytes()
    // The writer keeps `output` alive for longer than FFmpeg holds its address.
    let stream = unsafe avio_alloc_context(
      av_malloc(size)?.assumingMemoryBound(to: UInt8.self), Int32(size), 1,
      Unmanaged.passUnretained(output).toOpaque(), nil, write, nil)
    guard let stream = unsafe stream else {
      throw CodecError(averror: retake_averror(ENOMEM), "open \(container) writer")
    }
    var context: UnsafeMutablePointer<AVFormatContext>?
    let answer = unsafe avformat_alloc_output_context2(&context, nil, container.rawValue, nil)
    guard let context = unsafe context else {
      unsafe Self.free(stream)
      throw CodecError(averror: answer, "open \(container) writer")
    }
    unsafe context.pointee.pb = unsafe stream
    unsafe self.pointer = context
    self.packet = packet
    self.output = output
  }

  deinit {
    let stream = unsafe pointer.pointee.pb
    unsafe avformat_free_context(pointer)
    if let stream = unsafe stream { unsafe Self.free(stream) }
  }

  private static func free(_ stream: UnsafeMutablePointer<AVIOContext>) {
    unsafe av_freep(&stream.pointee.buffer)
    var stream: UnsafeMutablePointer<AVIOContext>? = unsafe stream
    unsafe avio_context_free(&stream)
  }

  /// Adds a track, with stamps of `timescale` ticks a second.
  func add(_ track: TrackDescription, timescale: Int32) throws(CodecError) {
    guard let stream = unsafe avformat_new_stream(pointer, nil),
      let parameters = unsafe stream.pointee.codecpar
    else { throw CodecError(averror: retake_averror(ENOMEM), "add track") }
    unsafe stream.pointee.time_base = AVRational(num: 1, den: timescale)
    switch track {
    case .video(
      let codec, let width, let height, let frameRate, let color, let aspect, let rotation, let extradata):
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      unsafe parameters.pointee.codec_id = codec.libav
      // Apple's players take HEVC under this name alone: "hvc1", the first letter lowest.
      if codec == .hevc { unsafe parameters.pointee.codec_tag = 0x3163_7668 }
      unsafe parameters.pointee.width = Int32(width)
      unsafe parameters.pointee.height = Int32(height)
      unsafe parameters.pointee.sample_aspect_ratio = aspect.libav
      unsafe stream.pointee.sample_aspect_ratio = aspect.libav
      unsafe stream.pointee.avg_frame_rate = frameRate.libav
      let tags = ColorTags(color)
      unsafe parameters.pointee.color_range = tags.range
      unsafe parameters.pointee.color_space = tags.matrix
      unsafe parameters.pointee.color_primaries = tags.primaries
      unsafe parameters.pointee.color_trc = tags.transfer
      unsafe try setExtradata(extradata, of: parameters)
      if rotation != 0 {
        guard let matrix = unsafe retake_new_display_matrix(stream) else {
          throw CodecError(averror: retake_averror(ENOMEM), "add track")
        }
        let values = DisplayMatrix.rotation(clockwise: rotation, width: width, height: height)
        for (index, value) in values.enumerated() { unsafe matrix[index] = value }
      }
    case .audio(let codec, let format, let bitrate, let priming, let extradata):
      unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
      switch codec {
      case .aac:
        unsafe parameters.pointee.codec_id = AV_CODEC_ID_AAC
        unsafe parameters.pointee.frame_size = 1024
      }
      unsafe parameters.pointee.sample_rate = Int32(format.sampleRate)
      unsafe av_channel_layout_default(&parameters.pointee.ch_layout, Int32(format.channels))
      unsafe parameters.pointee.bit_rate = Int64(bitrate)
      unsafe parameters.pointee.initial_padding = Int32(priming)
      unsafe try setExtradata(extradata, of: parameters)
    }
  }

  /// To be called once, after the last track and before the first sample. The caller cuts the fragments. The index
  /// comes with the first of them, when the first stamps are known: only so are the sound's priming samples in
  /// the edit list. `creationTime` in ISO 8601.
  func begin(creationTime: String) throws(CodecError) {
    // Stamps are written as they are (0: disabled); the default would move both tracks by the sound's priming.
    unsafe pointer.pointee.avoid_negative_ts = 0
    unsafe av_dict_set(&pointer.pointee.metadata, "creation_time", creationTime, 0)
    let options = [
      ("movflags", "+frag_custom+delay_moov+default_base_moof+skip_trailer"),
      // Makes the start of a sound that begins after the pictures exact to the sample.
      ("movie_timescale", "48000"),
    ]
    for (key, value) in options {
      try check(unsafe av_opt_set(pointer, key, value, AV_OPT_SEARCH_CHILDREN), "set \(key)=\(value)")
    }
    try check(unsafe avformat_write_header(pointer, nil), "begin movie")
  }

  /// Adds a sample to the fragment that is being made. Stamps in ticks of the track.
  func write(
    _ sample: EncodedPacket, track: Int, presentation: Int64, decode: Int64, duration: Int64
  ) throws(CodecError) {
    let answer = sample.storage.withPlane(0) { bytes in
      precondition(sample.byteCount <= bytes.byteCount, "a packet within its storage")
      return unsafe bytes.withUnsafeBytes { buffer in
        // The writer copies the bytes into its fragment before it returns, so it may borrow them.
        unsafe packet.pointer.pointee.data = unsafe UnsafeMutablePointer(
          mutating: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe packet.pointer.pointee.size = Int32(sample.byteCount)
        unsafe packet.pointer.pointee.stream_index = Int32(track)
        unsafe packet.pointer.pointee.pts = presentation
        unsafe packet.pointer.pointee.dts = decode
        unsafe packet.pointer.pointee.duration = duration
        unsafe packet.pointer.pointee.flags = sample.isKeyFrame ? AV_PKT_FLAG_KEY : 0
        defer { unsafe av_packet_unref(packet.pointer) }
        return unsafe av_write_frame(pointer, packet.pointer)
      }
    }
    try check(answer, "write sample")
  }

  /// Ends the fragment that is being made: its bytes can be taken. The first one needs two calls of FFmpeg: one
  /// writes the index, the next the samples.
  func cutFragment(isFirst: Bool) throws(CodecError) {
    for _ in 0..<(isFirst ? 2 : 1) {
      try check(unsafe av_write_frame(pointer, nil), "cut fragment")
    }
    unsafe avio_flush(pointer.pointee.pb)
  }

  /// Ends the last fragment and the file.
  func end() throws(CodecError) {
    try check(unsafe av_write_trailer(pointer), "end movie")
    unsafe avio_flush(pointer.pointee.pb)
  }

  /// Bytes that FFmpeg has given so far, taken or not.
  var byteCount: Int64 {
    unsafe avio_tell(pointer.pointee.pb)
  }

  /// The bytes that nobody has taken yet.
  var pendingBytes: [UInt8] { output.bytes }

  /// Puts `bytes` among the pending ones, before the one at `index`.
  func insert(_ bytes: [UInt8], at index: Int) {
    output.bytes.insert(contentsOf: bytes, at: index)
  }

  /// Lends the pending bytes; they are gone once `body` has returned, and stay if it throws.
  func takeBytes<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    try body(unsafe output.bytes.span.bytes)
    output.bytes.removeAll(keepingCapacity: true)
  }

  private func setExtradata(
    _ bytes: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>
  ) throws(CodecError) {
    guard !bytes.isEmpty else { return }
    guard let memory = unsafe av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw CodecError(averror: retake_averror(ENOMEM), "add track")
    }
    unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    unsafe parameters.pointee.extradata_size = Int32(bytes.count)
  }
}

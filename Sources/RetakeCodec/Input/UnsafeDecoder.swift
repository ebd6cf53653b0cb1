internal import CFFmpeg
internal import RetakeMedia

// What decoders need of FFmpeg's structures.

extension CodecContext {
  /// A decoder for a stream, open, on `threads` threads. Where each picture stands alone, a damaged one is an
  /// error; where pictures build on each other, slight damage is concealed and told by the frame. A `isLive` one
  /// gives each picture as soon as it has its packet, and conceals nothing.
  static func decoder(
    for parameters: CodecParameters, threads: Int, isLive: Bool = false
  ) throws(CodecError) -> CodecContext {
    let context = try CodecContext(decoder: unsafe parameters.pointer.pointee.codec_id)
    let pointer = unsafe context.pointer
    try check(
      unsafe avcodec_parameters_to_context(pointer, parameters.pointer), "open \(parameters.codecName)")
    unsafe pointer.pointee.pkt_timebase = parameters.timeBase
    unsafe pointer.pointee.thread_count = Int32(threads)
    if isLive {
      unsafe pointer.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
      unsafe pointer.pointee.err_recognition |= AV_EF_EXPLODE
    }
    if let descriptor = unsafe avcodec_descriptor_get(pointer.pointee.codec_id),
      unsafe descriptor.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
    {
      unsafe pointer.pointee.err_recognition |= AV_EF_EXPLODE
    }
    try context.open()
    return context
  }

  /// Sends one packet to a decoder whose output was taken.
  func send(_ packet: PacketStorage) throws(CodecError) {
    // To libavcodec, an empty packet means the end.
    guard packet.byteCount > 0 else { return }
    _ = try send(packet.packet)
  }

  /// Sends bytes that belong together to a decoder whose output was taken; it copies them.
  func send(_ bytes: [UInt8], stamp: Int64) throws(CodecError) {
    let packet = try PacketHandle()
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(CodecError) in
      // Without an owner of its own, the packet's bytes are copied by libavcodec, with the spare ones behind them
      // that its readers need.
      unsafe packet.pointer.pointee.data = unsafe UnsafeMutablePointer(mutating: buffer.baseAddress)
      unsafe packet.pointer.pointee.size = Int32(buffer.count)
      unsafe packet.pointer.pointee.pts = stamp
      unsafe packet.pointer.pointee.dts = stamp
      _ = try send(packet)
    }
  }

  /// Forgets what was sent, to go on at another place.
  func flush() {
    unsafe avcodec_flush_buffers(pointer)
  }
}

extension FrameHandle {
  /// When it is shown, in ticks of its stream; nil where neither the packet nor its order tells.
  var stamp: Int64? {
    let stamp = unsafe pointer.pointee.best_effort_timestamp
    return stamp == retake_av_nopts_value() ? nil : stamp
  }

  /// Ticks that it lasts; 0 where not known.
  var durationTicks: Int64 { unsafe retake_frame_duration(pointer) }

  /// Whether the decoder had to guess parts of it.
  var isDamaged: Bool {
    unsafe pointer.pointee.decode_error_flags != 0 || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  var width: Int { Int(unsafe pointer.pointee.width) }
  var height: Int { Int(unsafe pointer.pointee.height) }
  var pixelFormat: AVPixelFormat { AVPixelFormat(unsafe pointer.pointee.format) }

  /// Whether its rows run downwards, as all our pictures' do.
  var runsDownwards: Bool { unsafe pointer.pointee.linesize.0 > 0 }

  /// Range and matrix as the picture says, else as `track` says, else as its size lets assume.
  func color(of track: VideoTrack) -> ColorInfo {
    let fields = unsafe pointer.pointee
    let isJPEG = track.codec == .mjpeg || pixelFormat.isFullRangeByName
    let range = unsafe fields.color_range
    let matrix = unsafe fields.colorspace
    let coded = unsafe track.parameters.pointer.pointee
    return unsafe ColorInfo(
      range: range == AVCOL_RANGE_UNSPECIFIED ? coded.color_range : range,
      matrix: matrix == AVCOL_SPC_UNSPECIFIED ? coded.color_space : matrix, height: height, isJPEG: isJPEG)
  }

  var sampleCount: Int { Int(unsafe pointer.pointee.nb_samples) }
}

internal import CFFmpeg
internal import RetakeMedia

/// An `AVCodecContext` and its owner: an encoder or a decoder. One thread at a time.
@safe struct CodecContext: ~Copyable, @unchecked Sendable {
  /// What came of asking for output.
  enum Output {
    case ready
    /// Nothing before more is sent.
    case needsInput
    /// Nothing any more.
    case ended
  }

  /// Valid while the handle lives.
  let pointer: UnsafeMutablePointer<AVCodecContext>
  /// Name of the codec, for errors.
  let name: String

  /// Whether FFmpeg was built with an encoder of this name.
  static func hasEncoder(named name: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(name) != nil
  }

  /// The encoder of this name, not open yet.
  init(encoder name: String) throws(CodecError) {
    LibavLog.silence
    guard let codec = unsafe avcodec_find_encoder_by_name(name) else {
      throw CodecError(averror: retake_averror_encoder_not_found(), "find encoder \(name)")
    }
    unsafe try self.init(codec: codec, name: name)
  }

  /// The usual decoder of `codec`, not open yet.
  init(decoder id: AVCodecID) throws(CodecError) {
    LibavLog.silence
    let name = unsafe String(cString: avcodec_get_name(id))
    guard let codec = unsafe avcodec_find_decoder(id) else {
      throw CodecError(averror: retake_averror_decoder_not_found(), "find decoder for \(name)")
    }
    unsafe try self.init(codec: codec, name: name)
  }

  private init(codec: UnsafePointer<AVCodec>, name: String) throws(CodecError) {
    guard let context = unsafe avcodec_alloc_context3(codec) else {
      throw CodecError(averror: retake_averror(ENOMEM), "allocate \(name)")
    }
    unsafe self.pointer = context
    self.name = name
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe pointer
    unsafe avcodec_free_context(&context)
  }

  /// Opens the codec with its fields as they are and `options`, each of which must be known to it.
  func open(options: [(key: String, value: String)] = []) throws(CodecError) {
    for (key, value) in options {
      let answer = unsafe av_opt_set(pointer, key, value, AV_OPT_SEARCH_CHILDREN)
      try check(answer, "set \(key)=\(value) of \(name)")
    }
    try check(unsafe avcodec_open2(pointer, nil, nil), "open \(name)")
  }

  /// Sends a picture or sound to an encoder; it keeps a reference while it needs the memory.
  func send(_ frame: borrowing FrameHandle) throws(CodecError) {
    try check(unsafe avcodec_send_frame(pointer, frame.pointer), "encode with \(name)")
  }

  /// Tells an encoder that nothing more will be sent.
  func endFrames() throws(CodecError) {
    try check(unsafe avcodec_send_frame(pointer, nil), "finish \(name)")
  }

  /// Takes what an encoder has made.
  func receive(into packet: borrowing PacketHandle) throws(CodecError) -> Output {
    try output(unsafe avcodec_receive_packet(pointer, packet.pointer), "encode with \(name)")
  }

  /// Sends a packet to a decoder. False: it takes none before output is received.
  func send(_ packet: borrowing PacketHandle) throws(CodecError) -> Bool {
    try output(unsafe avcodec_send_packet(pointer, packet.pointer), "decode \(name)") == .ready
  }

  /// Tells a decoder that nothing more will be sent.
  func endPackets() throws(CodecError) {
    _ = try output(unsafe avcodec_send_packet(pointer, nil), "finish decoding \(name)")
  }

  /// Takes what a decoder has made.
  func receive(into frame: borrowing FrameHandle) throws(CodecError) -> Output {
    try output(unsafe avcodec_receive_frame(pointer, frame.pointer), "decode \(name)")
  }

  /// The codec's configuration, empty where it has none.
  var extradata: [UInt8] {
    let count = Int(unsafe pointer.pointee.extradata_size)
    guard count > 0, let bytes = unsafe pointer.pointee.extradata else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func output(_ answer: Int32, _ operation: @autoclosure () -> String) throws(CodecError) -> Output {
    switch answer {
    case retake_averror(EAGAIN): .needsInput
    case retake_averror_eof(): .ended
    default: try check(answer, operation()) >= 0 ? .ready : .ended
    }
  }
}

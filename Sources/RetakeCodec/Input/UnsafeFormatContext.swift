internal import CFFmpeg
internal import RetakeMedia

/// An `AVFormatContext` that reads an `InputFile`, and its owner. One thread at a time.
@safe struct FormatContext: ~Copyable {
  /// Valid while the handle lives.
  let pointer: UnsafeMutablePointer<AVFormatContext>
  private let reader: InputReader

  /// Demuxers that read text as pictures, open other files by name, or make up their content.
  private static let refused: Set<String> = [
    "tty", "concat", "hls", "dash", "image2", "lavfi", "ffmetadata", "sdp", "rtsp", "imf",
    "webm_dash_manifest",
  ]
  /// Codecs whose pictures are drawn from text.
  private static let refusedCodecs: [AVCodecID] = [
    AV_CODEC_ID_ANSI, AV_CODEC_ID_BINTEXT, AV_CODEC_ID_XBIN, AV_CODEC_ID_IDF,
  ]

  /// Opens the container and finds out what its streams are, which decodes some pictures.
  static func open(_ file: InputFile) throws(CodecError) -> FormatContext {
    LibavLog.silence
    let operation = "open \(file.name)"
    let context = try FormatContext(InputReader(file), isLive: !file.isSeekable, operation)
    let name = unsafe String(cString: context.pointer.pointee.iformat.pointee.name)
    guard !Self.refused.contains(name) else {
      throw CodecError(.invalidData, operation, "not a video or audio file (\(name))")
    }
    guard file.isSeekable || context.isFirstSampleAhead else {
      throw CodecError(.notSeekable, operation, "its index is at the end, so it cannot be streamed")
    }
    try check(unsafe avformat_find_stream_info(context.pointer, nil), operation)
    return context
  }

  private init(
    _ reader: consuming InputReader, isLive: Bool, _ operation: String
  ) throws(CodecError) {
    var context = unsafe avformat_alloc_context()
    guard let allocated = unsafe context else {
      throw CodecError(averror: retake_averror(ENOMEM), operation)
    }
    unsafe allocated.pointee.pb = reader.context
    // Bare JPEGs in a row are only believed after this many bytes; FFmpeg's megabyte is seconds of a live pipe.
    if isLive { unsafe allocated.pointee.format_probesize = 256 * 1024 }
    // A second file (playlist, image sequence, external track) is never opened.
    unsafe allocated.pointee.io_open = { _, _, _, _, _ in retake_averror(EPERM) }
    // A name without an ending, so that the content decides. Frees the context when it fails.
    let answer = unsafe avformat_open_input(&context, "input", nil, nil)
    guard answer >= 0, let context = unsafe context else {
      let error = CodecError(averror: answer, operation)
      // The file itself could be opened, so what is wrong is inside: no media, or a list of other files.
      if error.averror == retake_averror_exit() || error.code == .outOfMemory { throw error }
      let reason = answer == retake_averror_invalid_data() ? "" : " (\(error.text))"
      throw CodecError(.invalidData, operation, "not a video or audio file" + reason)
    }
    unsafe pointer = context
    self.reader = reader
  }

  deinit {
    // The reader is the caller's (AVFMT_FLAG_CUSTOM_IO) and goes after it.
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe pointer
    unsafe avformat_close_input(&context)
  }

  /// Whether the first sample in the indexes can be reached: true where there is none, and where it is still to
  /// come or in the buffer. An MP4 that was not made for streaming has its index after all samples.
  private var isFirstSampleAhead: Bool {
    let entries = unsafe (0..<Int32(pointer.pointee.nb_streams)).compactMap { index in
      unsafe stream(index).flatMap { unsafe avformat_index_get_entry($0, 0)?.pointee.pos }
    }
    guard let first = entries.min(), let input = unsafe pointer.pointee.pb else { return true }
    // Goes back inside of the buffer only, as the demuxer itself will do for this sample.
    return unsafe first >= avio_seek(input, 0, SEEK_CUR) || avio_seek(input, first, SEEK_SET) >= 0
  }

  /// The stream of this kind that FFmpeg holds for the main one and can decode; covers are no video.
  func bestStream(_ type: AVMediaType, beside other: Int32 = -1) -> Int32? {
    let index = unsafe av_find_best_stream(pointer, type, -1, other, nil, 0)
    guard index >= 0, let stream = unsafe stream(index) else { return nil }
    if unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return nil }
    let codec = unsafe stream.pointee.codecpar.pointee.codec_id
    guard !Self.refusedCodecs.contains(codec), unsafe avcodec_find_decoder(codec) != nil else { return nil }
    return index
  }

  /// A stream by its index, valid while the handle lives.
  func stream(_ index: Int32) -> UnsafeMutablePointer<AVStream>? {
    unsafe pointer.pointee.streams[Int(index)]
  }

  /// Lets only these streams through.
  func keep(_ kept: [Int32]) {
    for index in 0..<Int32(unsafe pointer.pointee.nb_streams) where !kept.contains(index) {
      unsafe stream(index)?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Reads the next packet of any kept stream; false at the end.
  func read(into packet: borrowing PacketHandle) throws(CodecError) -> Bool {
    while true {
      let answer = unsafe av_read_frame(pointer, packet.pointer)
      if answer == retake_averror_eof() { return false }
      // Demuxers of live formats ask for another try.
      if answer == retake_averror(EAGAIN) { continue }
      try check(answer, "read")
      return true
    }
  }

  /// Goes to the last place before `stamp` of stream `index` where its decoding can begin.
  func seek(_ index: Int32, before stamp: Int64) throws(CodecError) {
    try check(unsafe av_seek_frame(pointer, index, stamp, AVSEEK_FLAG_BACKWARD), "seek")
  }

  /// How long the file says that it is, from its start; nil where it does not tell.
  var duration: MediaTime? {
    let microseconds = unsafe pointer.pointee.duration
    return microseconds > 0 ? MediaTime(nanoseconds: microseconds * 1000) : nil
  }

  /// Whether the length was guessed from the bit rate.
  var isDurationGuessed: Bool {
    unsafe pointer.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
  }
}

/// What a decoder must know of a stream. Never changed once it was copied, so any thread may read.
@safe package final class CodecParameters: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVCodecParameters>
  /// Seconds of one tick of the stream's stamps.
  let timeBase: AVRational

  /// Copies what stands in `stream`.
  init(_ stream: UnsafePointer<AVStream>) throws(CodecError) {
    guard let parameters = unsafe avcodec_parameters_alloc() else {
      throw CodecError(averror: retake_averror(ENOMEM), "read stream")
    }
    unsafe pointer = parameters
    timeBase = unsafe stream.pointee.time_base
    try check(unsafe avcodec_parameters_copy(parameters, stream.pointee.codecpar), "read stream")
  }

  /// Those of what a camera of `format` sends, with stamps in nanoseconds.
  init(_ codec: VideoCodec, _ format: VideoFormat) throws(CodecError) {
    guard let parameters = unsafe avcodec_parameters_alloc() else {
      throw CodecError(averror: retake_averror(ENOMEM), "read stream")
    }
    unsafe pointer = parameters
    timeBase = AVRational(num: 1, den: 1_000_000_000)
    unsafe parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    unsafe parameters.pointee.codec_id = codec.libav
    unsafe parameters.pointee.width = Int32(format.width)
    unsafe parameters.pointee.height = Int32(format.height)
    // Where the stream itself does not tell.
    let tags = ColorTags(format.color)
    unsafe parameters.pointee.color_range = tags.range
    unsafe parameters.pointee.color_space = tags.matrix
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = unsafe pointer
    unsafe avcodec_parameters_free(&parameters)
  }

  /// The codec's configuration as libavcodec keeps it: avcC, hvcC, AudioSpecificConfig.
  package var extradata: [UInt8] {
    let count = Int(unsafe pointer.pointee.extradata_size)
    guard count > 0, let bytes = unsafe pointer.pointee.extradata else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// FFmpeg's name of the codec.
  package var codecName: String {
    unsafe String(cString: avcodec_get_name(pointer.pointee.codec_id))
  }

  /// A stamp of the stream in nanoseconds; nil for FFmpeg's "none" and for what cannot be a time.
  func time(_ stamp: Int64) -> MediaTime? {
    guard stamp != retake_av_nopts_value(), let seconds = Rational(timeBase) else { return nil }
    // Damaged files have stamps of centuries; half of Int64's nanoseconds leaves room to add.
    let limit = Int64(4e18) / 1_000_000_000 * Int64(seconds.denominator) / Int64(seconds.numerator)
    guard abs(Double(stamp)) < Double(limit) else { return nil }
    return MediaTime(ticks: stamp, per: Rational(seconds.denominator, seconds.numerator))
  }

  /// The last tick at or before `time`.
  func stamp(_ time: MediaTime) -> Int64 {
    let ticks = Double(time.nanoseconds) / 1e9 * Double(timeBase.den) / Double(max(1, timeBase.num))
    return Int64(ticks.rounded(.down))
  }
}

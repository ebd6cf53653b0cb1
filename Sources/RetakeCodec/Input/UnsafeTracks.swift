internal import CFFmpeg
internal import RetakeMedia

// Reading FFmpeg's structures into tracks.

extension FormatContext {
  /// What is known of the video stream `index`, its time still on the stream's own clock.
  func videoTrack(_ index: Int32) throws(CodecError) -> VideoTrack {
    guard let stream = unsafe stream(index) else {
      throw CodecError(.notFound, "read stream", "no such stream")
    }
    let parameters = unsafe try CodecParameters(stream)
    let coded = unsafe parameters.pointer.pointee
    let (width, height) = (Int(unsafe coded.width), Int(unsafe coded.height))
    guard width > 0, height > 0, width <= 16_384, height <= 16_384 else {
      throw CodecError(.invalidData, "read stream", "its pictures have no size")
    }
    let format = AVPixelFormat(unsafe coded.format)
    let aspect = unsafe av_guess_sample_aspect_ratio(pointer, stream, nil)
    let track = unsafe VideoTrack(
      codecName: parameters.codecName, codec: VideoCodec(coded.codec_id), width: width, height: height,
      pixelFormat: PixelFormat(format), frameRate: frameRate(of: stream),
      pixelAspectRatio: Rational(aspect) ?? Rational(1), rotation: 0, isFlipped: false, isSlanted: false,
      color: format.isRGB
        ? .assumed(height: height)
        : ColorInfo(
          range: coded.color_range, matrix: coded.color_space, height: height,
          isJPEG: coded.codec_id == AV_CODEC_ID_MJPEG || format.isFullRangeByName),
      startTime: parameters.time(stream.pointee.start_time) ?? .zero,
      duration: parameters.time(stream.pointee.duration), parameters: parameters)
    guard let matrix = unsafe retake_stream_display_matrix(stream) else { return track }
    let numbers = unsafe Array(UnsafeBufferPointer(start: matrix, count: 9))
    return track.oriented(PictureOrientation(matrix: numbers))
  }

  /// What is known of the audio stream `index`, its time still on the stream's own clock.
  func audioTrack(_ index: Int32) throws(CodecError) -> AudioTrack {
    guard let stream = unsafe stream(index) else {
      throw CodecError(.notFound, "read stream", "no such stream")
    }
    let parameters = unsafe try CodecParameters(stream)
    let coded = unsafe parameters.pointer.pointee
    let (rate, channels) = (Int(unsafe coded.sample_rate), Int(unsafe coded.ch_layout.nb_channels))
    guard (1...768_000).contains(rate), (1...8).contains(channels) else {
      throw CodecError(.invalidData, "read stream", "sound of \(channels) channels at \(rate) Hz")
    }
    return unsafe AudioTrack(
      codecName: parameters.codecName, format: AudioFormat(sampleRate: rate, channels: channels),
      bitrate: Int(coded.bit_rate), priming: Int(coded.initial_padding),
      startTime: parameters.time(stream.pointee.start_time) ?? .zero,
      duration: parameters.time(stream.pointee.duration), parameters: parameters)
  }

  /// The average rate, else the base rate; 25 where both make no sense (a still picture, a damaged file).
  private func frameRate(of stream: UnsafeMutablePointer<AVStream>) -> Rational {
    let candidates = unsafe [
      stream.pointee.avg_frame_rate, av_guess_frame_rate(pointer, stream, nil), stream.pointee.r_frame_rate,
    ]
    return candidates.lazy.compactMap { Rational($0) }.first { (0.01...1000).contains($0.value) }
      ?? Rational(25)
  }
}

extension FrameHandle {
  /// How the decoder says that this one picture must be turned: a JPEG's Exif tag. Nil where it says nothing.
  var orientation: PictureOrientation? {
    guard let data = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX),
      unsafe data.pointee.size >= 36
    else { return nil }
    return PictureOrientation(
      matrix: (0..<9).map {
        unsafe UnsafeRawPointer(data.pointee.data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)
      })
  }
}

extension AVPixelFormat {
  /// Whether the samples are red, green and blue, directly or through a palette: the decoder makes them into
  /// what is assumed for their size.
  var isRGB: Bool {
    guard let descriptor = unsafe av_pix_fmt_desc_get(self) else { return false }
    let flags = UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)
    return unsafe descriptor.pointee.flags & flags != 0
  }

  /// Whether the format's name alone means full range: JPEG's, and gray (RGB is converted anyway).
  var isFullRangeByName: Bool {
    switch self {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
      AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_GRAY8:
      true
    default: false
    }
  }
}

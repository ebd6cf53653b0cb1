internal import CFFmpeg
internal import RetakeMedia

// What encoders read and write in FFmpeg's structures.

extension CodecContext {
  /// Sets what every video encoder of ours is opened with. `keyFrameDistance` in frames.
  func configureVideo(
    _ settings: VideoEncoderSettings, pixelFormat: PixelFormat, keyFrameDistance: Int32, isLive: Bool
  ) {
    unsafe pointer.pointee.width = Int32(settings.width)
    unsafe pointer.pointee.height = Int32(settings.height)
    unsafe pointer.pointee.pix_fmt = pixelFormat.libav
    unsafe pointer.pointee.time_base = AVRational(num: 1, den: VideoEncoder.timescale)
    unsafe pointer.pointee.framerate = settings.frameRate.libav
    unsafe pointer.pointee.sample_aspect_ratio = settings.pixelAspectRatio.libav
    unsafe pointer.pointee.max_b_frames = 0
    unsafe pointer.pointee.gop_size = keyFrameDistance
    unsafe pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    // x264's own choice, half as many again as cores, but not more than six: each holds back one more picture.
    unsafe pointer.pointee.thread_count = isLive ? 1 : min(max(av_cpu_count() * 3 / 2, 1), 6)
    let tags = ColorTags(settings.color)
    unsafe pointer.pointee.color_range = tags.range
    unsafe pointer.pointee.colorspace = tags.matrix
    unsafe pointer.pointee.color_primaries = tags.primaries
    unsafe pointer.pointee.color_trc = tags.transfer
    // All encoders of ours make chroma from pairs of lines and columns; MPEG-2's siting is the default of
    // H.264, and what players assume.
    unsafe pointer.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    if case .bitrate(let bitrate) = settings.rateControl {
      unsafe pointer.pointee.bit_rate = Int64(bitrate)
      // Half as much again for a while of two seconds: room for the key frames, and no more than a card reader
      // or a network player can follow.
      unsafe pointer.pointee.rc_max_rate = Int64(bitrate) * 3 / 2
      unsafe pointer.pointee.rc_buffer_size = Int32(clamping: bitrate * 2)
    }
  }

  /// Sets what the AAC encoder is opened with.
  func configureAudio(_ settings: AudioEncoderSettings) {
    unsafe pointer.pointee.sample_rate = Int32(settings.sampleRate)
    unsafe pointer.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    unsafe av_channel_layout_default(&pointer.pointee.ch_layout, Int32(settings.channels))
    unsafe pointer.pointee.bit_rate = Int64(settings.bitrate)
    unsafe pointer.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
    unsafe pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    unsafe pointer.pointee.thread_count = 1
  }

  /// Samples of each channel that an audio encoder takes at a time; known once it is open.
  var samplesPerFrame: Int {
    Int(unsafe pointer.pointee.frame_size)
  }

  /// Samples at the start of its output that are not part of the sound; known once it is open.
  var priming: Int {
    Int(unsafe pointer.pointee.initial_padding)
  }
}

extension FrameHandle {
  /// When the frame is shown, in ticks of the encoder, and whether it must be a key frame.
  mutating func stamp(ticks: Int64, isKeyFrame: Bool = false) {
    unsafe pointer.pointee.pts = ticks
    unsafe pointer.pointee.pict_type = isKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
  }

  /// Memory for `capacity` samples of each channel, in planes of floats.
  mutating func allocateSamples(_ capacity: Int, channels: Int, sampleRate: Int) throws(CodecError) {
    unsafe pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    unsafe av_channel_layout_default(&pointer.pointee.ch_layout, Int32(channels))
    unsafe pointer.pointee.sample_rate = Int32(sampleRate)
    unsafe pointer.pointee.nb_samples = Int32(capacity)
    try check(unsafe av_frame_get_buffer(pointer, 0), "allocate samples")
  }

  /// Copies `count` samples of each channel from the interleaved `samples` (from sample `start` on) to `offset`.
  /// The encoder has let go of the memory of the last call, so this copies nothing else.
  mutating func fill(
    from samples: Span<Float>, start: Int, count: Int, offset: Int, channels: Int
  ) throws(CodecError) {
    precondition((start + count) * channels <= samples.count, "more than there is")
    precondition(offset + count <= Int(unsafe pointer.pointee.nb_samples), "more than the frame holds")
    try check(unsafe av_frame_make_writable(pointer), "fill samples")
    for channel in 0..<channels {
      guard let bytes = unsafe pointer.pointee.extended_data[channel] else { continue }
      unsafe UnsafeMutableRawPointer(bytes).withMemoryRebound(to: Float.self, capacity: offset + count) {
        plane in
        for index in 0..<count {
          unsafe plane[offset + index] = samples[unchecked: (start + index) * channels + channel]
        }
      }
    }
  }

  /// How many samples of each channel count; at most as many as there is memory for.
  mutating func setSampleCount(_ count: Int) {
    unsafe pointer.pointee.nb_samples = Int32(count)
  }
}

extension PacketHandle {
  /// Moves the packet's bytes and stamps, without a copy, into a value; the packet is empty afterwards.
  /// `timescale` is the encoder's ticks a second.
  mutating func takePacket(timescale: Int32) throws(CodecError) -> EncodedPacket {
    let pts = unsafe pointer.pointee.pts
    let dts = unsafe pointer.pointee.dts
    let duration = unsafe pointer.pointee.duration
    let isKeyFrame = unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
    let clock = Rational(timescale)
    let storage = try takeStorage()
    return EncodedPacket(
      storage: storage, byteCount: storage.byteCount,
      presentationTime: MediaTime(ticks: pts, per: clock),
      decodeTime: dts == retake_av_nopts_value() ? nil : MediaTime(ticks: min(dts, pts), per: clock),
      duration: duration > 0 ? MediaTime(ticks: duration, per: clock) : nil, isKeyFrame: isKeyFrame)
  }
}

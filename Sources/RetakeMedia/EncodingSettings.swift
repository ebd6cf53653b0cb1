/// How hard the encoder tries.
public enum RateControl: Hashable, Sendable {
  /// Bits a second on average.
  case bitrate(Int)
  /// 1 (smallest) to 100 (best); bits follow the picture.
  case quality(Int)
}

/// The pace of libx264, fastest first: a rung of the ladder that a slow machine steps down.
public enum EncoderSpeed: String, Sendable, CaseIterable, Comparable {
  /// Names are those of x264's presets.
  case ultrafast, superfast, veryfast, faster, fast, medium

  /// Faster than.
  public static func < (left: EncoderSpeed, right: EncoderSpeed) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    Self.allCases.firstIndex(of: self) ?? 0
  }
}

/// What a video encoder is opened with.
public struct VideoEncoderSettings: Hashable, Sendable {
  /// The codec of the file.
  public var codec: VideoCodec
  /// The encoder's name in FFmpeg, such as `libx264`.
  public var encoder: String
  /// Pixels a line; even.
  public var width: Int
  /// Lines; even.
  public var height: Int
  /// Frames a second to expect: a hint for rate control.
  public var frameRate: Rational
  /// Range and matrix of the frames that will be sent, written into the stream.
  public var color: ColorInfo
  /// Shape of a pixel.
  public var pixelAspectRatio: Rational
  /// Bitrate or quality.
  public var rateControl: RateControl
  /// The rung of the ladder, where the encoder has one.
  public var speed: EncoderSpeed
  /// At most this far from one key frame to the next.
  public var keyFrameInterval: MediaTime

  /// Settings for `codec`; see the fields.
  public init(
    codec: VideoCodec, encoder: String, width: Int, height: Int, frameRate: Rational, color: ColorInfo,
    pixelAspectRatio: Rational, rateControl: RateControl, speed: EncoderSpeed,
    keyFrameInterval: MediaTime = MediaTime(seconds: 1)
  ) {
    self.codec = codec
    self.encoder = encoder
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.color = color
    self.pixelAspectRatio = pixelAspectRatio
    self.rateControl = rateControl
    self.speed = speed
    self.keyFrameInterval = keyFrameInterval
  }
}

/// A compression of sound.
public enum AudioCodec: String, Sendable {
  /// AAC, low complexity.
  case aac
}

/// What an audio encoder is opened with.
public struct AudioEncoderSettings: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: Int
  /// 1 or 2.
  public var channels: Int
  /// Bits a second.
  public var bitrate: Int

  /// AAC at this rate.
  public init(sampleRate: Int = 48_000, channels: Int, bitrate: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.bitrate = bitrate
  }
}

/// A stream as a muxer needs it and a demuxer gives it: a value, so that it can cross threads.
public enum TrackDescription: Hashable, Sendable {
  /// Pictures. `extradata` is the codec's configuration as libavcodec keeps it; `rotation` clockwise degrees.
  case video(
    codec: VideoCodec, width: Int, height: Int, frameRate: Rational, color: ColorInfo,
    pixelAspectRatio: Rational, rotation: Int, extradata: [UInt8])
  /// Sound. `priming` is the number of samples at the start that are not part of it.
  case audio(codec: AudioCodec, format: AudioFormat, bitrate: Int, priming: Int, extradata: [UInt8])
}

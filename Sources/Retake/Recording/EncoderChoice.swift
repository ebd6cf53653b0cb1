internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// Which encoder a recording gets, and how fast it must be on this machine.
enum EncoderChoice {
  /// What a trial was made for; its answer serves as long as these stay the same.
  struct Question: Hashable, Sendable {
    var encoder: String
    var width: Int
    var height: Int
    var frameRate: Rational
  }

  /// The settings for pictures of this format. Answers in `known` are used; else the speed is found by a trial.
  static func choose(
    _ settings: MovieFileSettings, for video: VideoFormat, known: [Question: EncoderSpeed]
  ) throws(RetakeError) -> (settings: VideoEncoderSettings, question: Question) {
    let encoder = try encoderName(settings)
    var choice = encoderSettings(for: video, settings, encoder: encoder)
    let question = Question(
      encoder: encoder, width: choice.width, height: choice.height, frameRate: choice.frameRate)
    if let speed = settings.speed ?? known[question] {
      choice.speed = speed
      // A set of options that the encoder refuses is said now, not by an empty file.
      try open(choice)
    } else {
      choice.speed = try EncoderTrial.slowestSpeed(for: choice)
    }
    return (choice, question)
  }

  private static func encoderName(_ settings: MovieFileSettings) throws(RetakeError) -> String {
    if let name = settings.encoder { return name }
    guard let name = EncoderCatalog.preferred(for: settings.codec) else {
      throw RetakeError(
        .notSupported, "this machine has no encoder for \(settings.codec.rawValue)",
        advice: "`retake devices` lists the encoders.")
    }
    return name
  }

  private static func open(_ settings: VideoEncoderSettings) throws(RetakeError) {
    do {
      _ = try VideoEncoder(settings)
    } catch {
      throw RetakeError(
        .encoderFailed, "the encoder \(settings.encoder) cannot be opened: \(error)",
        advice: "`retake devices` lists the encoders of this machine.")
    }
  }

  /// What `settings` mean for pictures of this format. Odd sizes lose a line or a column: 4:2:0 needs even ones.
  private static func encoderSettings(
    for video: VideoFormat, _ settings: MovieFileSettings, encoder: String
  ) -> VideoEncoderSettings {
    let width = max(2, video.width & ~1)
    let height = max(2, video.height & ~1)
    let bitrate = MovieFileSettings.suitedBitrate(width: width, height: height, frameRate: video.frameRate)
    return VideoEncoderSettings(
      codec: settings.codec, encoder: encoder, width: width, height: height, frameRate: video.frameRate,
      color: ColorInfo(range: .limited, matrix: video.color.matrix),
      pixelAspectRatio: video.pixelAspectRatio, rateControl: settings.rateControl ?? .bitrate(bitrate),
      speed: .veryfast)
  }
}

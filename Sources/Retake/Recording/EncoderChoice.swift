internal import RetakeCodec
internal import RetakeDevices
internal import RetakeMedia
internal import RetakeRuntime

/// Which encoder a recording gets, and how fast it must be on this machine.
struct EncoderChoice: Sendable {
  /// What the encoder is opened with.
  var settings: VideoEncoderSettings
  /// How the pictures lie that it is given.
  var pixelFormat: PixelFormat
  /// What the speed was found for.
  var question: Question
  /// The pace that a take begins with.
  var pace: EncoderPace
  /// Whether the rung was asked for, and must not change within a take.
  var isSpeedFixed: Bool
  /// Whether nothing is encoded.
  var isPassthrough = false

  /// What a trial was made for; its answer serves as long as these stay the same.
  struct Question: Hashable, Sendable {
    var encoder: String
    var width: Int
    var height: Int
    var frameRate: Rational
  }

  /// The settings for pictures of this format. Answers in `known` are used; else the speed is found by a trial.
  static func choose(
    _ settings: MovieFileSettings, for video: VideoFormat, known: [Question: EncoderSpeed],
    open: EncoderOpener = LibavPictureEncoder.opener
  ) throws(RetakeError) -> EncoderChoice {
    if settings.isPassthrough { return try passthrough(video) }
    let entry = try encoder(settings)
    var choice = encoderSettings(for: video, settings, encoder: entry)
    let isNV12 = video.subtype == .pixels(.nv12) && entry.takesNV12
    let pixelFormat = isNV12 ? PixelFormat.nv12 : .yuv420p
    let question = Question(
      encoder: entry.name, width: choice.width, height: choice.height, frameRate: choice.frameRate)
    if let speed = entry.hasSpeeds ? settings.speed ?? known[question] : choice.speed {
      choice.speed = speed
      // A set of options that the encoder refuses is said now, not by an empty file.
      try check(choice, pixelFormat, isNew: known[question] == nil, hasSpeeds: entry.hasSpeeds, open)
    } else {
      choice.speed = try EncoderTrial.slowestSpeed(for: choice, pixelFormat, open)
    }
    return EncoderChoice(
      settings: choice, pixelFormat: pixelFormat, question: question,
      pace: EncoderPace(speed: entry.hasSpeeds ? choice.speed : nil), isSpeedFixed: settings.speed != nil)
  }

  /// The camera's own encoder.
  private static func passthrough(_ video: VideoFormat) throws(RetakeError) -> EncoderChoice {
    guard let codec = video.subtype.streamCodec else { throw .noStream(of: "this camera") }
    let bitrate = MovieFileSettings.suitedBitrate(
      width: video.width, height: video.height, frameRate: video.frameRate)
    let settings = VideoEncoderSettings(
      codec: codec, encoder: "copy", width: video.width, height: video.height, frameRate: video.frameRate,
      color: video.color, pixelAspectRatio: video.pixelAspectRatio, rateControl: .bitrate(bitrate),
      speed: .veryfast)
    let question = Question(
      encoder: settings.encoder, width: video.width, height: video.height, frameRate: video.frameRate)
    return EncoderChoice(
      settings: settings, pixelFormat: .yuv420p, question: question, pace: EncoderPace(speed: nil),
      isSpeedFixed: true, isPassthrough: true)
  }

  private static func encoder(_ settings: MovieFileSettings) throws(RetakeError) -> EncoderCatalog.Entry {
    let advice = "`retake devices` lists the encoders."
    guard let name = settings.encoder ?? EncoderCatalog.preferred(for: settings.codec ?? .h264) else {
      throw RetakeError(
        .notSupported, "this machine has no encoder for \(settings.codec ?? .h264)", advice: advice)
    }
    guard let entry = EncoderCatalog.video.first(where: { $0.name == name }) else {
      throw RetakeError(.invalidArgument, "there is no encoder '\(name)'", advice: advice)
    }
    guard settings.codec ?? entry.codec == entry.codec else {
      throw RetakeError(
        .invalidArgument, "the encoder \(name) makes \(entry.codec), not \(settings.codec ?? .h264)",
        advice: advice)
    }
    guard EncoderCatalog.isBuiltIn(name) else {
      throw RetakeError(
        .notSupported, "this machine's FFmpeg has no encoder \(name)", advice: advice)
    }
    return entry
  }

  private static func check(
    _ settings: VideoEncoderSettings, _ pixelFormat: PixelFormat, isNew: Bool, hasSpeeds: Bool,
    _ open: EncoderOpener
  ) throws(RetakeError) {
    do {
      let encoder = try open(settings, pixelFormat, 0)
      // Hardware that opens may still encode nothing.
      if isNew && !hasSpeeds { try EncoderTrial.encodeTwoPictures(settings, pixelFormat, encoder) }
    } catch {
      throw RetakeError(
        .encoderFailed, "the encoder \(settings.encoder) cannot be opened: \(error)",
        advice: "`retake devices` lists the encoders of this machine.")
    }
  }

  /// What `settings` mean for pictures of this format. Odd sizes lose a line or a column: 4:2:0 needs even ones.
  private static func encoderSettings(
    for video: VideoFormat, _ settings: MovieFileSettings, encoder: EncoderCatalog.Entry
  ) -> VideoEncoderSettings {
    let width = max(2, video.width & ~1)
    let height = max(2, video.height & ~1)
    let bitrate = MovieFileSettings.suitedBitrate(width: width, height: height, frameRate: video.frameRate)
    return VideoEncoderSettings(
      codec: encoder.codec, encoder: encoder.name, width: width, height: height, frameRate: video.frameRate,
      color: ColorInfo(range: .limited, matrix: video.color.matrix),
      pixelAspectRatio: video.pixelAspectRatio, rateControl: settings.rateControl ?? .bitrate(bitrate),
      speed: .veryfast)
  }
}

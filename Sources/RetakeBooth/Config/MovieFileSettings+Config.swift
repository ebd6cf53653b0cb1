package import Retake
package import RetakeKiosk
package import RetakeMedia

extension MovieFileSettings {
  /// What a config says about takes; `usualLimit`, in seconds, ends one where it says nothing about that.
  ///
  /// - Throws: `invalidArgument` for what does not go together.
  package init(_ config: Config, usualLimit: Double?) throws(RetakeError) {
    self.init()
    codec = Self.videoCodec(config.codec)
    isPassthrough = config.codec == .copy
    if isPassthrough, let name = config.encoder.name {
      throw RetakeError(
        .invalidArgument,
        "--codec copy keeps what the camera has encoded, so the encoder \(name) has no work",
        advice: "Leave out one of the two.")
    }
    rateControl = config.rateControl
    encoder = config.encoder.name
    speed = config.encoder.speed
    maxRecordedDuration = config.durationLimit(usual: usualLimit).map { MediaTime(seconds: $0) }
    maxRecordedFileSize = config.maxSize > 0 ? Int64(config.maxSize) : nil
    minFreeDiskSpaceLimit = Int64(config.minFree)
    preRollDuration = MediaTime(seconds: config.preRoll)
    rotation = config.cameraRotation
  }

  /// The codec of the file; nil is the encoder's own, or the camera's.
  private static func videoCodec(_ choice: CodecChoice) -> VideoCodec? {
    switch choice {
    case .auto, .copy: nil
    case .h264: .h264
    case .hevc: .hevc
    }
  }
}

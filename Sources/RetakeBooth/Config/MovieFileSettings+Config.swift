package import Retake
package import RetakeKiosk
package import RetakeMedia

extension MovieFileSettings {
  /// What a config says about takes; `usualLimit`, in seconds, ends one where it says nothing about that.
  ///
  /// - Throws: `invalidArgument` for what is not there yet.
  package init(_ config: Config, usualLimit: Double?) throws(RetakeError) {
    self.init()
    codec = try Self.videoCodec(config.codec)
    rateControl = config.rateControl
    encoder = config.encoder.name
    speed = config.encoder.speed
    maxRecordedDuration = config.durationLimit(usual: usualLimit).map { MediaTime(seconds: $0) }
    maxRecordedFileSize = config.maxSize > 0 ? Int64(config.maxSize) : nil
    minFreeDiskSpaceLimit = Int64(config.minFree)
    preRollDuration = MediaTime(seconds: config.preRoll)
    rotation = config.cameraRotation
  }

  /// The codec of the file; nil is the encoder's own.
  private static func videoCodec(_ choice: CodecChoice) throws(RetakeError) -> VideoCodec? {
    switch choice {
    case .auto: return nil
    case .h264: return .h264
    case .hevc: return .hevc
    case .copy:
      throw RetakeError(
        .invalidArgument, "--codec copy is not there yet: pictures are encoded",
        advice: "Leave --codec out, or use h264 or hevc.")
    }
  }
}

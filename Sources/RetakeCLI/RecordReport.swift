internal import Retake
internal import RetakeMedia
internal import RetakeRuntime

/// What `retake record --json` prints: the field names that scripts rely on.
struct RecordReport: Encodable {
  struct Video: Encodable {
    var codec: String
    var width: Int
    var height: Int
    var captured: Int
    var encoded: Int
    var dropped: Int
    var encoder: String
  }

  struct Audio: Encodable {
    var codec: String
    var rate: Int
    var channels: Int
  }

  private let result: RecordingResult?
  private let usage = ProcessUsage.now

  init(_ result: RecordingResult) {
    self.result = result
  }

  private init() {
    result = nil
  }

  /// Of a take that was stopped before it began.
  static let nothing = RecordReport()

  private enum Key: String, CodingKey {
    case file, duration, reason, video, audio
    case cpuSeconds = "cpu_seconds"
    case peakRSS = "peak_rss"
  }

  /// The reason as scripts know it; their list is older than some of ours.
  static func name(of reason: RecordingEndReason) -> String {
    // A camera is lost to sleep like to a pulled cable: the same can be done about it.
    (reason == .suspended ? .cameraLost : reason).rawValue
  }

  /// Writes each field, with null for what is not there.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(result?.path, forKey: .file)
    try fields.encode(result?.duration.seconds ?? 0, forKey: .duration)
    try fields.encode(Self.name(of: result?.reason ?? .signal), forKey: .reason)
    let video = result.map { result in
      let video = result.video
      return Video(
        codec: video.codec.rawValue, width: video.width, height: video.height, captured: video.captured,
        encoded: video.encoded, dropped: video.dropped, encoder: video.encoder)
    }
    try fields.encode(video, forKey: .video)
    let audio = result?.audio.map { sound in
      Audio(codec: sound.codec.rawValue, rate: sound.sampleRate, channels: sound.channels)
    }
    try fields.encode(audio, forKey: .audio)
    try fields.encode(usage.cpuSeconds, forKey: .cpuSeconds)
    try fields.encode(usage.peakResidentBytes, forKey: .peakRSS)
  }
}

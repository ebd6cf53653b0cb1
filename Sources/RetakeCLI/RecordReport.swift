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

  private let result: RecordingResult
  private let usage = ProcessUsage.now

  init(_ result: RecordingResult) {
    self.result = result
  }

  private enum Key: String, CodingKey {
    case file, duration, reason, video, audio
    case cpuSeconds = "cpu_seconds"
    case peakRSS = "peak_rss"
  }

  /// Writes each field, with null for what is not there.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    let video = result.video
    try fields.encode(result.path, forKey: .file)
    try fields.encode(result.duration.seconds, forKey: .duration)
    try fields.encode(result.reason.rawValue, forKey: .reason)
    try fields.encode(
      Video(
        codec: video.codec.rawValue, width: video.width, height: video.height, captured: video.captured,
        encoded: video.encoded, dropped: video.dropped, encoder: video.encoder), forKey: .video)
    let audio = result.audio.map { sound in
      Audio(codec: sound.codec.rawValue, rate: sound.sampleRate, channels: sound.channels)
    }
    try fields.encode(audio, forKey: .audio)
    try fields.encode(usage.cpuSeconds, forKey: .cpuSeconds)
    try fields.encode(usage.peakResidentBytes, forKey: .peakRSS)
  }
}

internal import RetakeMedia

/// The limits of a take, and what they leave of it. A value.
struct RecordingLimits {
  private let settings: MovieFileSettings
  private let bytesPerSecond: Double

  /// What is said of a file's growth before it has grown for so long.
  private static let shortestMeasure = MediaTime(seconds: 1)

  /// The limits of `settings`; `bytesPerSecond`: how fast the file is expected to grow.
  init(_ settings: MovieFileSettings, bytesPerSecond: Double) {
    self.settings = settings
    self.bytesPerSecond = bytesPerSecond
  }

  /// The smallest of what the `limit` of its length, its largest size and the free space of the disk leave of a take
  /// that is `length` long; nil where none of them ends it. `report` may be of a moment before.
  func timeLeft(length: MediaTime, limit: MediaTime?, _ report: MovieWriter.Report) -> MediaTime? {
    let rate =
      report.duration >= Self.shortestMeasure
      ? max(1, Double(report.byteCount) / report.duration.seconds) : bytesPerSecond
    func left(_ bytes: Int64) -> MediaTime {
      // A century is enough, and fits.
      let seconds = min(max(0, Double(bytes)) / rate, 4e9)
      return MediaTime(seconds: seconds) - (length - report.duration)
    }
    let limits = [
      limit.map { $0 - length },
      settings.maxRecordedFileSize.map { left($0 - report.byteCount) },
      report.freeBytes.map { left($0 - settings.minFreeDiskSpaceLimit) },
    ]
    return limits.compactMap(\.self).min().map { max($0, .zero) }
  }
}

internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

/// What the loop measures of itself. A value of the first thread.
struct BoothStatistics {
  /// Enough for half a minute of pictures.
  private static let latencyCount = 1024
  private static let seekCount = 256
  /// The processor's share is that of about this time.
  private static let usagePeriod = MediaTime(seconds: 1)

  private let started: MediaTime
  private(set) var shownCount = 0
  private(set) var skippedCount = 0
  private var latency = SampleWindow(capacity: latencyCount)
  private var seeks = SampleWindow(capacity: seekCount)
  private var recentPictures: [MediaTime] = []
  private var pendingSeeks: [Int: MediaTime] = [:]
  private var firstPicture: Double?
  private var stopTime: MediaTime?
  private var stopToReview: Double?
  private var usage: (time: MediaTime, cpu: Double, share: Double)
  // Of takes that are finished.
  private var encoded = 0
  private var dropped = 0
  private var audioOffset: Double?
  /// How much faster than true the microphone of the last take ran, parts in a million.
  private(set) var audioDrift: Double?
  private var encoder: (name: String, speed: String)?

  /// `started` is when the program began.
  init(started: MediaTime) {
    self.started = started
    usage = (started, 0, 0)
  }

  /// A picture of the camera, taken at `time`, is on the screen at `now`.
  mutating func previewShown(taken time: MediaTime, at now: MediaTime) {
    shownCount += 1
    latency.add((now - time).seconds * 1000)
    recentPictures.append(now)
    if recentPictures.count > 512 { recentPictures.removeFirst(256) }
    pictureShown(at: now)
  }

  /// A picture was replaced by a newer one before it was drawn.
  mutating func previewSkipped() {
    skippedCount += 1
  }

  /// The recording was told to stop, or ended by itself.
  mutating func stopped(at now: MediaTime) {
    stopTime = stopTime ?? now
  }

  /// Another state has begun; `hasPicture`: of the take in review.
  mutating func entered(_ phase: KioskPhase, from previous: KioskPhase, hasPicture: Bool, at now: MediaTime) {
    switch phase {
    // The card is read for as long as somebody likes; from then on its take is waited for.
    case .interrupted: stopTime = nil
    case .review where !hasPicture: stopTime = nil
    case .review where previous == .interrupted: stopTime = now
    default: break
    }
  }

  private mutating func pictureShown(at now: MediaTime) {
    if firstPicture == nil { firstPicture = (now - started).seconds * 1000 }
  }

  /// A picture of a take is on the screen.
  mutating func takeShown(at now: MediaTime) {
    pictureShown(at: now)
    guard let stop = stopTime else { return }
    stopToReview = (now - stop).seconds * 1000
    stopTime = nil
  }

  /// The recording came to nothing that could be shown.
  mutating func nothingToShow() {
    stopTime = nil
  }

  mutating func seekBegan(_ token: Int, at now: MediaTime) {
    // Those that were given up never end.
    if pendingSeeks.count > 64 { pendingSeeks.removeAll() }
    pendingSeeks[token] = now
  }

  mutating func seekEnded(_ token: Int, at now: MediaTime) {
    if let begun = pendingSeeks.removeValue(forKey: token) { seeks.add((now - begun).seconds * 1000) }
    pendingSeeks = pendingSeeks.filter { $0.key > token }
  }

  /// A take is finished.
  mutating func recorded(_ progress: RecordingTotals) {
    encoded += progress.encoded
    dropped += progress.dropped
  }

  /// A take is under way.
  mutating func recording(_ progress: RecordingProgress) {
    encoder = (progress.encoder, progress.speed)
    audioOffset = progress.audioOffset.map { $0 * 1000 }
    audioDrift = progress.audioDrift.map { $0 * 1e6 }
  }

  /// Pictures in a take that is finished.
  struct RecordingTotals {
    var encoded: Int
    var dropped: Int
  }

  /// All that is known by itself; the devices' numbers are the caller's to add.
  mutating func report(at now: MediaTime) -> StatsReport {
    var report = StatsReport()
    report.shown = shownCount
    report.encoded = encoded
    report.dropped.preview = skippedCount
    report.dropped.record = dropped
    recentPictures.removeAll { $0 <= now - MediaTime(seconds: 1) }
    report.fps = Double(recentPictures.count)
    report.cpu = processorShare(at: now)
    report.rss = Int(ProcessUsage.residentBytes)
    report.latency = latency.percentiles
    report.start = firstPicture
    report.stopToReview = stopToReview
    report.seek = seeks.percentiles
    report.audioOffset = audioOffset
    report.encoder = encoder?.name
    report.speed = encoder?.speed
    return report
  }

  private mutating func processorShare(at now: MediaTime) -> Double {
    let age = (now - usage.time).seconds
    if age >= Self.usagePeriod.seconds || usage.cpu == 0 {
      let cpu = ProcessUsage.now.cpuSeconds
      usage = (now, cpu, max(0, cpu - usage.cpu) / max(age, 0.001))
    }
    return usage.share
  }
}

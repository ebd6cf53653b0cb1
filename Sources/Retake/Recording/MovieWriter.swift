internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The mux thread of a take: packets in, a file out that plays at each fragment's end, and is an ordinary movie at
/// its own.
final class MovieWriter: Sendable {
  /// What became of the file.
  struct Outcome: Sendable {
    /// Whether there is one.
    var hasFile = false
    /// How long it is.
    var duration = MediaTime.zero
    /// Pictures in it.
    var pictureCount = 0
    /// Whether pictures that were encoded are not in it: a fault, or the largest size, ended it before them.
    var isShortened = false
    /// What ended it, where that was the file itself.
    var reason: RecordingEndReason?
    /// What went wrong with it.
    var error: RetakeError?
  }

  /// What is known of the file while it grows.
  struct Report: Sendable {
    /// Bytes, and how long the take is that they hold.
    var byteCount: Int64 = 0
    var duration = MediaTime.zero
    /// Bytes that can still be written to the disk; nil before the first fragment.
    var freeBytes: Int64?
  }

  let path: String
  private let maximumBytes: Int64?
  private let minFree: Int64
  private let disk: OutputDisk
  private let clocks: @Sendable () -> ClockReading?
  private let container: MovieContainer
  private let hasSound: Bool
  private let timeline: TakeTimeline
  private let packets: PacketLine
  private let lastReport = Monitor(Report())

  init(
    path: String, container: MovieContainer, settings: MovieFileSettings, hasSound: Bool,
    timeline: TakeTimeline, packets: PacketLine
  ) {
    self.path = path
    self.maximumBytes = settings.maxRecordedFileSize
    self.minFree = settings.minFreeDiskSpaceLimit
    self.disk = settings.disk
    self.clocks = settings.clocks
    self.container = container
    self.hasSound = hasSound
    self.timeline = timeline
    self.packets = packets
  }

  /// What is known of the file now. Any thread.
  var report: Report { lastReport.withLock { $0 } }

  /// Runs until both tracks have ended and the file is on the disk.
  func run() -> Outcome {
    var outcome = Outcome()
    var file = TakeFile(path: path, disk: disk)
    do {
      try write(into: &file, outcome: &outcome)
      try file.finish()
    } catch let error as SystemError {
      outcome.error = RetakeError(storing: path, error)
      outcome.reason = error.isDiskFull ? .diskFull : .ioError
    } catch let error as RetakeError {
      outcome.error = error
    } catch {
      outcome.error = RetakeError(.storageFailed, "\(path) could not be written: \(error)")
      outcome.reason = .ioError
    }
    outcome.isShortened = outcome.error != nil || outcome.isShortened
    if let reason = outcome.reason { timeline.end(reason, error: outcome.error) }
    // The other threads may wait for room.
    packets.close()
    while packets.take() != nil {}
    if outcome.error != nil { file.salvage() }
    outcome.hasFile = file.exists && file.isInPlace
    return outcome
  }

  private func write(into file: inout TakeFile, outcome: inout Outcome) throws {
    var movie = MovieAssembly(
      container, hasSound: hasSound, maximumBytes: maximumBytes, clocks: clocks)
    while !movie.isComplete, let message = packets.take() {
      if let end = timeline.end { movie.cut(at: end.time) }
      if try movie.add(message) { try append(&movie, to: &file, outcome: &outcome) }
      if movie.isShortened, let cutTime = movie.cutTime { timeline.cut(at: cutTime, .maxSize) }
    }
    guard movie.hasPictures else {
      guard movie.isShortened else { return }
      throw RetakeError(
        .invalidArgument, "not one picture fits into the largest size that is allowed",
        advice: "Raise --max-size.")
    }
    outcome.isShortened = movie.isShortened
    try movie.finish(at: timeline.end?.time ?? timeline.length)
    try append(&movie, to: &file, outcome: &outcome)
    do {
      if let index = try movie.flatIndex() { try file.flatten(index) }
    } catch let error as CodecError {
      Log.error("\(path) has its samples in fragments: \(error)")
    }
  }

  /// Writes the fragments that are complete, and ends the take before the reserve of the disk is touched.
  private func append(
    _ movie: inout MovieAssembly, to file: inout TakeFile, outcome: inout Outcome
  ) throws(SystemError) {
    try movie.drain { (fragment) throws(SystemError) in try file.append(fragment) }
    outcome.duration = movie.duration
    outcome.pictureCount = movie.pictureCount
    guard timeline.end == nil else { return }
    guard file.isInPlace else {
      return timeline.end(
        .ioError,
        error: RetakeError(
          .storageMissing, "the folder of \(path), or the disk that it is on, has gone away",
          advice: "Put it back: what was recorded is on it."))
    }
    guard try file.reserveEnd(indexBytes: movie.indexByteCount) else {
      return timeline.end(
        .diskFull,
        error: RetakeError(
          .storageFull, "no space is left for \(path)",
          advice: "Free some space, or choose another disk. The take up to here is kept."))
    }
    let folder = TakeFile.folder(of: path)
    let free = minFree > 0 ? try SystemCalls.freeBytes(at: folder) : try? SystemCalls.freeBytes(at: folder)
    let report = Report(byteCount: movie.byteCount, duration: movie.duration, freeBytes: free)
    lastReport.withLock { $0 = report }
    if minFree > 0, let free, free < minFree {
      timeline.end(
        .minFree,
        error: RetakeError(
          .storageFull, "the disk of \(path) has reached its reserve of \(minFree / 1_000_000) MB",
          advice: "Free some space, or lower --min-free. The take up to here is kept."))
    }
  }
}

internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// One take on its way into a file: the handle that `MovieFileOutput.startRecording` gives.
///
/// Three threads work for it, each behind a bounded queue: `encode` (pictures), `audio` (sound) and `mux` (the
/// file). They end by themselves once the take has an end; `wait` joins them. In a pre-roll the first two run alone,
/// and keep the last seconds.
public final class MovieRecording: Sendable {
  private struct State {
    /// Where it goes; nil in a pre-roll.
    var file: MovieWriter?
    var settings: MovieFileSettings
    var result: RecordingResult?
    var watchers: [@Sendable (RecordingResult) -> Void] = []
  }

  let timeline: TakeTimeline
  /// What its pictures are encoded with.
  let encoder: EncoderChoice
  private let connection: MovieFileOutput.Connection
  private let pictures: any PictureTrack
  private let sound: SoundWriter?
  private let packets: PacketLine
  private let clocks: ClockGuard
  private let threads = [OSThread(name: "mux"), OSThread(name: "encode"), OSThread(name: "audio")]
  private let state: Monitor<State>

  /// A take of what `connection` delivers. With `preRoll` that much is kept until `begin`.
  init(
    _ connection: MovieFileOutput.Connection, encoder: EncoderChoice, settings: MovieFileSettings,
    preRoll: MediaTime? = nil, open: @escaping EncoderOpener
  ) {
    let timeline = TakeTimeline(
      began: MonotonicClock.now, limit: preRoll == nil ? settings.limit : nil,
      framePeriod: encoder.settings.frameRate.period, isPreRoll: preRoll != nil)
    self.timeline = timeline
    self.encoder = encoder
    self.connection = connection
    state = Monitor(State(settings: settings))
    let packets = PacketLine(span: settings.diskPatience, preRoll: preRoll, isPatient: connection.isPatient) {
      timeline.end(.ioError, error: Self.diskTooSlow)
    }
    self.packets = packets
    clocks = ClockGuard(timeline, clocks: settings.clocks)
    let rotation = settings.rotation(of: connection.video)
    pictures =
      encoder.isPassthrough
      ? PacketWriter(encoder, rotation: rotation, timeline: timeline, packets: packets)
      : PictureWriter(
        encoder, rotation: rotation, maySkip: !connection.isPatient, timeline: timeline, packets: packets,
        open: open)
    sound = connection.audio.map {
      SoundWriter(format: $0, isExact: connection.isSoundExact, timeline: timeline, packets: packets)
    }
  }

  /// Starts to encode, once.
  func start() {
    threads[1].start { [pictures] in pictures.run() }
    if let sound { threads[2].start { sound.run() } }
  }

  /// Begins the file at `path`, once. After a pre-roll the take begins at the last key frame that is not later than
  /// `wanted`, a stamp; false where it cannot.
  func begin(
    at path: String, _ container: MovieContainer, settings: MovieFileSettings, from wanted: MediaTime
  )
    -> Bool
  {
    if timeline.isPreRoll {
      guard timeline.end == nil, let time = timeline.time(of: wanted), let start = packets.begin(from: time)
      else { return false }
      timeline.begin(at: start, asked: MonotonicClock.now, limit: settings.limit)
    }
    let file = MovieWriter(
      path: path, container: container, settings: settings, hasSound: sound != nil, timeline: timeline,
      packets: packets)
    state.withLock { state in
      state.file = file
      state.settings = settings
    }
    threads[0].start { [self] in finish(with: file.run(), file.path) }
    return true
  }

  /// Whether it is made of what `connection` delivers now, as `encoder` would.
  func fits(_ connection: MovieFileOutput.Connection, _ encoder: EncoderChoice) -> Bool {
    connection.video == self.connection.video && (connection.audio == nil) == (sound == nil)
      && encoder.isPassthrough == self.encoder.isPassthrough && encoder.settings == self.encoder.settings
      && encoder.pixelFormat == self.encoder.pixelFormat
  }

  /// Ends a pre-roll of which nothing is wanted, and waits for its threads.
  func abandon() {
    timeline.end(.stopped)
    packets.close()
    for thread in threads { thread.join() }
  }

  private static let diskTooSlow = RetakeError(
    .storageFailed, "the disk is too slow: nothing more of the take can wait for it",
    advice: "The take up to here is kept. Record to a faster disk, or with fewer bits a second.")

  /// Offers a picture, on the thread that delivers it. Answers at once, but where `canWait` is set.
  func offer(_ frame: VideoFrame, canWait: Bool) {
    guard !encoder.isPassthrough else { return }
    clocks.look()
    _ = timeline.offer(frame, now: MonotonicClock.now, canWait: canWait)
  }

  /// Offers a picture as the camera has compressed it, likewise.
  func offer(_ packet: EncodedPacket, canWait: Bool) {
    guard encoder.isPassthrough else { return }
    clocks.look()
    _ = timeline.offer(packet, now: MonotonicClock.now, canWait: canWait)
  }

  /// Offers sound, on the thread that delivers it.
  func offer(_ block: AudioBlock, canWait: Bool) {
    sound?.offer(block, canWait: canWait)
  }

  /// The camera will deliver nothing more: the take ends.
  func cameraEnded(_ end: CaptureEnd) {
    switch end {
    case .stopped: timeline.end(.stopped)
    case .lost(let error): timeline.end(.cameraLost, error: error)
    }
  }

  /// The microphone will deliver nothing more: the rest of the take is silent.
  func microphoneEnded() {
    sound?.microphoneEnded()
  }

  /// Ends the take after the last picture that came; returns at once. Later calls change nothing.
  package func end(_ reason: RecordingEndReason) {
    timeline.end(reason)
  }

  /// Leaves out what comes from now on, until `resumeRecording`: the file has no gap there. Already so: changes
  /// nothing.
  public func pauseRecording() {
    timeline.pause(at: MonotonicClock.now)
  }

  /// Goes on after a pause, with the next picture.
  public func resumeRecording() {
    timeline.resume(at: MonotonicClock.now)
  }

  /// The stamp of its second 0 on CLOCK_MONOTONIC, moved on by what was paused; nil until its first picture came.
  public var startTime: MediaTime? { timeline.origin }

  /// Whether it is paused.
  public var isRecordingPaused: Bool { timeline.isPaused }

  /// Waits until the file is complete and on the disk, or there is none.
  public func wait() -> RecordingResult {
    let result = state.wait { $0.result }
    for thread in threads { thread.join() }
    // A wait without a deadline answers only with a result.
    guard let result else { preconditionFailure("a recording ends with a result") }
    return result
  }

  /// The result, if it is there already.
  public var result: RecordingResult? {
    state.withLock { $0.result }
  }

  /// Calls `body` with the result when it is there, on the mux thread or on the caller's.
  package func whenFinished(_ body: @escaping @Sendable (RecordingResult) -> Void) {
    let result = state.withLock { state -> RecordingResult? in
      if state.result == nil { state.watchers.append(body) }
      return state.result
    }
    if let result { body(result) }
  }

  /// How it goes now.
  package var progress: RecordingProgress {
    let counts = timeline.counts
    let waiting = timeline.load
    return RecordingProgress(
      limitStart: timeline.origin.map { $0 + timeline.lead }, length: timeline.length,
      isPaused: timeline.isPaused, timeLeft: timeLeft,
      captured: counts.captured,
      encoded: max(0, counts.captured - counts.dropped - waiting.count), dropped: counts.dropped,
      waitingPictures: waiting.count, waitingBlocks: sound?.waitingBlocks ?? 0,
      waitingBytes: waiting.bytes + packets.byteCount, audioOffset: sound?.offset,
      audioDrift: sound?.drift,
      wallClockSet: clocks.wallClockSet, encoder: pictures.settings.encoder, speed: pictures.pace.name)
  }

  /// What is left of it until the first of its limits; nil where there is none.
  private var timeLeft: MediaTime? {
    let (file, settings) = state.withLock { ($0.file, $0.settings) }
    let report = file?.report ?? MovieWriter.Report()
    return RecordingLimits(settings, bytesPerSecond: Double(encoder.settings.expectedBitrate) / 8)
      .timeLeft(length: timeline.length, limit: timeline.limit?.time, report)
  }

  private func finish(with outcome: MovieWriter.Outcome, _ path: String) {
    let counts = timeline.counts
    // The take is what is in the file: pictures that came after its end are not of it.
    let captured = outcome.isShortened ? outcome.pictureCount + counts.dropped : counts.captured
    let end = timeline.end
    let error = outcome.error ?? end?.error ?? (outcome.hasFile ? nil : Self.nothingRecorded)
    let result = RecordingResult(
      path: outcome.hasFile ? path : nil, duration: outcome.duration,
      reason: outcome.reason ?? end?.reason ?? .stopped,
      error: error,
      video: .init(
        codec: pictures.settings.codec, width: pictures.settings.width, height: pictures.settings.height,
        captured: captured, encoded: outcome.pictureCount, dropped: captured - outcome.pictureCount,
        encoder: pictures.encoderName),
      audio: !outcome.hasFile
        ? nil
        : sound.map {
          .init(codec: .aac, sampleRate: $0.settings.sampleRate, channels: $0.settings.channels)
        }
    )
    let watchers = state.withLock { state in
      state.result = result
      return state.watchers
    }
    for watcher in watchers { watcher(result) }
  }

  private static let nothingRecorded = RetakeError(
    .nothingRecorded, "too short: the recording ended before its first picture", advice: "Record for longer.")
}

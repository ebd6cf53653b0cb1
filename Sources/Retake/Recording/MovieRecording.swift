internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// One take on its way into a file: the handle that `MovieFileOutput.startRecording` gives.
///
/// Three threads work for it, each behind a bounded queue: `encode` (pictures), `audio` (sound) and `mux` (the
/// file). They end by themselves once the take has an end; `wait` joins them.
public final class MovieRecording: Sendable {
  private struct State {
    var result: RecordingResult?
    var watchers: [@Sendable (RecordingResult) -> Void] = []
  }

  let timeline: TakeTimeline
  private let pictures: PictureWriter
  private let sound: SoundWriter?
  private let file: MovieWriter
  private let packets: BoundedQueue<MovieWriter.Message>
  private let threads = [OSThread(name: "mux"), OSThread(name: "encode"), OSThread(name: "audio")]
  private let state = Monitor(State())

  /// A take in the file at `path`, to be started.
  init(
    path: String, container: MovieContainer, connection: MovieFileOutput.Connection,
    encoder: EncoderChoice, settings: MovieFileSettings, open: @escaping EncoderOpener
  ) {
    let timeline = TakeTimeline(
      began: MonotonicClock.now, limit: settings.limit, framePeriod: encoder.settings.frameRate.period)
    self.timeline = timeline
    let packets = BoundedQueue<MovieWriter.Message>(
      count: Self.maximumMessages, cost: Self.maximumMessageBytes
    ) { $0.byteCount }
    self.packets = packets
    file = MovieWriter(
      path: path, container: container, settings: settings, hasSound: connection.audio != nil,
      timeline: timeline, messages: packets)
    pictures = PictureWriter(
      encoder, rotation: settings.rotation(of: connection.video), maySkip: !connection.isPatient,
      timeline: timeline, messages: packets, open: open)
    sound = connection.audio.map {
      SoundWriter(
        format: $0, isExact: connection.isSoundExact, timeline: timeline, messages: packets)
    }
  }

  /// Starts the threads, once.
  func start() {
    threads[0].start { [self] in finish(with: file.run()) }
    threads[1].start { [pictures] in pictures.run() }
    if let sound { threads[2].start { sound.run() } }
  }

  /// Packets that wait for a slow disk: about 25 s of pictures and sound, or these bytes.
  private static let maximumMessages = 2048
  private static let maximumMessageBytes = 64 << 20

  /// Offers a picture, on the thread that delivers it. Answers at once, but where `canWait` is set.
  func offer(_ frame: VideoFrame, canWait: Bool) {
    _ = timeline.offer(frame, now: MonotonicClock.now, canWait: canWait)
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
    let packets = packets.load
    return RecordingProgress(
      startTime: timeline.origin, captured: counts.captured,
      encoded: max(0, counts.captured - counts.dropped - waiting.count), dropped: counts.dropped,
      waitingPictures: waiting.count, waitingBlocks: sound?.waitingBlocks ?? 0,
      waitingBytes: waiting.bytes + packets.cost, audioOffset: sound?.offset,
      encoder: pictures.settings.encoder, speed: pictures.pace.name)
  }

  private func finish(with outcome: MovieWriter.Outcome) {
    let counts = timeline.counts
    // The take is what is in the file: pictures that came after its end are not of it.
    let captured = outcome.isShortened ? outcome.pictureCount + counts.dropped : counts.captured
    let end = timeline.end
    let error = outcome.error ?? end?.error ?? (outcome.hasFile ? nil : Self.nothingRecorded)
    let result = RecordingResult(
      path: outcome.hasFile ? file.path : nil, duration: outcome.duration,
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

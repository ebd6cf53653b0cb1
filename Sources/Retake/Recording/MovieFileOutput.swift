internal import RetakeCodec
public import RetakeMedia
internal import RetakeRuntime

/// Records what a session delivers into MP4 or MOV files, one at a time.
///
/// A recording may be started before the session runs: then the camera's first picture is its first. Any thread
/// may call; `startRecording` checks the disk and, the first time, tries the encoder, which takes up to about
/// half a second: not for the thread that draws.
public final class MovieFileOutput: CaptureSink {
  /// What the session's inputs deliver.
  struct Connection: Sendable {
    var video: VideoFormat
    var audio: AudioFormat?
    /// Whether the sound's stamps come from counting, not from a card's clock.
    var isSoundExact: Bool
    /// Whether the camera is a file, which waits where a recording is behind.
    var isPatient: Bool
  }

  private struct State {
    /// What the camera delivers; nil before there was one.
    var video: VideoFormat?
    var isPatient = false
    /// What the microphone delivers, or did; nil before there was one.
    var audio: AudioFormat?
    var isSoundExact = true
    var keepsSoundTrack = false
    var recording: MovieRecording?
    /// What the next recording begins with.
    var preRoll: MovieRecording?
    var cameraEnd: CaptureEnd?
    var isMicrophoneOver = true
    var chosenSpeeds: [EncoderChoice.Question: EncoderSpeed] = [:]
    var prepared: (encoder: String, speed: String)?
    /// Bits a second of the encoder that was prepared last.
    var expectedBitrate: Int?
    var isMicrophoneMuted = false
  }
  private let state = Monitor(State())
  private let silence = SilentSound()
  private let open: EncoderOpener

  /// A recorder; add it to a session.
  public convenience init() {
    self.init(open: LibavPictureEncoder.opener)
  }

  /// A recorder whose pictures go through the encoders that `open` opens.
  init(open: @escaping EncoderOpener) {
    self.open = open
  }

  deinit {
    stopPreRoll()
  }

  package func cameraChanged(to format: VideoFormat, isPatient: Bool) {
    // It holds another camera's pictures.
    stopPreRoll()
    state.withLock { state in
      state.video = format
      state.isPatient = isPatient
      state.cameraEnd = nil
    }
  }

  package func microphoneChanged(to format: AudioFormat?, isExact: Bool) {
    state.withLock { state in
      if let format { (state.audio, state.isSoundExact) = (format, isExact) }
      state.isMicrophoneOver = format == nil
    }
  }

  /// Whether takes have a sound track where there is no microphone, too: silent until one is added to the session,
  /// also during the take.
  public var keepsSoundTrack: Bool {
    get { state.withLock { $0.keepsSoundTrack } }
    set { state.withLock { $0.keepsSoundTrack = newValue } }
  }

  /// What a microphone is expected to deliver that was not there yet.
  private static let usualSound = AudioFormat(sampleRate: 48_000, channels: 1)

  /// What the next recording gets; nil before there was a camera.
  private var connection: Connection? {
    state.withLock { state in
      guard let video = state.video else { return nil }
      let isSilent = state.isMicrophoneOver && state.audio == nil
      return Connection(
        video: video, audio: isSilent && state.keepsSoundTrack ? Self.usualSound : state.audio,
        isSoundExact: state.isSoundExact && !isSilent, isPatient: state.isPatient)
    }
  }

  /// Begins a recording into the file at `path` (.mp4 or .mov). A file that is there is replaced when the new one
  /// has its first half second.
  ///
  /// The next picture is its first; after `startPreRoll`, the key frame that lies `preRollDuration` before the stamp
  /// `pressed` (nil: now) or closest before that, or else the first that was kept.
  public func startRecording(
    to path: String, settings: MovieFileSettings, pressed: MediaTime? = nil
  ) throws(RetakeError) -> MovieRecording {
    let wanted = (pressed ?? MonotonicClock.now) - settings.preRollDuration
    guard let connection else { throw Self.noCamera }
    guard let container = MovieContainer(path: path) else {
      throw RetakeError(
        .invalidArgument, "\(path) ends neither in .mp4 nor in .mov", advice: "Name a file that does.")
    }
    let encoder = try prepare(settings, for: connection.video)
    try TakeFile.check(
      path, minFree: settings.minFreeDiskSpaceLimit, bytesPerSecond: encoder.settings.expectedBitrate / 8)
    try finishLast()
    if let kept = takePreRoll(for: connection, encoder, settings) {
      if kept.begin(at: path, container, settings: settings, from: wanted) { return kept }
      state.withLock { $0.recording = nil }
      kept.abandon()
    }
    let recording = MovieRecording(connection, encoder: encoder, settings: settings, open: open)
    _ = recording.begin(at: path, container, settings: settings, from: wanted)
    start(recording)
    return recording
  }

  /// Throws where a take at `path` could not be begun for want of room, or of a folder that can be written to: what
  /// `startRecording` would throw, as far as it can be told before. Waits for the disk.
  public func checkDisk(for path: String, settings: MovieFileSettings) throws(RetakeError) {
    let bitrate = state.withLock { $0.expectedBitrate } ?? 0
    try TakeFile.check(path, minFree: settings.minFreeDiskSpaceLimit, bytesPerSecond: bitrate / 8)
  }

  private static let noCamera = RetakeError(
    .wrongState, "there is no camera to record from",
    advice: "Add the movie output and a camera to a session first.")

  /// Waits for the threads of the last recording; throws where it still runs.
  private func finishLast() throws(RetakeError) {
    guard let old = state.withLock({ $0.recording }) else { return }
    guard old.result != nil else {
      throw RetakeError(.wrongState, "a recording runs already", advice: "Stop it first.")
    }
    _ = old.wait()
  }

  /// Gives it what comes from now on.
  private func start(_ recording: MovieRecording, isPreRoll: Bool = false) {
    recording.start()
    let (end, isSilent) = state.withLock { state in
      if isPreRoll { state.preRoll = recording } else { state.recording = recording }
      return (state.cameraEnd, state.isMicrophoneOver)
    }
    if isSilent { recording.microphoneEnded() }
    if let end { recording.cameraEnded(end) }
  }

  /// Keeps the last `preRollDuration` of pictures and sound from now on, encoded as takes of `settings` are, so that
  /// a recording can begin with what was before it. `lead`: how much later than a press `startRecording` may come.
  /// What was kept before is forgotten. Throws where a recording runs.
  public func startPreRoll(settings: MovieFileSettings, lead: MediaTime = .zero) throws(RetakeError) {
    guard let connection else { throw Self.noCamera }
    try finishLast()
    stopPreRoll()
    let encoder = try prepare(settings, for: connection.video)
    let recording = MovieRecording(
      connection, encoder: encoder, settings: settings, preRoll: settings.preRollDuration + lead, open: open)
    start(recording, isPreRoll: true)
  }

  /// Whether something is kept for the next recording.
  public var hasPreRoll: Bool {
    let kept = state.withLock { $0.preRoll }
    return kept.map { $0.timeline.end == nil } ?? false
  }

  /// Forgets what was kept for the next recording, and keeps nothing any more.
  public func stopPreRoll() {
    let kept = state.withLock { state in
      defer { state.preRoll = nil }
      return state.preRoll
    }
    kept?.abandon()
  }

  /// Makes what was kept the recording that runs, without a picture between the two; nil, and forgotten, where it is
  /// of no use for these settings.
  private func takePreRoll(
    for connection: Connection, _ encoder: EncoderChoice, _ settings: MovieFileSettings
  ) -> MovieRecording? {
    let kept = state.withLock { state -> MovieRecording? in
      guard let kept = state.preRoll, settings.preRollDuration > .zero, kept.fits(connection, encoder)
      else { return nil }
      (state.recording, state.preRoll) = (kept, nil)
      return kept
    }
    if kept == nil { stopPreRoll() }
    return kept
  }

  /// Finds encoder and speed for the next recording, so that it starts without a delay.
  public func prepareRecording(settings: MovieFileSettings) throws(RetakeError) {
    guard let connection else { return }
    _ = try prepare(settings, for: connection.video)
  }

  /// The encoder that the next recording begins with, and its pace, as statistics name them; nil before
  /// `prepareRecording`.
  package var preparedEncoder: (encoder: String, speed: String)? {
    state.withLock { $0.prepared }
  }

  private func prepare(
    _ settings: MovieFileSettings, for video: VideoFormat
  ) throws(RetakeError) -> EncoderChoice {
    let known = state.withLock { $0.chosenSpeeds }
    let choice = try EncoderChoice.choose(settings, for: video, known: known, open: open)
    state.withLock { state in
      state.chosenSpeeds[choice.question] = choice.settings.speed
      state.prepared = (choice.settings.encoder, choice.pace.name)
      state.expectedBitrate = choice.settings.expectedBitrate
    }
    return choice
  }

  /// Ends the recording that runs after the last picture that came. Returns at once; the result comes through
  /// the recording.
  public func stopRecording() {
    stopRecording(because: .stopped)
  }

  /// Ends the recording that runs, for this reason.
  package func stopRecording(because reason: RecordingEndReason) {
    state.withLock { $0.recording }?.end(reason)
  }

  /// Leaves out what comes from now on, until `resumeRecording`: the file has no gap there. Nothing where no
  /// recording runs, or it is paused already.
  public func pauseRecording() {
    state.withLock { $0.recording }?.pauseRecording()
  }

  /// Goes on after a pause, with the next picture.
  public func resumeRecording() {
    state.withLock { $0.recording }?.resumeRecording()
  }

  /// Whether the recording is paused.
  public var isRecordingPaused: Bool {
    state.withLock { $0.recording }?.isRecordingPaused ?? false
  }

  /// Whether takes get silence in the place of the microphone's sound, from now on.
  public var isMicrophoneMuted: Bool {
    get { state.withLock { $0.isMicrophoneMuted } }
    set { state.withLock { $0.isMicrophoneMuted = newValue } }
  }

  /// Whether a recording runs or is being finished.
  public var isRecording: Bool {
    guard let recording = state.withLock({ $0.recording }) else { return false }
    return recording.result == nil
  }

  package func offer(_ frame: VideoFrame, canWait: Bool) {
    state.withLock { $0.preRoll ?? $0.recording }?.offer(frame, canWait: canWait)
  }

  package func offer(_ packet: EncodedPacket, canWait: Bool) {
    state.withLock { $0.preRoll ?? $0.recording }?.offer(packet, canWait: canWait)
  }

  package var needsFrames: Bool {
    state.withLock { $0.preRoll ?? $0.recording }.map { !$0.encoder.isPassthrough } ?? false
  }

  package func offer(_ block: AudioBlock, canWait: Bool) {
    let (recording, isMuted) = state.withLock { ($0.preRoll ?? $0.recording, $0.isMicrophoneMuted) }
    recording?.offer(isMuted ? silence.inPlace(of: block) : block, canWait: canWait)
  }

  package func cameraEnded(_ end: CaptureEnd) {
    let recording = state.withLock { state in
      state.cameraEnd = end
      return state.preRoll ?? state.recording
    }
    recording?.cameraEnded(end)
  }

  package func microphoneEnded(_ end: CaptureEnd) {
    let recording = state.withLock { state in
      state.isMicrophoneOver = true
      return state.preRoll ?? state.recording
    }
    recording?.microphoneEnded()
  }
}

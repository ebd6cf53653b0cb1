internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// The camera, the microphone and what is made of them: preview, level, recordings. Its calls return at once, from the
/// first thread: what may wait for a device happens on the `session` thread, and is answered through the mailbox.
final class CaptureDesk: Sendable {
  struct State {
    var recording: MovieRecording?
    /// The number that `recording` was started with.
    var generation = 0
    /// Recordings up to this number have been stopped, begun or not.
    var stopped = 0
    /// The recording of this number is paused, begun or not.
    var paused: Int?
    var wish: DeviceWish
    /// The camera as it was told last.
    var camera: (input: CaptureDeviceInput, isStandIn: Bool)?
  }

  let preview: VideoDataOutput
  let level: AudioLevelOutput
  let movie = MovieFileOutput()
  let session: CaptureSession
  let mailbox: Mailbox
  let state: Monitor<State>
  private let settings: MovieFileSettings
  /// A recording begins when the countdown is over, and may come late on a busy machine.
  private let preRollLead: MediaTime
  private let worker = SerialWorker(name: "session")

  /// A desk for the devices of `config`, opened by `opener`. Takes are made with `settings`.
  init(
    _ config: Config, settings: MovieFileSettings, mailbox: Mailbox, opener: any InputOpener = DeviceOpener()
  ) {
    self.settings = settings
    preRollLead = MediaTime(seconds: Double(config.countdown) + 2)
    self.mailbox = mailbox
    state = Monitor(State(wish: DeviceWish(config)))
    session = CaptureSession(opener: opener)
    preview = VideoDataOutput(
      wake: { mailbox.wake() },
      ended: { if case .lost(let error) = $0 { mailbox.post(.cameraLost(error)) } })
    level = AudioLevelOutput { if case .lost(let error) = $0 { mailbox.post(.microphoneLost(error)) } }
    // A microphone may be plugged in while a take is made.
    movie.keepsSoundTrack = config.microphone != .none
  }

  /// Begins to run, without devices.
  func start() {
    perform { [self] in
      do throws(RetakeError) {
        try session.addOutput(movie)
        try session.addOutput(preview)
        try session.addOutput(level)
        try session.startRunning()
      } catch {
        mailbox.post(.misconfigured(error))
      }
    }
  }

  /// Does a job on the `session` thread.
  func perform(_ job: @escaping @Sendable () -> Void) {
    worker.perform { [mailbox] in
      job()
      mailbox.wake()
    }
  }

  /// What cameras are set to, by the config or a command.
  var preset: SessionPreset { state.withLock { $0.wish.preset } }

  /// Since when the `session` thread has been at one job: with a driver that hangs, for ever.
  var busySince: MediaTime? { worker.busySince }

  /// Starts a recording that was asked for at `pressed`; its first picture is the next one, or that of the pre-roll.
  func record(to place: TakePlace, generation: Int, pressed: MediaTime?) {
    perform { [self] in start(place, generation, pressed) }
  }

  /// Throws where a take could not be begun there. Waits for the disk.
  func checkDisk(for place: TakePlace) throws(RetakeError) {
    try movie.checkDisk(for: place.path, settings: settings)
  }

  /// Keeps the last seconds for the next take, where takes have a pre-roll; `afresh`: without what was kept before.
  func keepPreRoll(afresh: Bool) {
    perform { [self] in startPreRoll(afresh: afresh) }
  }

  /// Leaves out what comes, and goes on.
  func pause(generation: Int) {
    state.withLock { $0.paused = generation }
    recording(generation)?.pauseRecording()
  }

  func resume(generation: Int) {
    state.withLock { $0.paused = nil }
    recording(generation)?.resumeRecording()
  }

  /// Ends a recording, also one that has not begun yet.
  func stop(generation: Int) {
    let recording = state.withLock { state in
      state.stopped = max(state.stopped, generation)
      return state.generation == generation ? state.recording : nil
    }
    recording?.end(.stopped)
  }

  /// Silence in the take, from now on.
  func setMicrophoneMuted(_ isMuted: Bool) {
    movie.isMicrophoneMuted = isMuted
  }

  /// How the recording of this number goes; nil where there is none.
  func progress(generation: Int) -> RecordingProgress? {
    recording(generation)?.progress
  }

  private func recording(_ generation: Int) -> MovieRecording? {
    state.withLock { $0.generation == generation ? $0.recording : nil }
  }

  /// Stops everything; a recording that runs ends as it is.
  func end() {
    perform { [self] in
      session.stopRunning()
      _ = state.withLock { $0.recording }?.wait()
    }
    worker.end()
  }

  /// Waits for that, once.
  func join() {
    worker.join()
  }

  // MARK: The session thread

  /// Finds the encoder now, so that the first take need not wait for that.
  func prepareRecording() {
    do throws(RetakeError) {
      try movie.prepareRecording(settings: settings)
    } catch {
      mailbox.post(.misconfigured(error))
    }
    startPreRoll(afresh: true)
  }

  /// Keeps the last seconds for the next take, where takes have a pre-roll.
  func startPreRoll(afresh: Bool) {
    guard settings.preRollDuration > .zero else { return }
    guard session.inputs.camera != nil, afresh || !movie.hasPreRoll, !movie.isRecording else { return }
    do throws(RetakeError) {
      try movie.startPreRoll(settings: settings, lead: preRollLead)
    } catch {
      Log.warning("the next take will begin with its first picture: \(error.message)")
    }
  }

  private func start(_ place: TakePlace, _ generation: Int, _ pressed: MediaTime?) {
    do throws(RetakeError) {
      guard session.inputs.camera != nil else {
        throw RetakeError(.deviceMissing, "there is no camera to record from")
      }
      let recording = try movie.startRecording(
        to: place.path, settings: settings, pressed: pressed)
      recording.whenFinished { [mailbox] result in
        mailbox.post(.recordingFinished(generation: generation, place, result))
      }
      let (isStopped, isPaused) = state.withLock { state in
        state.recording = recording
        state.generation = generation
        return (state.stopped >= generation, state.paused == generation)
      }
      if isPaused { recording.pauseRecording() }
      if isStopped { recording.end(.stopped) }
    } catch {
      mailbox.post(.recordingFailed(generation: generation, error))
    }
  }
}

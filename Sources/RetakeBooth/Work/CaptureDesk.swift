internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Opens cameras, runs them, and starts and ends recordings. Its calls return at once, from the first thread: what
/// may wait for a device happens on the `session` thread, and is answered through the mailbox.
final class CaptureDesk: Sendable {
  private struct State {
    var recording: MovieRecording?
    /// The number that `recording` was started with.
    var generation = 0
    /// Recordings up to this number have been stopped, begun or not.
    var stopped = 0
    /// The recording of this number is paused, begun or not.
    var paused: Int?
    var rig: CaptureRig?
    var rigCount = 0
    var isMicrophoneMuted = false
  }

  private let config: Config
  private let settings: MovieFileSettings
  private let mailbox: Mailbox
  private let worker = SerialWorker(name: "session")
  private let state = Monitor(State())

  /// A desk for the devices of `config`. Takes are made with `settings`.
  init(_ config: Config, settings: MovieFileSettings, mailbox: Mailbox) {
    self.config = config
    self.settings = settings
    self.mailbox = mailbox
  }

  /// Looks for the camera: the wanted one, or what stands in for it.
  func open() {
    worker.perform { [self] in openWanted(fallback: config.cameraFallback == .test) }
  }

  /// Looks whether the wanted camera is there now; what runs goes on where it is not.
  func look() {
    worker.perform { [self] in openWanted(fallback: false) }
  }

  /// Starts a recording that was asked for at `pressed`; its first picture is the next one, or that of the pre-roll.
  func record(to place: TakePlace, generation: Int, pressed: MediaTime?) {
    worker.perform { [self] in start(place, generation, pressed) }
  }

  /// Keeps the last seconds for the next take, where takes have a pre-roll; `afresh`: without what was kept before.
  func keepPreRoll(afresh: Bool) {
    guard settings.preRollDuration > .zero else { return }
    worker.perform { [self] in startPreRoll(afresh: afresh) }
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
    let rig = state.withLock { state in
      state.isMicrophoneMuted = isMuted
      return state.rig
    }
    rig?.movie.isMicrophoneMuted = isMuted
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
    worker.perform { [self] in close() }
    worker.end()
  }

  /// Waits for that, once.
  func join() {
    worker.join()
  }

  // MARK: The session thread

  private func openWanted(fallback: Bool) {
    do throws(RetakeError) {
      let devices = try DeviceChoice.open(config, allowsFallback: fallback)
      close()
      let number = state.withLock { state in
        state.rigCount += 1
        return state.rigCount
      }
      let rig = try CaptureRig(
        number: number, devices, rotation: config.cameraRotation, mailbox: mailbox)
      try rig.start()
      let isMuted = state.withLock { state in
        state.rig = rig
        return state.isMicrophoneMuted
      }
      rig.movie.isMicrophoneMuted = isMuted
      mailbox.post(.cameraOpened(rig))
      prepare(rig)
    } catch {
      mailbox.post(.cameraFailed(error))
    }
  }

  /// Finds the encoder now, so that the first take need not wait for that.
  private func prepare(_ rig: CaptureRig) {
    do throws(RetakeError) {
      try rig.movie.prepareRecording(settings: settings)
    } catch {
      mailbox.post(.misconfigured(error))
    }
    if settings.preRollDuration > .zero { startPreRoll(afresh: true) }
  }

  private func startPreRoll(afresh: Bool) {
    guard let movie = state.withLock({ $0.rig })?.movie, afresh || !movie.hasPreRoll, !movie.isRecording
    else { return }
    do throws(RetakeError) {
      try movie.startPreRoll(settings: settings, lead: preRollLead)
    } catch {
      Log.warning("the next take will begin with its first picture: \(error.message)")
    }
  }

  /// A recording begins when the countdown is over, and may come late on a busy machine.
  private var preRollLead: MediaTime { MediaTime(seconds: Double(config.countdown) + 2) }

  private func start(_ place: TakePlace, _ generation: Int, _ pressed: MediaTime?) {
    do throws(RetakeError) {
      guard let rig = state.withLock({ $0.rig }) else {
        throw RetakeError(.deviceMissing, "there is no camera to record from")
      }
      let recording = try rig.movie.startRecording(
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

  private func close() {
    let (rig, recording) = state.withLock { state in
      defer { (state.rig, state.recording) = (nil, nil) }
      return (state.rig, state.recording)
    }
    rig?.stop()
    _ = recording?.wait()
  }
}

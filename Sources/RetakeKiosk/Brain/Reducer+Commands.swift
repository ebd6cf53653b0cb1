internal import RetakeMedia

extension Reducer {
  /// A command of the socket: carried out or refused, and answered exactly once, now or later.
  mutating func command(_ command: KioskCommand, _ request: Int) {
    switch command {
    case .state:
      return emit(
        .reply(
          request: request, .state(state.phase, take: state.take, isPlaying: state.player.isPlaying)))
    case .stats, .subscribe: return emit(.forward(request: request, command))
    case .quit:
      emit(.reply(request: request, .done))
      return quit()
    default: break
    }
    if state.settings.isPlayer, needsBooth(command) {
      return refuse(request, .notSupported, "this is the player alone")
    }
    guard state.phase != .starting else { return refuseHere(request) }
    if let problem = problem(of: command) { return refuse(request, .badArgument, problem) }
    switch command {
    // What it changes would be seen within a take, or before the pictures have followed.
    case .control(_, .some) where !canChangeDevices: refuseHere(request)
    case .tap, .key, .screenshot, .devices, .control: emit(.forward(request: request, command))
    case .camera, .microphone, .preset: change(command, request)
    case .record: record(request)
    case .stop: stop(request)
    case .save, .discard, .retake: decide(command, request)
    case .undo:
      guard canUndo else { return refuse(request, .wrongState, "there is nothing to undo") }
      accept(request)
      undo()
    case .volume(let value):
      setVolume(value)
      accept(request, .value(value))
    case .mute(let wanted):
      guard canMute else { return refuseHere(request) }
      accept(request, .on(mute(wanted)))
    default: playback(command, request)
    }
  }

  private func needsBooth(_ command: KioskCommand) -> Bool {
    switch command {
    case .record, .stop, .save, .discard, .undo, .retake, .camera, .microphone, .preset, .devices, .control:
      true
    default: false
    }
  }

  private func problem(of command: KioskCommand) -> String? {
    switch command {
    case .seek(let seconds) where !(abs(seconds) <= 1e9): "seconds must be a time"
    case .step(let frames) where frames.magnitude > 1_000_000: "frames must be -1000000 to 1000000"
    case .volume(let value) where !(0...1).contains(value): "value must be 0 to 1"
    case .rate(let value) where !(0.25...2).contains(value): "value must be 0.25 to 2"
    case .tap(let x, let y) where !((0...1).contains(x) && (0...1).contains(y)): "x and y must be 0 to 1"
    default: nil
    }
  }

  private mutating func refuseHere(_ request: Int) {
    refuse(request, .wrongState, "not in state \(state.phase.rawValue)")
  }

  /// A command that does something is a person's input, too.
  private mutating func accept(_ request: Int, _ reply: KioskReply = .done) {
    state.lastInput = now
    // Whoever steers from elsewhere is not asking to quit.
    if state.dialogSince != nil { closeDialog() }
    emit(.reply(request: request, reply))
  }

  private mutating func record(_ request: Int) {
    guard canRecord else { return refuseHere(request) }
    guard mayStart(request) else { return }
    accept(request)
    startCountdown()
  }

  /// Whether a take can begin; says why not where it cannot.
  private mutating func mayStart(_ request: Int) -> Bool {
    if canStart { return true }
    if state.storageProblem != nil {
      refuse(request, .storage, "there is no room for a take, or no library")
    } else if state.areDevicesHeldUp {
      refuse(request, .device, Self.heldUp)
    } else if state.camera.isLive {
      refuse(request, .wrongState, "the devices are being changed")
    } else {
      refuse(request, .device, "there is no picture from a camera")
    }
    return false
  }

  private mutating func stop(_ request: Int) {
    switch state.phase {
    case .countdown:
      accept(request)
      cancelCountdown()
    case .recording:
      accept(request)
      finishRecording()
    // It came while the take was ending by itself.
    case .finishing: accept(request)
    default: refuseHere(request)
    }
  }

  private mutating func decide(_ command: KioskCommand, _ request: Int) {
    if command == .save, state.phase == .saving {
      state.pendingSaves.append(request)
      return
    }
    guard canDecide else { return refuseHere(request) }
    switch command {
    case .save:
      state.lastInput = now
      state.pendingSaves.append(request)
      save()
    case .discard:
      accept(request)
      discard()
      enter(.ready)
    default:
      guard mayStart(request) else { return }
      accept(request)
      retake()
    }
  }

  /// There is a microphone to be heard, or a take.
  private var canMute: Bool {
    [.ready, .countdown, .recording, .review].contains(state.phase)
  }

  /// Carries out what came before the take's picture did.
  mutating func playWaiting() {
    let waiting = state.waitingForPicture
    state.waitingForPicture = []
    for entry in waiting { playback(entry.command, entry.request) }
  }

  private mutating func playback(_ command: KioskCommand, _ request: Int) {
    if state.phase == .recording, command == .play || command == .pause {
      if command == .play { resumeRecording() } else { pauseRecording() }
      return accept(request)
    }
    guard state.phase == .review else { return refuseHere(request) }
    guard state.player.isLoaded else { return wait(command, request) }
    switch command {
    case .controls(let wanted):
      let isOn = wanted ?? state.player.isFullScreen
      state.player.isFullScreen = !isOn
      return accept(request, .on(isOn))
    case .rate(let value):
      setRate(value)
      return accept(request, .value(value))
    default: break
    }
    switch command {
    case .play:
      if !state.player.isPlaying { play() }
      accept(request)
    case .pause:
      if state.player.isPlaying { pause() }
      accept(request)
    case .seek(let seconds): seek(.position(clamped(seconds)), .exact, request)
    case .step(let frames):
      if state.player.isPlaying { pause() }
      seek(.frames(frames), .exact, request)
    default: refuseHere(request)
    }
  }

  /// A take that was fetched back is in review at once, its picture a moment later.
  private mutating func wait(_ command: KioskCommand, _ request: Int) {
    guard state.waitingForPicture.count < KioskState.mostWaiting else {
      return refuse(request, .failed, "the take has no picture yet")
    }
    state.waitingForPicture.append(KioskState.WaitingCommand(command: command, request: request, since: now))
  }

  /// A file that does not say how long it is may be as long as it likes.
  private func clamped(_ seconds: Double) -> Double {
    let duration = state.take?.duration.seconds ?? 0
    return duration > 0 ? min(max(seconds, 0), duration) : max(seconds, 0)
  }
}

// What keys, touches and commands have in common.
extension Reducer {
  /// There is a picture to begin with, it stays the same, and there is room for it.
  var canStart: Bool { hasSteadyPicture && state.storageProblem == nil }

  var hasSteadyPicture: Bool { state.camera.isLive && state.change == nil && !state.areDevicesHeldUp }

  var canRecord: Bool { [.attract, .ready, .saved].contains(state.phase) }

  /// A take is on the screen, and no file work is on the way.
  var canDecide: Bool {
    state.phase == .review && state.take != nil && state.fileGeneration == nil && !state.settings.isPlayer
  }

  var canUndo: Bool {
    if state.phase == .saved { return true }
    if state.phase == .ready, case .discarded = state.toast?.kind { return true }
    return false
  }

  mutating func undo() {
    guard canUndo else { return }
    if state.phase == .saved { undoSave() } else { undoDiscard() }
  }

  mutating func retake() {
    discard()
    startCountdown()
  }

  mutating func seek(_ target: KioskEffect.SeekTarget, _ kind: KioskEffect.SeekKind, _ request: Int? = nil) {
    state.player.isAtEnd = false
    let token = nextGeneration()
    if let request {
      state.lastInput = now
      state.pendingSeeks.append(KioskState.PendingSeek(token: token, request: request, since: now))
    }
    emit(.seek(target, kind, token: token))
  }

  mutating func setVolume(_ value: Double) {
    state.player.volume = value
    emit(.setVolume(value))
  }

  /// The microphone before and while a take is made, else the player's sound; nil toggles.
  mutating func mute(_ wanted: Bool?) -> Bool {
    switch state.phase {
    case .ready, .countdown, .recording:
      let isMuted = wanted ?? !state.isMicrophoneMuted
      state.isMicrophoneMuted = isMuted
      emit(.setMicrophoneMuted(isMuted))
      return isMuted
    default:
      let isMuted = wanted ?? !state.player.isMuted
      state.player.isMuted = isMuted
      emit(.setMuted(isMuted))
      return isMuted
    }
  }
}

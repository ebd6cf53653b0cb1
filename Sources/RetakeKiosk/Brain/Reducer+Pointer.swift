internal import RetakeMedia

extension Reducer {
  /// A finger or a mouse. A press and its release on the same control are one tap, and one action.
  mutating func pointer(_ phase: KioskEvent.PointerPhase, _ hit: PointerHit) {
    if phase == .down {
      state.lastInput = now
      state.focus = nil
      if countsCorner(hit) { return openDialog() }
    }
    switch phase {
    case .down: pointerDown(hit)
    case .moved: pointerMoved(hit)
    case .up: pointerUp(hit)
    case .cancelled:
      release()
      endScrub()
    }
  }

  private mutating func release() {
    if let pressed = state.pressed { (state.released, state.releasedSince) = (pressed, now) }
    state.pressed = nil
  }

  /// Taps in the corner count even where they do nothing else.
  private mutating func countsCorner(_ hit: PointerHit) -> Bool {
    guard hit.isInCorner else {
      state.cornerTaps = []
      return false
    }
    let oldest = now - seconds(KioskState.Times.cornerTaps)
    state.cornerTaps = state.cornerTaps.filter { $0 > oldest } + [now]
    return state.cornerTaps.count >= 5
  }

  private mutating func pointerDown(_ hit: PointerHit) {
    // What lies under the finger has just changed: it meant the screen before.
    guard now - state.since >= seconds(KioskState.Times.deaf) else { return }
    let isHidden = state.phase == .review && state.player.isFullScreen && !chromeWasSeen
    state.lastTouch = now
    // With the controls away a touch only brings them back.
    if isHidden, state.dialogSince == nil { return }
    state.pressed = hit.control
    state.pressedSince = now
    state.player.followsFinger = false
    if hit.control == .volumeSlider { return slideVolume(to: hit.value) }
    guard hit.control == .scrub, canScrub else { return }
    state.player.scrub = KioskState.Scrub(value: hit.value, since: now, wasPlaying: state.player.isPlaying)
    if state.player.isPlaying { pause() }
    scrub(to: hit.value, .keyFrame)
  }

  private var chromeWasSeen: Bool {
    guard let touch = state.lastTouch else { return false }
    return now - touch < seconds(KioskState.Times.fullScreenChrome)
  }

  private var canScrub: Bool {
    state.phase == .review && state.player.isLoaded && state.dialogSince == nil
  }

  private mutating func pointerMoved(_ hit: PointerHit) {
    guard state.pressed != nil else { return }
    state.lastInput = now
    state.lastTouch = now
    if hit.control == .volume || hit.control == .volumeSlider, hit.control == state.pressed {
      return volumeMoved(hit)
    }
    guard state.player.scrub != nil, hit.control == .scrub, hit.value != state.player.scrub?.value else {
      return
    }
    state.player.scrub?.value = hit.value
    scrub(to: hit.value, .keyFrame)
  }

  private mutating func pointerUp(_ hit: PointerHit) {
    let pressed = state.pressed
    release()
    if state.player.scrub != nil {
      if hit.control == .scrub { state.player.scrub?.value = hit.value }
      return endScrub()
    }
    guard let pressed, pressed == hit.control else { return }
    state.lastInput = now
    // A finger that has set the volume does not switch it off as well.
    if pressed == .volume, let moved = state.player.volumeMoved, moved >= state.pressedSince { return }
    if pressed == .background { return pictureTapped(isLeft: hit.value < 0.5) }
    activate(pressed)
  }

  private mutating func scrub(to value: Double, _ kind: KioskEffect.SeekKind) {
    seek(.position(value * (state.take?.duration.seconds ?? 0)), kind)
  }

  /// The finger is gone: the exact picture, and on if it was playing.
  mutating func endScrub() {
    guard let scrub = state.player.scrub else { return }
    state.player.scrub = nil
    state.player.scrubEnd = now
    guard state.phase == .review else { return }
    self.scrub(to: scrub.value, .exact)
    if scrub.wasPlaying { play() }
  }

  private mutating func pictureTapped(isLeft: Bool) {
    guard state.dialogSince == nil else { return }
    switch state.phase {
    case .attract: enter(.ready)
    case .review:
      // Twice on a half of the picture: 5 s that way, and the first tap undone.
      if let first = state.pictureTap, first.isLeft == isLeft,
        now - first.time <= seconds(KioskState.Times.doubleTap)
      {
        state.pictureTap = nil
        activate(.playPause)
        activate(isLeft ? .stepBack : .stepForward)
      } else {
        state.pictureTap = KioskState.PictureTap(time: now, isLeft: isLeft)
        activate(.playPause)
      }
    default: break
    }
  }

  /// What a control does, touched or selected by key.
  mutating func activate(_ control: Control) {
    if control == .dialogSafe || control == .dialogAct {
      guard state.dialogSince != nil else { return }
      return control == .dialogSafe ? closeDialog() : quit()
    }
    guard state.dialogSince == nil else { return }
    switch control {
    case .record: recordButton()
    case .pauseRecording: if state.recording.isPaused { resumeRecording() } else { pauseRecording() }
    case .newRecording:
      guard state.phase == .saved else { return }
      if canStart { return startCountdown() }
      // The screen that is ready says what is wrong with the disk.
      if state.storageProblem != nil { goToReady() } else { sayWhyNot() }
    case .undo: undo()
    case .watchTake: if state.phase == .interrupted, state.take != nil { showReview() }
    case .startAgain: if state.phase == .interrupted { startAgain() }
    case .nextPrompt:
      guard state.phase == .ready, !state.settings.prompts.isEmpty else { return }
      emit(.playCue(.tap))
      state.promptIndex = (state.promptIndex + 1) % state.settings.prompts.count
    case .language(let tag):
      guard state.phase == .attract, state.settings.languages.contains(where: { $0.tag == tag }) else {
        return
      }
      emit(.playCue(.tap))
      state.language = tag
      emit(.setLanguage(tag))
    case .switchCamera: nextCamera()
    case .save, .discard, .retake: if canDecide { decided(control) }
    case .rate(let rate): chooseRate(rate)
    case .loop: toggleLoop()
    case .playPause, .stepBack, .stepForward, .volume, .fullScreen: playerControl(control)
    case .background, .scrub, .volumeSlider, .dialogSafe, .dialogAct: break
    }
  }

  private mutating func recordButton() {
    switch state.phase {
    case .attract, .ready: if canStart { startCountdown() }
    case .countdown: cancelCountdown()
    case .recording: finishRecording()
    default: break
    }
  }

  private mutating func decided(_ control: Control) {
    switch control {
    case .save: save()
    case .discard:
      discard()
      enter(.ready)
    // With the take that goes there may be room again.
    default: if hasSteadyPicture { retake() } else { sayWhyNot() }
    }
  }

  /// Another take was wanted, and there is no steady picture for one.
  private mutating func sayWhyNot() {
    let reason: KioskState.Toast.Unavailable = state.camera.isLive ? .cameraChanges : .noCamera
    state.toast = KioskState.Toast(kind: .unavailable(reason), since: now)
  }

  private mutating func playerControl(_ control: Control) {
    guard state.phase == .review, state.fileGeneration == nil else { return }
    switch control {
    case .volume: _ = mute(nil)
    case .fullScreen: state.player.isFullScreen.toggle()
    default:
      guard state.player.isLoaded, state.player.scrub == nil else { return }
      switch control {
      case .playPause: if state.player.isPlaying { pause() } else { play() }
      case .stepBack: seek(.relative(-5), .exact)
      default: seek(.relative(5), .exact)
      }
    }
  }
}

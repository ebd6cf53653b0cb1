internal import RetakeMedia

extension Reducer {
  mutating func key(_ key: KioskKey) {
    state.lastInput = now
    switch key {
    case .statistics:
      state.showsStatistics.toggle()
      return
    case .operatorMenu: return openDialog()
    case .focusNext: return moveFocus(by: 1)
    case .focusPrevious: return moveFocus(by: -1)
    default: break
    }
    if state.dialogSince != nil { return dialogKey(key) }
    if key == .select || key == .enter, let focus = state.focus, state.focusOrder.contains(focus) {
      return activate(focus)
    }
    switch state.phase {
    case .attract: attractKey(key)
    case .ready: readyKey(key)
    case .countdown: if key == .space || key == .escape { cancelCountdown() }
    case .recording: recordingKey(key)
    case .review: reviewKey(key)
    case .saved:
      if key == .space || key == .enter { activate(.newRecording) }
      if key == .undo { undo() }
    case .interrupted: cardKey(key)
    case .starting, .finishing, .saving: break
    }
  }

  /// A booth with one button must get past a card: its first answer is the safe one, and has the focus from the start,
  /// seen or not.
  private mutating func cardKey(_ key: KioskKey) {
    guard key == .space || key == .enter || key == .select else { return }
    if let answer = state.focus ?? state.focusOrder.first { activate(answer) }
  }

  private mutating func attractKey(_ key: KioskKey) {
    if key == .space, canStart { startCountdown() } else { enter(.ready) }
  }

  private mutating func readyKey(_ key: KioskKey) {
    switch key {
    case .space, .enter: activate(.record)
    case .undo: undo()
    case .mute: _ = mute(nil)
    case .nextCamera: nextCamera()
    default: break
    }
  }

  private mutating func recordingKey(_ key: KioskKey) {
    switch key {
    case .space, .enter: finishRecording()
    case .mute: _ = mute(nil)
    default: break
    }
  }

  private mutating func reviewKey(_ key: KioskKey) {
    switch key {
    case .save: activate(.save)
    case .discard: activate(.discard)
    case .retake: activate(.retake)
    case .space, .enter: activate(.playPause)
    case .volumeUp: stepVolume(by: 0.1)
    case .volumeDown: stepVolume(by: -0.1)
    case .mute: _ = mute(nil)
    case .fullScreen: state.player.isFullScreen.toggle()
    case .escape: if state.settings.isPlayer { quit() } else { state.player.isFullScreen = false }
    default: seekKey(key)
    }
  }

  private mutating func seekKey(_ key: KioskKey) {
    guard state.player.isLoaded, state.player.scrub == nil else { return }
    switch key {
    case .skip(let seconds): seek(.relative(seconds), .exact)
    case .step(let frames):
      if state.player.isPlaying { pause() }
      seek(.frames(frames), .exact)
    case .home: seek(.position(0), .exact)
    case .end: seek(.position(state.take?.duration.seconds ?? 0), .exact)
    default: break
    }
  }

  /// The first press shows where the focus is; the next ones move it.
  private mutating func moveFocus(by step: Int) {
    // On the attract screen any key comes closer, and nothing else happens.
    if state.phase == .attract, state.dialogSince == nil { enter(.ready) }
    let order = state.focusOrder
    guard !order.isEmpty else { return }
    guard let focus = state.focus, let index = order.firstIndex(of: focus) else {
      state.focus = order[0]
      return
    }
    state.focus = order[(index + step + order.count) % order.count]
  }
}

// The 'Quit?' dialog.
extension Reducer {
  mutating func openDialog() {
    guard state.dialogSince == nil, !state.settings.isPlayer else { return }
    endScrub()
    state.pressed = nil
    state.dialogSince = now
    state.cornerTaps = []
    if state.focus != nil { state.focus = .dialogSafe }
  }

  mutating func closeDialog() {
    state.dialogSince = nil
    state.pressed = nil
    if state.focus != nil { state.focus = state.focusOrder.first }
  }

  private mutating func dialogKey(_ key: KioskKey) {
    switch key {
    case .escape: closeDialog()
    // The safe answer has the focus from the start, seen or not.
    case .enter, .space, .select: activate(state.focus ?? .dialogSafe)
    case .skip(let seconds): moveFocus(by: seconds < 0 ? -1 : 1)
    default: break
    }
  }
}

internal import RetakeMedia

/// The kiosk's brain: what `event` makes of `state`, and what has to be done.
///
/// Pure: no clock, no device. No event is fatal in any state; each state has a way out by time alone.
package func reduce(_ state: KioskState, _ event: KioskEvent) -> (KioskState, [KioskEffect]) {
  var reducer = Reducer(state: state)
  reducer.handle(event)
  return (reducer.state, reducer.effects)
}

/// One call of `reduce` while it runs. The parts stand in extensions: time, pointer, keys, commands, answers.
struct Reducer {
  var state: KioskState
  var effects: [KioskEffect] = []

  init(state: KioskState) {
    self.state = state
  }

  var now: MediaTime { state.now }

  mutating func handle(_ event: KioskEvent) {
    state.now = max(state.now, event.now)
    if state.isOver {
      if case .command(_, let request) = event.kind { refuse(request, .wrongState, "the kiosk is quitting") }
      return
    }
    advance()
    if state.isOver {
      if case .command(_, let request) = event.kind { refuse(request, .wrongState, "the kiosk is quitting") }
      return
    }
    switch event.kind {
    case .tick: break
    case .pointer(let phase, let hit): pointer(phase, hit)
    case .key(let key): self.key(key)
    case .command(let command, let request): self.command(command, request)
    case .terminate: quit()
    case .windowClosed: if state.settings.quitsWithWindow { quit() }
    default: answer(event.kind)
    }
    // What the event made due at once, a countdown's first tick for one.
    advance()
  }

  mutating func emit(_ effect: KioskEffect) {
    effects.append(effect)
  }

  mutating func nextGeneration() -> Int {
    state.lastGeneration += 1
    return state.lastGeneration
  }

  func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds)
  }
}

// The steps between states. Each may be called wherever its name makes sense.
extension Reducer {
  mutating func enter(_ phase: KioskPhase) {
    state.previous = state.phase
    state.phase = phase
    state.since = now
    state.awaitingSince = now
    state.pressed = nil
    state.pictureTap = nil
    if phase != .review, phase != .saving { refusePending() }
    if state.focus != nil { state.focus = state.focusOrder.first }
    emit(.stateChanged(phase))
    tellRecovered()
  }

  /// Says what was recovered, once, as soon as there is a screen for it.
  mutating func tellRecovered() {
    guard !state.recovered.isEmpty, [.attract, .ready].contains(state.phase), state.toast == nil else {
      return
    }
    state.toast = KioskState.Toast(kind: .recovered(state.recovered), since: now)
    state.recovered = RecoveryCount(recovered: 0)
  }

  /// Nothing of a guest survives this.
  mutating func goToAttract() {
    if let take = state.take, state.phase != .saved { emit(.leaveTake(take)) }
    dropTake()
    state.toast = nil
    state.promptIndex = 0
    state.saveProblem = nil
    if state.isMicrophoneMuted {
      state.isMicrophoneMuted = false
      emit(.setMicrophoneMuted(false))
    }
    if state.player.volume != 1 { emit(.setVolume(1)) }
    if state.player.isMuted { emit(.setMuted(false)) }
    state.player = KioskState.PlayerControls()
    if state.language != state.settings.language {
      state.language = state.settings.language
      emit(.setLanguage(state.language))
    }
    enter(.attract)
  }

  /// Forgets the take in hand and closes its player.
  mutating func dropTake() {
    if state.loadGeneration != nil { emit(.closeReview) }
    state.take = nil
    state.loadGeneration = nil
    state.fileGeneration = nil
    state.interruption = nil
    state.mendedSince = nil
    resetPlayer()
  }

  /// A new take starts with a player of its own; volume and sound stay as the guest set them.
  mutating func resetPlayer() {
    let old = state.player
    state.player = KioskState.PlayerControls()
    state.player.volume = old.volume
    state.player.isMuted = old.isMuted
  }

  mutating func startCountdown() {
    dropTake()
    state.saveProblem = nil
    state.countdown = KioskState.Countdown()
    enter(.countdown)
  }

  mutating func cancelCountdown() {
    enter(.ready)
  }

  /// From a take that is saved.
  mutating func goToReady() {
    dropTake()
    enter(.ready)
  }

  mutating func startRecording() {
    state.recording = KioskState.Recording(pressed: state.since)
    state.toast = nil
    let generation = nextGeneration()
    state.recordingGeneration = generation
    state.isStopping = false
    enter(.recording)
    emit(.startRecording(generation: generation))
  }

  /// Ends the take, also one that has hardly been asked for.
  mutating func finishRecording(because interruption: KioskState.Interruption? = nil) {
    state.interruption = interruption
    enter(.finishing)
    guard let generation = state.recordingGeneration, !state.isStopping else { return }
    state.isStopping = true
    emit(.stopRecording(generation: generation))
    emit(.playCue(interruption == nil ? .stop : .error))
  }

  mutating func load(_ take: KioskTake) {
    resetPlayer()
    state.take = take
    let generation = nextGeneration()
    state.loadGeneration = generation
    state.awaitingSince = now
    emit(.loadReview(take, generation: generation))
  }

  mutating func showReview() {
    state.interruption = nil
    enter(.review)
    if state.player.isLoaded { play() }
  }

  mutating func play() {
    if state.player.isAtEnd { seek(.position(0), .exact) }
    state.player.isAtEnd = false
    state.player.isPlaying = true
    emit(.play)
  }

  mutating func pause() {
    state.player.isPlaying = false
    emit(.pause)
  }

  mutating func save() {
    guard let take = state.take else { return }
    endScrub()
    if state.player.isPlaying { pause() }
    let generation = nextGeneration()
    state.fileGeneration = generation
    enter(.saving)
    emit(.saveTake(take, generation: generation))
  }

  /// To where Undo can fetch it back; the caller says which state follows.
  mutating func discard() {
    guard let take = state.take else { return }
    state.discardedSince = state.player.isLoaded ? now : nil
    dropTake()
    emit(.discardTake(take))
    emit(.playCue(.discard))
    state.toast = KioskState.Toast(kind: .discarded(take), since: now)
  }

  mutating func undoDiscard() {
    guard case .discarded(let take) = state.toast?.kind else { return }
    state.toast = nil
    fetchBack(take) { .undoDiscard(take, generation: $0) }
  }

  mutating func undoSave() {
    guard let take = state.take else { return }
    fetchBack(take) { .undoSave(take, generation: $0) }
  }

  private mutating func fetchBack(_ take: KioskTake, _ effect: (Int) -> KioskEffect) {
    dropTake()
    state.take = take
    state.saveProblem = nil
    let generation = nextGeneration()
    state.fileGeneration = generation
    enter(.review)
    emit(effect(generation))
  }

  /// Nobody has decided about the take.
  mutating func applyReviewPolicy() {
    guard state.take != nil else { return goToAttract() }
    switch state.settings.reviewTimeout {
    case .discard:
      discard()
      goToAttract()
    case .save:
      // A second failure helps nobody: it stays in incoming/, where the next start finds it.
      if state.saveProblem != nil {
        notify(.saveFailed)
        goToAttract()
      } else {
        save()
      }
    }
  }

  /// Says it on the screen and to subscribers.
  mutating func notify(_ notice: KioskNotice) {
    emit(.notice(notice))
    state.toast = KioskState.Toast(kind: .notice(notice), since: now)
  }

  mutating func refuse(_ request: Int, _ code: KioskReply.Code, _ why: String) {
    emit(.reply(request: request, .refused(code, why)))
  }

  /// The state that their answers would belong to is over.
  mutating func refusePending() {
    for seek in state.pendingSeeks { refuse(seek.request, .wrongState, "the take is no longer in review") }
    state.pendingSeeks = []
    for request in state.pendingSaves { refuse(request, .failed, "the save was given up") }
    state.pendingSaves = []
    refuseWaiting("the take is no longer in review")
  }

  mutating func refuseWaiting(_ why: String) {
    for entry in state.waitingForPicture { refuse(entry.request, .failed, why) }
    state.waitingForPicture = []
  }

  /// Ends the program, the take in hand first made safe.
  mutating func quit() {
    guard state.quitDeadline == nil else { return }
    state.quitDeadline = now + seconds(KioskState.Times.quit)
    state.dialogSince = nil
    if state.settings.isPlayer { return finishQuitting() }
    switch state.phase {
    case .recording: finishRecording()
    case .finishing where state.take == nil, .saving: break
    case .finishing, .review, .interrupted: applyReviewPolicyThenQuit()
    default: finishQuitting()
    }
  }

  mutating func applyReviewPolicyThenQuit() {
    guard state.take != nil, state.fileGeneration == nil, state.saveProblem == nil else {
      return finishQuitting()
    }
    applyReviewPolicy()
    if state.phase != .saving { finishQuitting() }
  }

  mutating func finishQuitting() {
    refusePending()
    if state.change != nil { changed(.refused(.failed, "the kiosk is quitting")) }
    state.isOver = true
    emit(.quit)
  }
}

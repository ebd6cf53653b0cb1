internal import RetakeMedia

extension Reducer {
  /// Answers of the devices, the recorder, the player and the library.
  mutating func answer(_ kind: KioskEvent.Kind) {
    switch kind {
    case .previewStarted(let isTest): previewStarted(isTest: isTest)
    case .cameraMissing(let problem, let party): cameraMissing(problem, party)
    case .cameraReduced: notify(.cameraReduced)
    case .microphone(let microphone): microphoneIs(microphone)
    case .devices(let devices): state.devices = devices
    case .devicesHeldUp(let areHeldUp): devicesAreHeldUp(areHeldUp)
    case .storage(let problem):
      state.storageProblem = problem
      if state.interruption == .diskGone { causeIs(mended: problem == nil) }
    case .controlChanged: controlChanged()
    case .changed(let generation, let reply): if generation == state.change?.generation { changed(reply) }
    case .open(let take):
      if state.settings.isPlayer, state.phase == .starting { load(take) }
    case .recordingStarted(let generation, let start):
      guard state.phase == .recording, generation == state.recordingGeneration, state.recording.start == nil
      else { return }
      // A start in the future would push the limit away.
      let start = min(start, now)
      state.recording.start = start
      state.recording.end = state.settings.maxDuration.map { start + $0 }
    case .recordingLimit(let generation, let left):
      guard state.phase == .recording, generation == state.recordingGeneration else { return }
      limit(left)
    case .clockSet(let generation):
      if state.phase == .recording, generation == state.recordingGeneration { notify(.clockSet) }
    case .recordingEnded(let generation, let reason, let take):
      guard generation == state.recordingGeneration else { return }
      recordingEnded(reason, take)
    case .firstPicture(let generation):
      guard generation == state.loadGeneration, !state.player.isLoaded else { return }
      state.player.isLoaded = true
      switch state.phase {
      case .finishing: afterFinishing()
      case .starting: showReview()
      case .review:
        play()
        playWaiting()
      default: break
      }
    case .loadFailed(let generation):
      guard generation == state.loadGeneration else { return }
      if state.phase == .finishing { afterFinishing() }
      refuseWaiting("the take cannot be played")
      if state.settings.isPlayer { finishQuitting() }
    case .seekCompleted(let token, let position):
      let answered = state.pendingSeeks.filter { $0.token <= token }
      state.pendingSeeks.removeAll { $0.token <= token }
      for seek in answered { emit(.reply(request: seek.request, .position(position))) }
    case .playerEnded(let generation):
      guard generation == state.loadGeneration, state.player.isPlaying else { return }
      state.player.isPlaying = false
      state.player.isAtEnd = true
      state.player.firstEnd = state.player.firstEnd ?? now
      if state.player.isLooping { play() }
    case .saved(let generation, _) where generation == state.keepGeneration: kept()
    case .saveFailed(let generation, _, let fault) where generation == state.keepGeneration: notKept(fault)
    case .saved(let generation, let take):
      guard state.phase == .saving, generation == state.fileGeneration else { return }
      saved(take)
    case .saveFailed(let generation, let why, let fault):
      guard state.phase == .saving, generation == state.fileGeneration else { return }
      state.saveFault = fault
      saveFailed(why)
    case .undone(let generation, let take):
      guard state.phase == .review, generation == state.fileGeneration else { return }
      state.fileGeneration = nil
      load(take)
    case .undoFailed(let generation):
      guard state.phase == .review, generation == state.fileGeneration else { return }
      // It is still where discard or save had put it.
      dropTake()
      enter(.ready)
      notify(.undoFailed)
    case .recovered(let count):
      emit(.recovered(count))
      state.recovered.recovered += count.recovered
      state.recovered.damaged += count.damaged
      tellRecovered()
    case .tick, .pointer, .key, .command, .terminate, .windowClosed: break
    }
  }

  private mutating func recordingEnded(_ reason: KioskEvent.EndReason, _ take: KioskTake?) {
    guard state.phase == .recording || state.phase == .finishing else { return }
    state.isStopping = true
    if state.phase == .recording {
      if case .fault(let interruption) = reason {
        finishRecording(because: interruption)
        emit(.playCue(.error))
      } else {
        finishRecording()
        emit(.playCue(.stop))
      }
    } else if case .fault(let interruption) = reason, state.interruption == nil {
      state.interruption = interruption
    }
    state.recordingGeneration = nil
    guard var take, take.duration.seconds >= KioskState.Times.shortestTake else {
      if let take { emit(.deleteTake(take)) }
      return nothingRecorded()
    }
    take.interruption = state.interruption
    if state.quitDeadline != nil {
      // No time for a picture of it.
      state.take = take
      return applyReviewPolicyThenQuit()
    }
    load(take)
  }

  private mutating func nothingRecorded() {
    if state.quitDeadline != nil { return finishQuitting() }
    if state.interruption != nil {
      showInterruption()
    } else {
      enter(.ready)
      notify(.tooShort)
    }
  }

  private mutating func saved(_ take: KioskTake) {
    state.take = take
    state.fileGeneration = nil
    state.saveProblem = nil
    for request in state.pendingSaves { emit(.reply(request: request, .path(take.path))) }
    state.pendingSaves = []
    if state.quitDeadline != nil { return finishQuitting() }
    enter(.saved)
    emit(.playCue(.saved))
  }
}

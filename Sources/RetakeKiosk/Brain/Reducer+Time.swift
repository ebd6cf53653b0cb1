package import RetakeMedia

/// Something that happens by time alone.
enum Deadline {
  case idle, startCue, digit, countdownEnd, recorderSilent, limit, lastSeconds, answerMissing, toastEnd,
    dialogEnd, cardEnd, longPress, seekLost, pictureLost, changeLost, quit
}

/// When the main loop has to call `reduce` with a tick, if nothing else happens before; nil for never.
package func nextWakeUp(_ state: KioskState) -> MediaTime? {
  state.isOver ? nil : state.deadlines.map(\.time).min()
}

extension KioskState {
  /// All that is going to happen by time in this state.
  var deadlines: [(time: MediaTime, what: Deadline)] {
    var list: [(time: MediaTime, what: Deadline)] = []
    func add(_ start: MediaTime, _ seconds: Double, _ what: Deadline) {
      list.append((start + MediaTime(seconds: seconds), what))
    }
    let idle = max(lastInput, since)
    switch phase {
    case .starting: add(awaitingSince, Times.starting, .answerMissing)
    case .attract: break
    case .ready: add(lastInput, Times.readyIdle, .idle)
    case .countdown: list += countdownDeadlines
    case .recording:
      if let pause = recording.pausedSince {
        add(max(pause, lastInput), Times.pauseIdle, .idle)
      } else if let start = recording.start {
        // The recorder ends it by itself, to the frame; this is for the case that it does not.
        if let limit = settings.maxDuration { add(start + limit, Times.limitGrace, .limit) }
        if let end = recording.end, !recording.isLimitAnnounced {
          add(end, -Times.lastSeconds, .lastSeconds)
        }
      } else {
        add(since, Times.recordingStart, .recorderSilent)
      }
    case .finishing: add(awaitingSince, Times.finishing, .answerMissing)
    case .review:
      if let deadline = reviewDeadline { list.append((deadline, .idle)) }
      if pressed == .playPause { add(pressedSince, Times.longPress, .longPress) }
      // A finger that has left the scrub bar without being told.
      if let scrub = player.scrub { add(max(scrub.since, lastInput), Times.reviewIdle, .idle) }
    case .saving: add(awaitingSince, Times.saving, .answerMissing)
    case .saved: add(idle, Times.savedIdle, .idle)
    case .interrupted:
      add(idle, Times.interruptedIdle, .idle)
      if let cardEnd { list.append((cardEnd, .cardEnd)) }
    }
    if let toast { add(toast.since, Times.toast, .toastEnd) }
    if let dialogSince { add(max(dialogSince, lastInput), Times.dialogIdle, .dialogEnd) }
    if let oldest = pendingSeeks.first { add(oldest.since, Times.seek, .seekLost) }
    if let oldest = waitingForPicture.first { add(oldest.since, Times.seek, .pictureLost) }
    if let change { add(change.since, Times.change, .changeLost) }
    if let quitDeadline { list.append((quitDeadline, .quit)) }
    return list
  }

  private var countdownDeadlines: [(time: MediaTime, what: Deadline)] {
    let end = max(since + countdownLength, settledAt)
    guard countdown.startCue == nil else { return [(countdownEnd, .countdownEnd)] }
    var list = [(end - MediaTime(seconds: Times.startCue), Deadline.startCue)]
    // The next number is due when what is left comes to that number of whole seconds; the first one at once.
    let first = Int(settings.countdown.rounded(.up))
    let next = countdown.digit == 0 ? first : countdown.digit - 1
    if next >= 1, settings.countdown > Times.startCue {
      list.append((max(end - MediaTime(seconds: Double(next)), since), .digit))
    }
    return list
  }
}

extension Reducer {
  /// Lets everything happen that is due, the earliest first.
  mutating func advance() {
    // Each deadline moves or removes itself; the bound only keeps a mistake from hanging the kiosk.
    for _ in 0..<32 {
      let due = state.deadlines.filter { $0.time <= now }.min { $0.time < $1.time }
      guard !state.isOver, let due else { return }
      perform(due.what)
    }
  }

  private mutating func perform(_ deadline: Deadline) {
    switch deadline {
    case .idle: idle()
    case .digit: tickDigit()
    case .startCue:
      state.countdown.startCue = now
      countdownCue(.start)
    case .countdownEnd: startRecording()
    case .recorderSilent:
      finishRecording(because: .cameraSilent)
    case .limit: finishRecording()
    case .lastSeconds: announceLimit()
    case .answerMissing: answerMissing()
    case .toastEnd: state.toast = nil
    case .dialogEnd: closeDialog()
    case .cardEnd: leaveCard()
    case .longPress: longPress()
    case .seekLost:
      let lost = state.pendingSeeks.removeFirst()
      refuse(lost.request, .failed, "the player did not show that picture in time")
    case .pictureLost: refuseWaiting("the take's picture did not come in time")
    case .changeLost: changed(.refused(.device, "the device did not answer in time"))
    case .quit: finishQuitting()
    }
  }

  private mutating func tickDigit() {
    let left = (state.since + state.countdownLength - now).seconds
    // Late ticks are skipped, not caught up.
    let digit = max(1, Int(left.rounded(.up)))
    state.countdown.digit = digit
    guard left > KioskState.Times.startCue else { return }
    countdownCue(digit == 1 ? .lastTick : .tick)
  }

  /// What is heard would be in the take where that has begun already; then the screen alone tells.
  private mutating func countdownCue(_ cue: KioskEffect.Cue) {
    if !state.settings.hasPreRoll { emit(.playCue(cue)) }
  }

  private mutating func idle() {
    switch state.phase {
    case .review where state.player.scrub != nil: endScrub()
    case .review, .interrupted: applyReviewPolicy()
    case .recording: finishRecording()
    default: goToAttract()
    }
  }

  /// The kiosk goes on without what did not answer.
  private mutating func answerMissing() {
    switch state.phase {
    case .starting where state.settings.isPlayer:
      emit(.notice(.noAnswer))
      finishQuitting()
    case .starting:
      state.camera = .missing(.silent)
      goToAttract()
    case .finishing:
      // With a take, only its picture is missing: it can still be decided about.
      if state.take != nil { return afterFinishing() }
      state.recordingGeneration = nil
      if state.quitDeadline != nil { return finishQuitting() }
      enter(.ready)
      notify(.noAnswer)
    case .saving:
      state.saveFault = .disk
      saveFailed("the storage did not answer in time")
    default: break
    }
  }

  /// The take is there: review, or the card that says why it ended.
  mutating func afterFinishing() {
    if state.quitDeadline != nil {
      applyReviewPolicyThenQuit()
    } else if state.interruption != nil {
      showInterruption()
    } else {
      showReview()
    }
  }

  mutating func saveFailed(_ why: String) {
    for request in state.pendingSaves { refuse(request, .storage, why) }
    state.pendingSaves = []
    state.fileGeneration = nil
    state.saveProblem = why
    if state.quitDeadline != nil { return finishQuitting() }
    emit(.playCue(.error))
    enter(.review)
    notify(.saveFailed)
  }
}

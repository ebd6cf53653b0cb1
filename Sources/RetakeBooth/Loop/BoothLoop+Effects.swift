internal import Retake
internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

// What the brain wants done.
extension BoothLoop {
  func perform(_ effect: KioskEffect) {
    switch effect {
    case .stateChanged(let phase): stateChanged(phase)
    case .notice(let notice): parts.remote?.publish(.notice(notice))
    case .recovered(let count): parts.remote?.publish(.recovered(count))
    case .reply(let request, let reply): parts.remote?.answer(request, reply, state: { report })
    case .forward(let request, let command): forward(request, command)
    case .playCue(let cue): if let cue = Cue(rawValue: cue.rawValue) { parts.cues.play(cue) }
    case .startRecording(let generation): startRecording(generation)
    case .stopRecording(let generation): stopRecording(generation)
    case .pauseRecording(let generation): parts.capture?.pause(generation: generation)
    case .resumeRecording(let generation): parts.capture?.resume(generation: generation)
    case .setMicrophoneMuted(let isMuted): parts.capture?.setMicrophoneMuted(isMuted)
    case .changeDevices(let change, let generation): parts.capture?.change(change, generation: generation)
    case .setLanguage: break
    case .quit:
      // The player alone that never had anything to show.
      if let playback, state.phase == .starting {
        failure = failure ?? RetakeError(.failed, "\(playback.path) shows no picture")
      }
      isOver = true
    case .loadReview, .closeReview, .play, .pause, .seek, .setVolume, .setMuted, .setRate: playback(effect)
    case .saveTake, .discardTake, .undoDiscard, .undoSave, .deleteTake, .leaveTake: library(effect)
    }
  }

  private func stateChanged(_ phase: KioskPhase) {
    Log.debug("state: \(phase.rawValue)")
    if [.ready, .countdown].contains(phase) { parts.cues.prepare() }
    if phase == .attract { purgeIfDue() }
    if phase == .attract, !isAnnounced { announce() }
    if phase.waitsForGuests { nextDiskCheck = now }
    keepPreRoll(in: phase)
    statistics.entered(phase, from: state.previous, hasPicture: parts.review.frame != nil, at: now)
    guard let remote = parts.remote, remote.hasSubscribers else { return }
    var report = report
    report.state = phase
    remote.publish(.state(report))
  }

  /// Says once to whoever has started it that the kiosk is up: with which camera, and how to speak to it and end it.
  private func announce() {
    isAnnounced = true
    guard !state.settings.isPlayer, guide == nil else { return }
    let words = Announcement(camera: camera, socket: parts.remote?.path).words
    // `kiosk/run` has been silent for as long as it took to get here.
    if Places().isLaunched { Log.notice(words) } else { Log.info(words) }
  }

  /// Wherever a take can be asked for, what came before it is kept; with the attract screen, from there on: what was
  /// before that is the last guest's.
  private func keepPreRoll(in phase: KioskPhase) {
    switch phase {
    case .attract: parts.capture?.keepPreRoll(afresh: true)
    case .ready, .review, .saved, .interrupted: parts.capture?.keepPreRoll(afresh: false)
    case .starting, .countdown, .recording, .finishing, .saving: break
    }
  }

  private func stopRecording(_ generation: Int) {
    statistics.stopped(at: now)
    if startWaiting == generation {
      startWaiting = nil
      feed(.recordingEnded(generation: generation, .wanted, nil))
    } else {
      noteProgress()
      parts.capture?.stop(generation: generation)
    }
  }

  private func playback(_ effect: KioskEffect) {
    let review = parts.review
    switch effect {
    case .loadReview(let take, let generation):
      // The player alone has the file open already.
      if playback != nil {
        review.adopt(generation: generation)
      } else {
        review.open(take.path, generation: generation)
      }
    case .closeReview: review.close()
    case .play: review.play()
    case .pause: review.pause()
    case .seek(let target, let kind, let token):
      if kind == .exact { statistics.seekBegan(token, at: now) }
      review.seek(target, kind, token: token)
    case .setVolume(let volume): review.setVolume(volume)
    case .setMuted(let isMuted): review.setMuted(isMuted)
    case .setRate(let rate): review.setRate(rate)
    default: break
    }
  }

  private func library(_ effect: KioskEffect) {
    guard let store = parts.store else { return }
    switch effect {
    case .saveTake(let take, let generation):
      parts.files.perform { store.save(take, generation: generation) }
    case .discardTake(let take): parts.files.perform { store.discard(take) }
    case .undoDiscard(let take, let generation):
      parts.files.perform { store.undoDiscard(take, generation: generation) }
    case .undoSave(let take, let generation):
      parts.files.perform { store.undoSave(take, generation: generation) }
    case .deleteTake(let take): parts.files.perform { store.remove(take) }
    // It lies in incoming/ already.
    default: break
    }
  }

  // MARK: Commands that the brain leaves to the loop

  private func forward(_ request: Int, _ command: KioskCommand) {
    guard let remote = parts.remote else { return }
    switch command {
    case .stats: remote.answer(request, statsReport().fields)
    case .devices: parts.watch?.list(for: request)
    case .control(let name, let value): control(request, name, value)
    case .subscribe: remote.subscribe(request, present: report)
    case .tap(let x, let y):
      if parts.stage.display.tap(x: x, y: y) {
        remote.answer(request)
      } else {
        remote.refuse(request, RemoteRefusal(.failed, "too many events wait"))
      }
    case .key(let name):
      if let key = KeyPress(name), parts.stage.display.press(key) {
        remote.answer(request)
      } else {
        remote.refuse(request, RemoteRefusal(.badArgument, "there is no key of this name"))
      }
    case .screenshot(let path):
      screenshots.append((request, path))
      parts.stage.invalidate()
    default: remote.refuse(request, RemoteRefusal(.notSupported, "not in this version yet"))
    }
  }

  private func control(_ request: Int, _ name: String?, _ value: ControlSetting?) {
    guard let capture = parts.capture else {
      parts.remote?.refuse(request, RemoteRefusal(.device, "this kiosk runs without a camera"))
      return
    }
    capture.control(name, value: value, request: request)
  }

  /// What `state` answers.
  var report: StateReport {
    let take = state.take.map {
      StateReport.Take(id: $0.id.isEmpty ? nil : $0.id, path: $0.path, duration: $0.duration.seconds)
    }
    return StateReport(
      state: state.phase, take: take, position: take == nil ? 0 : parts.review.position,
      isPlaying: state.player.isPlaying, camera: camera?.id, microphone: microphone?.id)
  }

  /// What `stats` answers.
  func statsReport() -> StatsReport {
    let progress = noteProgress()
    var report = statistics.report(at: now)
    if let preview = parts.capture?.preview {
      report.captured = preview.deliveredCount
      report.dropped.camera = preview.lostCount
      report.dropped.preview += preview.replacedCount
    }
    if report.encoder == nil, let prepared = parts.capture?.movie.preparedEncoder {
      (report.encoder, report.speed) = prepared
    }
    if let progress {
      report.encoded += progress.encoded
      report.dropped.record += progress.dropped
      report.queue.video = progress.waitingPictures
      report.queue.audio = progress.waitingBlocks
      report.queue.bytes = progress.waitingBytes
    }
    return report
  }

  /// Keeps what is known of the recording that runs; nil where none does.
  @discardableResult
  func noteProgress() -> RecordingProgress? {
    guard [.recording, .finishing].contains(state.phase),
      let progress = parts.capture?.progress(generation: generation)
    else { return nil }
    statistics.recording(progress)
    return progress
  }
}

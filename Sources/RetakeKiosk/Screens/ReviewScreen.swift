internal import RetakeMedia

extension ScreenBuilder {
  mutating func reviewScreen() {
    let chrome = chromeAlpha()
    // While the finger is on the scrub bar all else steps back.
    let others = state.player.scrub == nil ? chrome : chrome * 0.35
    if !policyPill() { faded(by: others) { $0.interruptionNote() } }
    if chrome > 0 {
      entering(since: state.since, from: -2) { builder in builder.faded(by: others) { $0.playerExtras() } }
      entering(since: state.since, from: 2) { builder in
        if !builder.settings.isPlayer { builder.faded(by: others) { $0.actions() } }
        builder.transport(others: others, chrome: chrome)
      }
    } else {
      // A touch brings the controls back; until then nothing under it acts.
      list.targets = []
    }
  }

  /// With full screen the controls go 3 s after the last touch.
  private mutating func chromeAlpha() -> Float {
    guard state.player.isFullScreen else { return 1 }
    guard let touch = state.lastTouch, state.player.scrub == nil else {
      return state.player.scrub == nil ? 0 : 1
    }
    let gone = touch + MediaTime(seconds: KioskState.Times.fullScreenChrome)
    changes(at: gone - MediaTime(seconds: 0.4))
    guard !settings.reducedMotion else { return now < gone ? 1 : 0 }
    let left = Motion.unit((gone - now).seconds / 0.4)
    if left > 0, left < 1 { list.isAnimating = true }
    changes(at: gone)
    return Float((1 - Motion.cosine(ofTurns: left / 2)) / 2)
  }

  /// Why the take ends where it does.
  private mutating func interruptionNote() {
    guard let reason = state.take?.interruption else { return }
    let words = strings[.takeEndsThere, name: strings[reason.title]]
    // Between the corner of the test camera's badge and the player's buttons, which are above it where it is narrow.
    let set = fittedLines(words, .text(3.4, .medium), width: (isPortrait ? width - 8 : 104) - 14.5)
    let long = set.lines.map { textWidth($0, set.font) }.max() ?? 0
    let high: Float = set.lines.count > 1 ? 13 : isPortrait ? 10 : 9
    let box = Box(centerX - (long + 14.5) / 2, isPortrait ? 17 : 4, long + 14.5, high)
    panel(box, radius: set.lines.count > 1 ? 4 : high / 2, .smoke)
    icon(reason.isOfCamera ? .cameraOff : .warning, box.x + 5.5, box.centerY, size: 4.4, .amber)
    for (index, line) in set.lines.enumerated() {
      let offset = (Float(index) - Float(set.lines.count - 1) / 2) * set.font.size * 1.35
      text(line, set.font, .white, x: box.x + 10, centerY: box.centerY + offset, part: box)
    }
  }

  /// What will happen if nobody decides; whether it is shown.
  private mutating func policyPill() -> Bool {
    guard let deadline = state.reviewDeadline else { return false }
    let span = KioskState.Times.reviewIdle - KioskState.Times.reviewWarns
    let left = (deadline - now).seconds
    guard left <= span else {
      changes(at: deadline - MediaTime(seconds: span))
      return false
    }
    // It is still playing: the time has not begun to run.
    if state.player.isPlaying, state.player.firstEnd == nil { return false }
    let number = max(1, Int(left.rounded(.up)))
    let key: Strings.Key = settings.reviewTimeout == .save ? .savingIn : .discardingIn
    changes(at: deadline - MediaTime(seconds: Double(number - 1)))
    noticePill(strings[key, number], share: Motion.unit((Double(number)) / span))
    return true
  }

  // MARK: extras

  private mutating func playerExtras() {
    let y: Float = isPortrait ? 10 : 9
    roundButton(.fullScreen, .fullscreen, width - 9, y, diameter: 10)
    let isSilent = state.player.isMuted || state.player.volume <= 0
    let x = width - 9 - 12.4
    let slider = Box(x - 5, y + 7.4, 10, 43)
    let track = Box(x - 2, slider.y + 3.5, 4, 36)
    volumeSlider(slider, track)
    roundButton(
      .volume, isSilent ? .volumeOff : .volume, x, y, diameter: 10, track: SliderTrack(up: rawRect(track)))
  }

  /// How loud it is, while that is set and a little longer.
  private mutating func volumeSlider(_ slider: Box, _ track: Box) {
    guard let end = state.volumeSliderEnd, let since = state.player.volumeSince, now < end else { return }
    changes(at: end)
    let leaving = settings.reducedMotion ? 1 : Motion.unit((end - now).seconds / 0.16)
    changes(at: end - MediaTime(seconds: 0.16))
    if leaving < 1 { list.isAnimating = true }
    let share = Float(min(Motion.out(progress(since: since, for: 0.16)), leaving))
    let value = state.player.isMuted ? 0 : Float(state.player.volume)
    faded(by: share) { builder in
      builder.pill(slider, .smoke)
      builder.panel(track, radius: 2, .solid(.white.faded(0.3)))
      let high = 4 + (track.height - 4) * value
      builder.panel(Box(track.x, track.maxY - high, 4, high), radius: 2, .solid(.white))
      let handleY = track.maxY - 2 - (track.height - 4) * value
      builder.disc(track.centerX, handleY, radius: 3.3, .ink.faded(0.4))
      builder.disc(track.centerX, handleY, radius: 3, .white)
      builder.target(.volumeSlider, slider, radius: 5, track: SliderTrack(up: builder.rawRect(track)))
    }
  }

  // MARK: transport

  private mutating func transport(others: Float, chrome: Float) {
    unmirrored { builder in
      let cy = builder.transportY
      let capsule =
        builder.isPortrait
        ? Box(4, cy - 5, builder.width - 8, 10) : Box(43.4, cy - 5, builder.width - 4 - 43.4, 10)
      builder.faded(by: others) { $0.transportButtons() }
      builder.faded(by: others) { $0.rateChips() }
      builder.faded(by: chrome) { $0.scrubBar(capsule) }
    }
  }

  /// Centre of the scrub bar; the player alone has no actions below it.
  var transportY: Float {
    if settings.isPlayer { return hand - (isPortrait ? 28.8 : 10) }
    return hand - (isPortrait ? 60 : 25)
  }

  private mutating func transportButtons() {
    let symbol: Icon = state.player.isAtEnd ? .replay : state.player.isPlaying ? .pause : .play
    if isPortrait {
      let y = transportY + 14.8
      playButton(symbol, centerX, y, diameter: 13.6)
      roundButton(.stepBack, .back5, centerX - 16, y, diameter: 11, iconSize: 6.8)
      roundButton(.stepForward, .forward5, centerX + 16, y, diameter: 11, iconSize: 6.8)
    } else {
      let y = transportY
      playButton(symbol, 10, y, diameter: 12)
      roundButton(.stepBack, .back5, 23.6, y, diameter: 9.6, iconSize: 6.2)
      roundButton(.stepForward, .forward5, 35.8, y, diameter: 9.6, iconSize: 6.2)
    }
  }

  private mutating func playButton(_ symbol: Icon, _ x: Float, _ y: Float, diameter: Float) {
    let box = Box(centerX: x, centerY: y, diameter: diameter)
    let scale = pressScale(.playPause, 0.94)
    pill(box, .solid(.white), scale: scale)
    if isPressed(.playPause) { pill(box, .solid(.ink.faded(0.14)), scale: scale) }
    icon(symbol, x, y, size: diameter * 0.6, .ink)
    target(.playPause, box, radius: diameter / 2)
  }

  // MARK: scrub bar

  private mutating func scrubBar(_ capsule: Box) {
    let total = state.take?.duration.seconds ?? 0
    let scrub = state.player.scrub
    // Behind the last picture the bar is full.
    let played = state.player.isAtEnd ? total : context.live.position
    let position = min(max(scrub.map { $0.value * total } ?? played, 0), total)
    pill(capsule, .smoke)
    let whole = max(1, total.rounded())
    let (clock, length) = (strings.clock(state.player.isAtEnd ? whole : position), strings.clock(whole))
    // As wide as the longest time that will stand there, clear of the handle under the finger.
    let clockWidth = textWidth(length, .text(4), inCells: true)
    let inset = max(16.5, 4.5 + clockWidth + 4.1)
    text(clock, .text(4), .white, x: capsule.x + 4.5, centerY: capsule.centerY, inCells: true, part: capsule)
    text(
      length, .text(4, .medium), .white, x: capsule.maxX - 4.5, centerY: capsule.centerY, .trailing,
      inCells: true,
      part: capsule)
    let track = Box(capsule.x + inset, capsule.centerY - 0.8, max(0, capsule.width - 2 * inset), 1.6)
    let share = total > 0 ? Float(position / total) : 0
    panel(track.outset(by: 0.3), radius: 1.1, .solid(.ink.faded(0.35)))
    panel(track, radius: 0.8, .solid(.white.faded(0.3)))
    if share > 0 { panel(Box(track.x, track.y, track.width * share, 1.6), radius: 0.8, .solid(.white)) }
    let x = track.x + track.width * share
    let diameter = handleDiameter()
    disc(x, capsule.centerY, radius: diameter / 2 + 0.3, .ink.faded(0.4))
    disc(x, capsule.centerY, radius: diameter / 2, .white)
    // Upright it stands nearer to the play button.
    target(
      .scrub, capsule, radius: capsule.height / 2, least: isPortrait ? 11.2 : 12,
      track: SliderTrack(across: rawRect(track)))
    if let scrub { bubble(x, capsule.centerY - 0.8, seconds: position, since: scrub.since) }
    nextSecond(of: position)
  }

  /// 4.6 at rest, 7 under the finger.
  private mutating func handleDiameter() -> Float {
    if let scrub = state.player.scrub {
      return 4.6 + 2.4 * Float(Motion.out(progress(since: scrub.since, for: 0.12)))
    }
    guard let end = state.player.scrubEnd else { return 4.6 }
    return 7 - 2.4 * Float(Motion.out(progress(since: end, for: 0.12)))
  }

  /// The clock and the handle go on while it plays; a new picture redraws them anyway.
  private mutating func nextSecond(of position: Double) {
    guard state.player.isPlaying else { return }
    let left = (position.rounded(.down) + 1 - position) / state.player.rate
    changes(at: now + MediaTime(seconds: left))
  }

  /// A small picture of where the finger is.
  private mutating func bubble(_ x: Float, _ trackY: Float, seconds: Double, since: MediaTime) {
    let size: (width: Float, height: Float) = isPortrait ? (34, 19.125) : (32, 18)
    let share = Float(Motion.out(progress(since: since, for: 0.12)))
    let left = min(max(x - size.width / 2, 4.6), width - 4.6 - size.width)
    let full = Box(left, trackY - 8 - size.height, size.width, size.height)
    let box = full.scaled(by: 0.9 + 0.1 * share)
    faded(by: share) { builder in
      let frame = box.outset(by: 0.6)
      builder.outline(frame.outset(by: 0.3), radius: 2.9, width: 0.3, .ink.faded(0.4))
      builder.panel(frame, radius: 2.6, .solid(.white))
      builder.picture(.takeThumbnail(seconds: seconds), in: builder.rect(box), radius: 2, gravity: .fit)
      let tip = min(max(x, frame.x + 3), frame.maxX - 3)
      builder.add(
        .triangle(
          builder.point(tip - 2, frame.maxY - 0.1), builder.point(tip + 2, frame.maxY - 0.1),
          builder.point(tip, frame.maxY + 2.4), Color.white.faded(builder.alpha)))
      let clock = builder.strings.clock(seconds)
      let wide = builder.textWidth(clock, .text(3.8), inCells: true) + 3
      let label = Box(box.centerX - wide / 2, box.maxY - 7, wide, 6)
      builder.pill(label, .smoke)
      builder.text(
        clock, .text(3.8), .white, x: label.centerX, centerY: label.centerY, .center, inCells: true,
        part: label)
    }
  }

  // MARK: actions

  private var discardLook: PillLook {
    PillLook(icon: .discard, word: strings[.discard], material: .smoke, content: .rose)
  }
  private var retakeLook: PillLook {
    // Another take needs a camera; touched, it says so.
    PillLook(
      icon: .retake, word: strings[.retake], material: .smoke, content: state.camera.isLive ? .white : .fog)
  }
  private var saveLook: PillLook {
    PillLook(
      icon: .save, word: strings[.save], material: .solid(.keep), content: .ink,
      iconSize: isPortrait ? 7 : 6.4,
      textSize: isPortrait ? 5.4 : 4.8)
  }

  /// Discard alone at the leading end; Retake and Save, the largest, at the trailing end.
  mutating func actions(isSaving: Bool = false) {
    var save = saveLook
    if isSaving { save.word = strings[.saving] }
    let retakeControl: Control? = isSaving ? nil : .retake
    let saveControl: Control? = isSaving ? nil : .save
    let others: Float = isSaving ? 0.35 : 1
    if isPortrait {
      let half = (width - 8 - 2.4) / 2
      let y = hand - 35.4
      faded(by: others) { builder in
        let fit: PillFit = builder.actionsFit(half) ? .loose : .stacked
        builder.pill(isSaving ? nil : .discard, Box(4, y, half, 13), builder.discardLook, fit: fit)
        builder.pill(retakeControl, Box(4 + half + 2.4, y, half, 13), builder.retakeLook, fit: fit)
      }
      return pill(saveControl, Box(4, hand - 20, width - 8, 16), save, spins: isSaving)
    }
    let high: Float = 12.5
    let y = hand - 16.5
    let fit = landscapeFit(high, save)
    let small: PillFit = fit
    let saveFit: PillFit = fit == .loose ? .loose : .tight
    let saveWidth = max(36, pillWidth(save, height: high, fit: saveFit))
    let retakeWidth = pillWidth(retakeLook, height: high, fit: small)
    let saveX = width - 4 - saveWidth
    faded(by: others) { builder in
      let discardWidth = builder.pillWidth(builder.discardLook, height: high, fit: small)
      builder.pill(isSaving ? nil : .discard, Box(4, y, discardWidth, high), builder.discardLook, fit: small)
      builder.pill(
        retakeControl, Box(saveX - 2.4 - retakeWidth, y, retakeWidth, high), builder.retakeLook,
        fit: small)
    }
    pill(saveControl, Box(saveX, y, saveWidth, high), save, fit: saveFit, spins: isSaving)
  }

  private func actionsFit(_ half: Float) -> Bool {
    max(pillWidth(discardLook, height: 13, fit: .tight), pillWidth(retakeLook, height: 13, fit: .tight))
      <= half
  }

  /// The loosest way in which all three stand beside each other.
  private func landscapeFit(_ high: Float, _ save: PillLook) -> PillFit {
    [PillFit.loose, .tight].first { fit in
      let sum =
        pillWidth(discardLook, height: high, fit: fit) + pillWidth(retakeLook, height: high, fit: fit)
        + max(36, pillWidth(save, height: high, fit: fit))
      return sum + 2 * 2.4 <= width - 8
    } ?? .stacked
  }

  // MARK: saving

  mutating func savingScreen() {
    // Most are on the disk before anybody could read a word.
    actions(isSaving: age >= 0.15)
    list.targets = []
  }
}

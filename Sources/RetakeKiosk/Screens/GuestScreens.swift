internal import RetakeMedia

// Attract to finishing: the screens over the live picture.
extension ScreenBuilder {
  private var isTestCamera: Bool { state.camera == .live(isTest: true) }

  // Upright screens have less room beside the meter and the countdown.
  private var badgeWidth: Float { isPortrait ? 30 : 60 }

  /// Part of the screens with a live picture.
  private mutating func liveBadge() {
    if isTestCamera { testCameraBadge(leading: 4, y: lensY, widest: badgeWidth) }
  }

  // MARK: attract

  mutating func attractScreen() {
    guard state.camera.isLive else { return waitingCard() }
    entering(since: state.since, from: -2) { builder in
      let eventEnd = builder.eventPill()
      builder.attractBadge(eventEnd)
    }
    entering(since: state.since, from: 2) { $0.headline() }
    ripple()
    startButton(.recordStart)
    entering(since: state.since, from: 2) { $0.languageChips() }
  }

  /// At the leading end like everywhere; where the event stands there, at the other, or below it.
  private mutating func attractBadge(_ eventEnd: Float) {
    guard isTestCamera, eventEnd > 0 else { return liveBadge() }
    let full = testCameraWidth
    let isBeside = eventEnd + 2.4 + full <= width - 4
    testCameraBadge(
      leading: isBeside ? width - 4 - full : 4, y: isBeside ? lensY + 1 : isPortrait ? 16.5 : 17, widest: full
    )
  }

  private mutating func headline() {
    let words = settings.headline ?? strings[.headline]
    let space = width - 8
    if isPortrait {
      let lines = wrapped(words, .display(11), width: space, lines: 2)
      var font = Font.display(11)
      for line in lines { while textWidth(line, font) > space, font.size > 6.4 { font.size *= 0.97 } }
      for (index, line) in lines.enumerated() {
        let part = Box(4, 24 + Float(index) * 12, space, 12)
        text(line, font, .white, x: centerX, baseline: 33 + Float(index) * 12, .center, part: part)
      }
      return
    }
    var font = Font.display(8.8)
    while textWidth(words, font) > space, font.size > 6.4 { font.size = max(6.4, font.size * 0.97) }
    let lines = textWidth(words, font) > space ? wrapped(words, font, width: space, lines: 2) : [words]
    for line in lines { while textWidth(line, font) > space, font.size > 5.4 { font.size *= 0.97 } }
    for (index, line) in lines.enumerated() {
      let baseline = hand - 32 - Float(lines.count - 1 - index) * 7.8
      text(line, font, .white, x: centerX, baseline: baseline, .center, part: Box(4, baseline - 8, space, 11))
    }
  }

  /// A ring that leaves the button and invites to touch it.
  private mutating func ripple() {
    let size = recordDiameter / 20
    guard !settings.reducedMotion else {
      return ring(centerX, recordY, radius: 11.4 * size, width: 0.4, .white.faded(0.35))
    }
    let cycle = 2.4
    let time = age - (age / cycle).rounded(.down) * cycle
    guard time < 1.6 else { return changes(at: now + MediaTime(seconds: cycle - time)) }
    list.isAnimating = true
    let share = Float(Motion.out(time / 1.6))
    ring(centerX, recordY, radius: (10 + 4 * share) * size, width: 0.4, .white.faded(0.5 * (1 - share)))
  }

  /// In their own names; those that do not fit are not shown.
  private mutating func languageChips() {
    guard settings.languages.count > 1 else { return }
    let y = hand - (isPortrait ? 55 : 13)
    let end = isPortrait ? width - 4 : centerX - 14
    var x: Float = 4
    for choice in settings.languages {
      let font = Font.text(3.4)
      // Targets are 12 high and wide at least, and 2.4 apart.
      let box = Box(x, y, max(12, textWidth(choice.name, font) + 7.2), 9)
      guard box.maxX <= end else { return }
      let isChosen = choice.tag == state.language
      pill(box, isChosen ? .solid(.white) : .smoke)
      text(
        choice.name, font, isChosen ? .ink : .white, x: box.centerX, centerY: box.centerY, .center, part: box)
      target(.language(choice.tag), box, radius: 4.5)
      x = box.maxX + 2.4
    }
  }

  // MARK: ready

  mutating func readyScreen() {
    guard state.camera.isLive else { return waitingCard() }
    entering(since: state.since, from: -2) { builder in
      builder.liveBadge()
      let meterWidth = builder.meter(isRecording: false)
      builder.readyPrompt(trailing: meterWidth)
    }
    startButton(.recordIdle)
    if state.offersNextCamera { entering(since: state.since, from: 2) { $0.nextCameraButton() } }
  }

  /// The one button; while another camera starts it waits for that.
  private mutating func startButton(_ label: Strings.Key) {
    if let problem = state.storageProblem {
      let reason: Strings.Key =
        switch problem {
        case .storage: .interruptedStorage
        case .diskGone: .interruptedDiskGone
        default: .interruptedDisk
        }
      return recordButton(.off(.warning), label: reason)
    }
    if let seen = state.changeSeen { changes(at: seen) }
    if let seen = state.changeSeen, now >= seen {
      recordButton(.off(.switchCamera), label: .recordFinishing)
    } else if state.areDevicesHeldUp {
      recordButton(.off(.warning), label: .recordHeldUp)
    } else {
      recordButton(.idle, label: label)
    }
  }

  private mutating func nextCameraButton() {
    let diameter: Float = isPortrait ? 14 : 12
    roundButton(
      .switchCamera, .switchCamera, isPortrait ? 16 : width - 10, isPortrait ? hand - 24 : hand - 10,
      diameter: diameter, iconSize: diameter == 14 ? 6.6 : 5.6)
  }

  private mutating func readyPrompt(trailing: Float) {
    let idle = (now - state.lastInput).seconds
    let asksAt = state.lastInput + MediaTime(seconds: KioskState.Times.readyAsks)
    let span = KioskState.Times.readyIdle - KioskState.Times.readyAsks
    if idle >= KioskState.Times.readyAsks {
      list.isAnimating = true
      return noticePill(strings[.stillThere], share: Motion.unit((KioskState.Times.readyIdle - idle) / span))
    }
    changes(at: asksAt)
    prompt(
      currentPrompt, leading: isTestCamera ? 4 + testCameraWidth : 27, trailing: trailing,
      hasNext: settings.prompts.count > 1)
  }

  private var currentPrompt: String {
    settings.prompts.isEmpty ? "" : settings.prompts[state.promptIndex % settings.prompts.count]
  }

  // MARK: countdown

  mutating func countdownScreen() {
    liveBadge()
    countdownLeader()
    let length = state.countdownLength.seconds
    let left = Motion.unit((state.countdownEnd - now).seconds / length)
    list.isAnimating = true
    recordButton(.countdown(ringShare(left, of: length)), label: .recordCancel)
  }

  /// With reduced motion rings go in steps of a second.
  private func ringShare(_ share: Double, of length: Double) -> Double {
    settings.reducedMotion ? Motion.unit((share * length).rounded(.up) / length) : share
  }

  // MARK: recording

  mutating func recordingScreen() {
    let time = state.recording.time(at: now)
    let left = state.recording.timeLeft(at: now)
    entering(since: state.since, from: -2) { builder in
      let recEnd = builder.recBadge(time: time)
      if builder.isTestCamera {
        let widest = builder.isPortrait ? builder.width - recEnd - 31.8 : 60
        builder.testCameraBadge(leading: recEnd + 2.4, y: builder.lensY, widest: widest)
      }
      let meterWidth = builder.meter(isRecording: true)
      if let left, left <= 3, left > 0 {
        builder.lastSeconds(left)
      } else {
        let badge = builder.isTestCamera ? builder.testCameraWidth + 2.4 : 0
        let words = builder.state.recording.isPaused ? builder.strings[.paused] : builder.currentPrompt
        builder.prompt(words, leading: recEnd + badge, trailing: meterWidth, hasNext: false)
      }
    }
    if let start = state.recording.start, !state.recording.isPaused {
      changes(at: start + MediaTime(seconds: time.rounded(.down) + 1))
    }
    let rest = left.map { left in
      let whole = max(time + left, 0.001)
      return RecordLook.TimeLeft(share: ringShare(left / whole, of: whole), seconds: left)
    }
    recordButton(
      .recording(time: state.recording.isPaused ? nil : time, left: rest), label: .recordStop)
    entering(since: state.since, from: 2) { builder in
      if let left { builder.timeLeft(left) }
      if builder.settings.hasPauseButton { builder.pauseButton() }
    }
  }

  /// As far from the record button as the time left, on its other side.
  private mutating func pauseButton() {
    let (x, diameter): (Float, Float) = isPortrait ? (centerX - 28, 14) : (centerX - 22, 12)
    roundButton(.pauseRecording, state.recording.isPaused ? .play : .pause, x, recordY, diameter: diameter)
  }

  private mutating func timeLeft(_ left: Double) {
    // Rounded up: it shows 0:01 until the end, and 0:00 never.
    let clock = strings.clock(left.rounded(.up))
    let digits = Font.display(5.2, .semibold)
    let words = fitted(.text(3.4, .medium), strings[.left], width: 14)
    let high: Float = isPortrait ? 10 : 11
    let clockWidth = textWidth(clock, digits, inCells: true)
    let content = clockWidth + 1.2 + textWidth(strings[.left], words)
    let wide = max(isPortrait ? 26 : 24, content + 7.6)
    let box =
      isPortrait
      ? Box(centerX - wide / 2, hand - 51, wide, high) : Box(centerX + 14, recordY - high / 2, wide, high)
    pill(box, .smoke)
    let x = box.centerX - content / 2
    text(clock, digits, left <= 10 ? .amber : .white, x: x, centerY: box.centerY, inCells: true, part: box)
    text(
      strings[.left], words, .mist, x: x + clockWidth + 1.2,
      baseline: box.centerY + style(digits).baselineOffset / metrics.unit, part: box)
  }

  // MARK: finishing

  mutating func finishingScreen() {
    liveBadge()
    recordButton(.finishing, label: .recordFinishing)
  }
}

internal import RetakeMedia

// Cards say in two sentences what is safe and what happens.
extension ScreenBuilder {
  /// Between two answers: room for the focus ring, which must not seem to belong to both.
  private static let answersGap: Float = 4

  /// Words of a card.
  private struct CardLook {
    /// nil for a spinner.
    var icon: Icon?
    var title: String
    var line: String
    /// The line is for whoever looks after the machine: it steps back.
    var isForHost = false
    /// Something is being done about it by itself.
    var isBusy = false

    var textSize: Float { isForHost ? 3 : 3.6 }
    var lineHeight: Float { textSize * 1.38 }
  }

  /// Icon, title, two lines of text.
  private mutating func card(_ look: CardLook, in box: Box) {
    let set = cardLines(look, width: box.width)
    panel(box, radius: 4, .card)
    if let symbol = look.icon {
      disc(box.centerX, box.y + 14, radius: 8, .amber.faded(0.16))
      icon(symbol, box.centerX, box.y + 14, size: 8.4, .amber)
      if look.isBusy {
        list.isAnimating = true
        arc(box.centerX, box.y + 14, radius: 9, width: 0.6, from: turn, sweep: 100.0 / 360, .white)
      }
    } else {
      spinner(box.centerX, box.y + 14, .white, size: 2)
    }
    let space = box.width - 12
    var title = Font.display(6)
    while textWidth(look.title, title) > space, title.size > 4.4 { title.size *= 0.97 }
    text(look.title, title, .white, x: box.centerX, baseline: box.y + 31, .center, part: box)
    for (index, line) in set.lines.enumerated() {
      text(
        line, set.font, look.isForHost ? .fog : .mist, x: box.centerX,
        baseline: box.y + 38.4 + Float(index) * look.lineHeight, .center, part: box)
    }
  }

  private func cardLines(_ look: CardLook, width: Float) -> (lines: [String], font: Font) {
    fittedLines(look.line, .text(look.textSize, .medium), width: width - 12)
  }

  /// What the machine does by itself; `share`: what is left until then, nil where nobody knows.
  private mutating func statusPill(_ words: String, y: Float, share: Double? = nil) {
    let font = fitted(.text(3.4, .medium), words, width: width - 8 - 14.5)
    let wide = 9.5 + textWidth(words, font) + 5
    let box = Box(centerX - wide / 2, y, wide, 9)
    pill(box, .smoke)
    if let share {
      countRing(box.x + 5.3, box.centerY, diameter: 4, share: share)
    } else {
      spinner(box.x + 5.3, box.centerY, .white)
    }
    text(words, font, .white, x: box.x + 9.5, centerY: box.centerY, part: box)
  }

  // MARK: interrupted

  mutating func interruptedScreen() {
    let wide = isPortrait ? width - 8 : 104
    let high: Float = isPortrait && state.take != nil ? 79 + Self.answersGap : 66
    let box = Box(centerX - wide / 2, max(8, (height - high) / 2 - 4), wide, high)
    entering(since: state.since, from: 3) { builder in
      builder.card(builder.interruptedLook, in: box)
      builder.interruptedActions(box)
    }
    interruptedStatus(y: min(box.maxY + 6, height - 13))
  }

  /// What is waited for, and that it has come.
  private mutating func interruptedStatus(y: Float) {
    let isOfCamera = state.interruption?.isOfCamera == true
    if let mended = state.mendedSince {
      let end = state.cardEnd ?? now
      if settings.reducedMotion { changes(at: now + MediaTime(seconds: 1)) } else { list.isAnimating = true }
      let left = (end - now).seconds / max((end - mended).seconds, 0.001)
      statusPill(strings[isOfCamera ? .cameraIsBack : .diskIsBack], y: y, share: Motion.unit(left))
    } else if isOfCamera {
      statusPill(strings[.lookingForCamera], y: y)
    }
  }

  private var interruptedLook: CardLook {
    let safe = state.take.map { Int($0.duration.seconds.rounded()) }
    let isMended = state.mendedSince != nil
    func line(_ key: Strings.Key, nothing: Strings.Key = .interruptedNothingLine) -> String {
      safe.map { strings[isMended ? .interruptedSafeLine : key, max($0, 1)] } ?? strings[nothing]
    }
    let reason = state.interruption ?? .failure
    let title = strings[reason.title]
    return switch reason {
    case .camera, .cameraSilent: CardLook(icon: .cameraOff, title: title, line: line(.interruptedCameraLine))
    case .diskGone:
      CardLook(
        icon: .usb, title: title,
        line: strings[isMended ? .interruptedDiskBackLine : .interruptedDiskGoneLine])
    case .storage, .disk:
      // Another try would end in the same way.
      CardLook(
        icon: .warning, title: title,
        line: line(.interruptedSafeLine, nothing: .interruptedNothingStoredLine))
    case .sleep, .failure: CardLook(icon: .warning, title: title, line: line(.interruptedSafeLine))
    }
  }

  private mutating func interruptedActions(_ box: Box) {
    // The hand goes to the lighter one.
    let watch = PillLook(
      icon: .play, word: strings[.watchIt], material: .solid(.white), content: .ink, textSize: 4.2)
    var again = PillLook(
      icon: .retake, word: strings[.startAgain], material: .solid(.slate), content: .white, textSize: 4.2)
    let inner = box.width - 8
    guard state.take != nil else {
      (again.material, again.content) = (.solid(.white), .ink)
      return pill(.startAgain, Box(box.x + 4, box.maxY - 17, inner, 13), again)
    }
    if isPortrait {
      pill(.watchTake, Box(box.x + 4, box.maxY - 30 - Self.answersGap, inner, 13), watch)
      pill(.startAgain, Box(box.x + 4, box.maxY - 17, inner, 13), again)
    } else {
      let half = (inner - Self.answersGap) / 2
      pill(.watchTake, Box(box.x + 4, box.maxY - 17, half, 13), watch)
      pill(.startAgain, Box(box.x + 4 + half + Self.answersGap, box.maxY - 17, half, 13), again)
    }
  }

  // MARK: waiting for a camera

  /// Most cameras are there before a card could be read.
  mutating func startingScreen() {
    guard !settings.isPlayer else { return }
    let shownFrom = state.since + MediaTime(seconds: 0.6)
    changes(at: shownFrom)
    if now >= shownFrom { waitingCard() }
  }

  /// No picture: a sentence for the guest, the reason in small for the host, and the button off.
  mutating func waitingCard() {
    let look = waitingLook
    let wide = isPortrait ? width - 8 : 104
    let high = 44.4 + Float(cardLines(look, width: wide).lines.count - 1) * look.lineHeight
    // In landscape between the event and the button.
    let top = isPortrait ? (height - high) * 0.3 : max(4, (recordY - 10.4 - high) / 2)
    let box = Box(centerX - wide / 2, top, wide, high)
    card(look, in: box)
    let isStarting = state.camera == .opening
    recordButton(.off(isStarting ? .video : .cameraOff), label: offReason)
  }

  /// Why the button is off, in two or three words.
  private var offReason: Strings.Key {
    switch state.camera {
    case .opening, .live: .recordFinishing
    case .missing(.switchedOff): .recordOffSwitchedOff
    case .missing(.notFound): .recordOffNotFound
    case .missing(.busy): .recordOffBusy
    case .missing(.notPermitted): .recordOffNotPermitted
    case .missing(.unplugged): .recordOffUnplugged
    case .missing(.silent): .recordOffSilent
    case .missing(.busFull): .recordOffBusFull
    }
  }

  private var isLooking: Bool {
    switch state.camera {
    case .missing(.switchedOff), .missing(.notPermitted), .opening, .live: false
    case .missing: true
    }
  }

  private var waitingLook: CardLook {
    let (icon, title, line): (Icon?, Strings.Key, Strings.Key) =
      switch state.camera {
      case .opening, .live: (nil, .startingTitle, .startingLine)
      case .missing(.switchedOff): (.cameraOff, .cameraOffTitle, .cameraOffLine)
      case .missing(.notFound): (.cameraOff, .cameraNotFoundTitle, .cameraNotFoundLine)
      case .missing(.busy): (.cameraOff, .cameraBusyTitle, .cameraBusyLine)
      case .missing(.notPermitted): (.lock, .cameraNotPermittedTitle, .cameraNotPermittedLine)
      case .missing(.unplugged): (.cameraOff, .cameraUnpluggedTitle, .cameraUnpluggedLine)
      case .missing(.silent): (.cameraOff, .cameraSilentTitle, .cameraSilentLine)
      case .missing(.busFull): (.usb, .cameraBusFullTitle, .cameraBusFullLine)
      }
    return CardLook(
      icon: icon, title: strings[title], line: waitingParty ?? strings[line], isForHost: icon != nil,
      isBusy: isLooking)
  }

  /// The reason with the name of who or what stands in the way, where that is known.
  private var waitingParty: String? {
    // What stands in brackets, the number of the process, is for the log.
    guard let party = state.cameraParty?.split(separator: " (").first.map(String.init) else { return nil }
    return switch state.camera {
    case .missing(.busy): strings[.cameraBusyPartyLine, name: party]
    case .missing(.notPermitted): strings[.cameraNotPermittedPartyLine, name: party]
    default: nil
    }
  }

  // MARK: the quit dialog

  mutating func quitDialog() {
    guard let since = state.dialogSince else { return }
    // Nothing under it can be touched.
    list.targets = []
    let share = Float(Motion.out(progress(since: since, for: 0.24)))
    add(.fill(wholeScreen, Color.ink.faded(0.60 * share)))
    entering(since: since, from: 3) { $0.dialogCard() }
    changes(at: max(since, state.lastInput) + MediaTime(seconds: KioskState.Times.dialogIdle))
  }

  private mutating func dialogCard() {
    // The hand goes to the lighter one.
    let safe = PillLook(
      icon: nil, word: strings[.quitSafe], material: .solid(.white), content: .ink, textSize: 3.5)
    let act = PillLook(
      icon: nil, word: strings[.quitAct], material: .solid(.coal), content: .white, textSize: 3.5)
    let title = Font.display(4.6)
    let body = Font.text(3.2, .medium)
    let half = max(27, pillWidth(safe, height: 12, fit: .tight), pillWidth(act, height: 12, fit: .tight))
    let words = max(textWidth(strings[.quitTitle], title), textWidth(strings[.quitLine], body)) + 8
    let pads = 6 + Self.answersGap
    let wide = min(max(62, 2 * half + pads, words), width - 8)
    let box = Box(centerX - wide / 2, (height - 37) / 2, wide, 37)
    panel(box, radius: 4, .dialog)
    text(strings[.quitTitle], title, .white, x: box.centerX, baseline: box.y + 9.5, .center, part: box)
    text(
      strings[.quitLine], fitted(body, strings[.quitLine], width: wide - 6), .mist, x: box.centerX,
      baseline: box.y + 15.8, .center, part: box)
    let inner = (wide - pads) / 2
    pill(.dialogSafe, Box(box.x + 3, box.y + 22, inner, 12), safe)
    pill(.dialogAct, Box(box.maxX - 3 - inner, box.y + 22, inner, 12), act)
  }
}

extension KioskState.Interruption {
  /// What has happened, in a few words.
  var title: Strings.Key {
    switch self {
    case .camera: .interruptedCamera
    case .cameraSilent: .interruptedCameraSilent
    case .sleep: .interruptedSleep
    case .storage: .interruptedStorage
    case .disk: .interruptedDisk
    case .diskGone: .interruptedDiskGone
    case .failure: .interruptedFailure
    }
  }
}

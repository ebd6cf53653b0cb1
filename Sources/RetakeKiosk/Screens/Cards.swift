internal import RetakeMedia

// Cards say in two sentences what is safe and what happens.
extension ScreenBuilder {
  /// Words of a card.
  private struct CardLook {
    /// nil for a spinner.
    var icon: Icon?
    var title: String
    var line: String
  }

  /// Icon, title, up to three lines of text. Returns the box and where the text ends.
  @discardableResult
  private mutating func card(_ look: CardLook, in box: Box) -> Float {
    panel(box, radius: 4, .card)
    if let symbol = look.icon {
      disc(box.centerX, box.y + 14, radius: 8, .amber.faded(0.16))
      icon(symbol, box.centerX, box.y + 14, size: 8.4, .amber)
    } else {
      spinner(box.centerX, box.y + 14, .white, size: 2)
    }
    let space = box.width - 12
    var title = Font.display(6)
    while textWidth(look.title, title) > space, title.size > 4.4 { title.size *= 0.97 }
    text(look.title, title, .white, x: box.centerX, baseline: box.y + 31, .center, part: box)
    let body = Font.text(3.6, .medium)
    let lines = wrapped(look.line, body, width: space, lines: 2)
    var font = body
    for line in lines { font = fitted(font, line, width: space) }
    for (index, line) in lines.enumerated() {
      text(line, font, .mist, x: box.centerX, baseline: box.y + 38.4 + Float(index) * 5, .center, part: box)
    }
    return box.y + 38.4 + Float(lines.count - 1) * 5
  }

  /// What the machine does by itself.
  private mutating func statusPill(_ words: String, y: Float) {
    let font = fitted(.text(3.4, .medium), words, width: width - 8 - 14.5)
    let wide = 9.5 + textWidth(words, font) + 5
    let box = Box(centerX - wide / 2, y, wide, 9)
    pill(box, .smoke)
    spinner(box.x + 5.3, box.centerY, .white)
    text(words, font, .white, x: box.x + 9.5, centerY: box.centerY, part: box)
  }

  // MARK: interrupted

  mutating func interruptedScreen() {
    let wide = isPortrait ? width - 8 : 104
    let high: Float = isPortrait && state.take != nil ? 81.4 : 66
    let box = Box(centerX - wide / 2, max(8, (height - high) / 2 - 4), wide, high)
    entering(since: state.since, from: 3) { builder in
      builder.card(builder.interruptedLook, in: box)
      builder.interruptedActions(box)
    }
    if state.interruption?.isOfCamera == true, !state.camera.isLive {
      statusPill(strings[.lookingForCamera], y: min(box.maxY + 6, height - 13))
    }
  }

  private var interruptedLook: CardLook {
    let safe = state.take.map { Int($0.duration.seconds.rounded()) }
    func line(_ key: Strings.Key) -> String {
      safe.map { strings[key, max($0, 1)] } ?? strings[.interruptedNothingLine]
    }
    return switch state.interruption {
    case .camera:
      CardLook(icon: .cameraOff, title: strings[.interruptedCamera], line: line(.interruptedCameraLine))
    case .cameraSilent:
      CardLook(
        icon: .cameraOff, title: strings[.interruptedCameraSilent], line: line(.interruptedCameraLine))
    case .sleep:
      CardLook(icon: .warning, title: strings[.interruptedSleep], line: line(.interruptedSafeLine))
    case .storage:
      CardLook(icon: .warning, title: strings[.interruptedStorage], line: line(.interruptedSafeLine))
    case .disk: CardLook(icon: .warning, title: strings[.interruptedDisk], line: line(.interruptedSafeLine))
    case .diskGone:
      CardLook(icon: .usb, title: strings[.interruptedDiskGone], line: strings[.interruptedDiskGoneLine])
    case .failure, nil:
      CardLook(icon: .warning, title: strings[.interruptedFailure], line: line(.interruptedSafeLine))
    }
  }

  private mutating func interruptedActions(_ box: Box) {
    let watch = PillLook(
      icon: .play, word: strings[.watchIt], material: .solid(.slate), content: .white, textSize: 4.2)
    let again = PillLook(
      icon: .retake, word: strings[.startAgain], material: .solid(.slate), content: .white, textSize: 4.2)
    let inner = box.width - 8
    guard state.take != nil else {
      return pill(.startAgain, Box(box.x + 4, box.maxY - 17, inner, 13), again)
    }
    if isPortrait {
      pill(.watchTake, Box(box.x + 4, box.maxY - 32.4, inner, 13), watch)
      pill(.startAgain, Box(box.x + 4, box.maxY - 17, inner, 13), again)
    } else {
      let half = (inner - 2.4) / 2
      pill(.watchTake, Box(box.x + 4, box.maxY - 17, half, 13), watch)
      pill(.startAgain, Box(box.x + 4 + half + 2.4, box.maxY - 17, half, 13), again)
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

  /// No picture: the reason, what is being done about it, and the button off.
  mutating func waitingCard() {
    let wide = isPortrait ? width - 8 : 104
    let high: Float = 49
    // In landscape it has to leave room for the status and the button.
    let top = isPortrait ? (height - high) * 0.3 : max(4, (recordY - 10.4 - high - 12.5) / 2)
    let box = Box(centerX - wide / 2, top, wide, high)
    card(waitingLook, in: box)
    if isLooking { statusPill(strings[.lookingForCamera], y: box.maxY + 2) }
    let isStarting = state.camera == .opening
    recordButton(.off(isStarting ? .video : .cameraOff), label: isStarting ? .recordFinishing : .recordOff)
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
    return CardLook(icon: icon, title: strings[title], line: waitingParty ?? strings[line])
  }

  /// The reason with the name of who or what stands in the way, where that is known.
  private var waitingParty: String? {
    guard let party = state.cameraParty else { return nil }
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
    let wide = min(max(62, 2 * half + 8.4, words), width - 8)
    let box = Box(centerX - wide / 2, (height - 37) / 2, wide, 37)
    panel(box, radius: 4, .dialog)
    text(strings[.quitTitle], title, .white, x: box.centerX, baseline: box.y + 9.5, .center, part: box)
    text(
      strings[.quitLine], fitted(body, strings[.quitLine], width: wide - 6), .mist, x: box.centerX,
      baseline: box.y + 15.8, .center, part: box)
    let inner = (wide - 8.4) / 2
    pill(.dialogSafe, Box(box.x + 3, box.y + 22, inner, 12), safe)
    pill(.dialogAct, Box(box.maxX - 3 - inner, box.y + 22, inner, 12), act)
  }
}

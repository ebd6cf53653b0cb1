internal import RetakeMedia

// What is read while looking at the camera: the top of the screen.
extension ScreenBuilder {
  /// Where the row of badge and meter stands.
  var lensY: Float { isPortrait ? 5 : 4.5 }

  // MARK: prompt

  /// A pill at the top, in the middle of what badge and meter leave free.
  /// - Parameters:
  ///   - leading, trailing: u taken at the sides of a landscape screen.
  ///   - hasNext: with the button for another question.
  mutating func prompt(_ words: String, leading: Float, trailing: Float, hasNext: Bool) {
    guard !words.isEmpty else { return }
    // The button's target reaches 1.5 u out of the pill; keep that free, too.
    let start = isPortrait ? 4 : leading + 2.4
    let end = isPortrait ? width - 4 : width - trailing - 2.4
    let single: Float = isPortrait ? 10 : 9
    let pads: Float = hasNext ? 4.2 + 12 : 8.4
    let space = end - start - pads
    guard space > 12 else { return }
    let set = fittedLines(words, .text(3.8), width: space)
    let long = set.lines.map { textWidth($0, set.font) }.max() ?? 0
    let pillWidth = min(long, space) + pads
    // In the middle of the screen where there is room for it, else in the middle of the gap.
    let middle = min(max(centerX, start + pillWidth / 2), end - pillWidth / 2)
    let high = set.lines.count > 1 ? Float(13) : single
    let box = Box(middle - pillWidth / 2, isPortrait ? 17 : 4, pillWidth, high)
    panel(box, radius: set.lines.count > 1 ? 4 : high / 2, .smoke)
    let textBox = Box(box.x + 4.2, box.y, pillWidth - pads, high)
    for (index, line) in set.lines.enumerated() {
      let offset = (Float(index) - Float(set.lines.count - 1) / 2) * set.font.size * 1.35
      text(line, set.font, .white, x: textBox.x, centerY: box.centerY + offset, part: box)
    }
    guard hasNext else { return }
    let (x, diameter) = (box.maxX - 4.5, Float(isPortrait ? 8 : 7))
    disc(x, box.centerY, radius: diameter / 2, .white.faded(isPressed(.nextPrompt) ? 0.3 : 0.16))
    icon(.next, x, box.centerY, size: 4, .white)
    target(.nextPrompt, Box(centerX: x, centerY: box.centerY, diameter: diameter), radius: diameter / 2)
  }

  /// A pill at the top that counts something down: `share` of the ring is left.
  mutating func noticePill(_ words: String, share: Double) {
    let high: Float = isPortrait ? 10 : 9
    let font = fitted(.text(3.8), words, width: width - 8 - 15)
    let box = Box(
      centerX - (textWidth(words, font) + 15) / 2, isPortrait ? 17 : 4, textWidth(words, font) + 15, high)
    pill(box, .smoke)
    countRing(box.x + 6, box.centerY, diameter: 4.4, share: share)
    text(words, font, .white, x: box.x + 10.6, centerY: box.centerY, part: box)
  }

  mutating func countRing(_ x: Float, _ y: Float, diameter: Float, share: Double) {
    ring(x, y, radius: diameter / 2, width: 0.6, .white.faded(0.25))
    arc(x, y, radius: diameter / 2, width: 0.6, sweep: share, .white)
  }

  // MARK: meter

  /// The level, or why there is none. Returns the u that it takes from the trailing edge.
  mutating func meter(isRecording: Bool) -> Float {
    let level = context.live.level
    let isMuted = state.isMicrophoneMuted
    let isMissing = state.microphone != .live
    let isSilent = isMissing || isRecording && level.isSilent && !isMuted
    let words = isMuted ? strings[.microphoneOff] : isSilent ? strings[.noSound] : nil
    let font = Font.text(3.2)
    let pillWidth = max(23, words.map { 9.5 + textWidth($0, font) + 3 } ?? 0)
    let box = Box(width - 4 - pillWidth, lensY, pillWidth, 8)
    pill(box, .smoke)
    icon(
      isMuted || isMissing ? .microphoneOff : .microphone, box.x + 4.9, box.centerY, size: 4.4,
      isSilent ? .amber : .white)
    if let words {
      text(words, font, isSilent ? .amber : .white, x: box.x + 8.5, centerY: box.centerY, part: box)
    } else {
      meterBars(box, level)
    }
    return pillWidth + 4
  }

  private mutating func meterBars(_ box: Box, _ level: LevelMeter.Reading) {
    // -48 to 0 dBFS in ten bars.
    func bars(_ decibels: Double) -> Int { Int(((decibels + 48) / 4.8).rounded(.up)) }
    let (lit, peak) = (bars(level.level), bars(level.peak))
    for bar in 1...10 {
      let isLit = bar <= lit || bar == peak
      let color: Color = bar == 10 ? .rose : bar >= 8 ? .amber : .white
      let rail = Box(box.x + 8.5 + Float(bar - 1) * 1.28, box.centerY - 1.6, 0.8, 3.2)
      panel(rail, radius: 0.4, .solid(isLit ? color : .white.faded(0.25)))
    }
  }

  // MARK: badges

  /// REC and the time of the take. Returns the u that it takes from the leading edge.
  mutating func recBadge(time: Double) -> Float {
    let clock = strings.clock(time)
    let timeFont = Font.text(4.4)
    let words = fitted(.text(3.6, .bold), strings[.rec], width: 8.2)
    let timeWidth = textWidth(clock, timeFont, inCells: true)
    let box = Box(4, lensY, max(34, 17.4 + 3 + timeWidth + 3.5), 8)
    pill(box, .smoke)
    panel(Box(box.x, box.y, 17.4, 8), radius: 4, .solid(.tally), corners: .left)
    // The dot beats with the button, also where nothing may move.
    if state.recording.isPaused {
      icon(.pause, box.x + 4.8, box.centerY, size: 3.2, .white)
    } else {
      let dot = 0.35 + 0.65 * (Motion.pulse(time) - 0.6) / 0.4
      if settings.reducedMotion { list.isAnimating = true }
      disc(box.x + 4.8, box.centerY, radius: 1.2, .white.faded(Float(dot)))
    }
    text(words: strings[.rec], words, box)
    text(
      clock, timeFont, .white, x: box.x + 17.4 + (box.width - 17.4) / 2 - timeWidth / 2, centerY: box.centerY,
      inCells: true, part: Box(box.x + 17.4, box.y, box.width - 17.4, 8))
    return box.maxX
  }

  private mutating func text(words: String, _ font: Font, _ box: Box) {
    text(words, font, .white, x: box.x + 7.2, centerY: box.centerY, part: Box(box.x, box.y, 17.4, 8))
  }

  /// The guest must not take the moving bars for a fault.
  mutating func testCameraBadge(leading: Float, y: Float, widest: Float) {
    let words = strings[.testCamera]
    let full = testCameraWidth
    let isTight = full > widest
    let pads: Float = isTight ? 1.9 : 2.5
    let font = fitted(.text(3.4), words, width: widest - pads - 4.2 - 1.2 - pads - 0.4)
    let box = Box(leading, y, isTight ? pads * 2 + 5.8 + textWidth(words, font) : full, 8)
    pill(box, .solid(.amber))
    icon(.warning, box.x + pads + 2.1, box.centerY, size: 4.2, .ink)
    text(words, font, .ink, x: box.x + pads + (isTight ? 5.4 : 5.5), centerY: box.centerY, part: box)
  }

  /// Icon and words, with as much room behind as before.
  var testCameraWidth: Float { 8 + textWidth(strings[.testCamera], .text(3.4)) + 3.4 }

  /// The event's logo, name and line. Returns where it ends; 0 where there is no event.
  mutating func eventPill() -> Float {
    guard !settings.eventName.isEmpty else { return 0 }
    let y: Float = isPortrait ? 5 : 4
    let space = width - 8 - 16
    let name = fitted(.text(3.6), settings.eventName, width: space)
    let line = fitted(.text(3, .medium), settings.eventLine, width: space)
    let long = max(textWidth(settings.eventName, name), textWidth(settings.eventLine, line))
    let box = Box(4, y, 16 + long, 11)
    pill(box, .smoke)
    disc(box.x + 5.5, box.centerY, radius: 4.4, .white)
    let initials = settings.eventName.split(separator: " ").prefix(2).compactMap(\.first).map(String.init)
      .joined()
    let mark = Box(centerX: box.x + 5.5, centerY: box.centerY, diameter: 8.8)
    text(
      initials.uppercased(), .text(3, .bold), .ink, x: mark.centerX, centerY: mark.centerY, .center,
      part: mark)
    let hasLine = !settings.eventLine.isEmpty
    text(
      settings.eventName, name, .white, x: box.x + 11.4,
      baseline: hasLine ? box.y + 4.9 : box.centerY + 0.364 * name.size, part: box)
    text(settings.eventLine, line, .mist, x: box.x + 11.4, baseline: box.y + 8.7, part: box)
    return box.maxX
  }
}

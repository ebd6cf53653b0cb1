internal import RetakeMedia

extension ScreenBuilder {
  /// Film leader: the disc that counts, beside the lens.
  mutating func countdownLeader() {
    let left = (state.countdownEnd - now).seconds
    let radius: Float = isPortrait ? 16 : 13
    let center = leaderCenter(radius)
    unmirrored { builder in
      builder.leaderDisc(center.x, center.y, radius: radius)
      if builder.settings.countdown > KioskState.Times.startCue {
        builder.leaderDigit(left, center.x, center.y, radius: radius)
      }
    }
    if settings.lens == .top { lookHere(radius: radius) }
  }

  private func leaderCenter(_ radius: Float) -> (x: Float, y: Float) {
    switch settings.lens {
    case .top: (centerX, 17)
    case .bottom: (centerX, recordY - recordDiameter / 2 - 2.4 - radius)
    case .left: (4 + radius, height * 0.4)
    case .right: (width - 4 - radius, height * 0.4)
    }
  }

  private mutating func leaderDisc(_ x: Float, _ y: Float, radius: Float) {
    disc(x, y, radius: radius, .ink.faded(0.76))
    if !settings.reducedMotion {
      // Once a second round, beginning with each number.
      let left = (state.countdownEnd - now).seconds
      let sweep = left.rounded(.up) - left
      add(
        .wedge(
          center: point(x, y), radius: (radius - 0.3) * metrics.unit, from: 0,
          sweep: Float(Motion.unit(sweep)),
          Color.white.faded(0.2 * alpha)))
      list.isAnimating = true
    }
    ring(x, y, radius: radius - 0.3, width: 0.6, .white)
    ring(x, y, radius: radius - 2.4, width: 0.25, .white.faded(0.55))
  }

  /// The number, a little too large when it comes, gone before the next.
  private mutating func leaderDigit(_ left: Double, _ x: Float, _ y: Float, radius: Float) {
    let number = max(1, Int(left.rounded(.up)))
    let since = Double(number) - left
    changes(at: state.countdownEnd - MediaTime(seconds: Double(number - 1)))
    let come = settings.reducedMotion ? 1 : Motion.out(since / 0.2)
    let go = settings.reducedMotion ? 1 : Motion.unit((1 - since) / 0.15)
    let string = strings.localized(String(number))
    let share: Float = string.count > 1 ? 0.5 : 0.68
    let box = Box(centerX: x, centerY: y, diameter: radius * 2)
    faded(by: Float(come * go)) { builder in
      builder.text(
        string, .display(share * radius * 2, .semibold), .white, x: x, centerY: y, .center, inCells: true,
        scale: Float(1.18 - 0.18 * come), part: box)
    }
  }

  private mutating func lookHere(radius: Float) {
    let words = strings[.lookHere]
    let font = fitted(.text(3.8), words, width: width - 4 - (centerX + radius + 2.5) - 11)
    let box = Box(centerX + radius + 2.5, 11.8, 7.8 + textWidth(words, font) + 3.2, 8)
    // An optional part: without room for it the disc says enough.
    guard box.maxX <= width - 4 else { return }
    pill(box, .smoke)
    icon(.back, box.x + 4.2, box.centerY, size: 4.2, .white)
    text(words, font, .white, x: box.x + 7.8, centerY: box.centerY, part: box)
  }

  /// The last three seconds before a limit: the same disc, small, the number alone.
  mutating func lastSeconds(_ left: Double) {
    let center = settings.lens == .top ? (x: centerX, y: Float(isPortrait ? 22 : 11)) : leaderCenter(8)
    unmirrored { builder in
      builder.disc(center.x, center.y, radius: 8, .ink.faded(0.76))
      builder.ring(center.x, center.y, radius: 7.7, width: 0.6, .white)
      let string = builder.strings.localized(String(max(1, Int(left.rounded(.up)))))
      let box = Box(centerX: center.x, centerY: center.y, diameter: 16)
      builder.text(
        string, .display(0.68 * 16, .semibold), .white, x: center.x, centerY: center.y, .center,
        inCells: true,
        part: box)
    }
  }
}

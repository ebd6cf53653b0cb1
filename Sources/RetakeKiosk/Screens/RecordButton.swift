internal import RetakeMedia

/// The states of the one button.
enum RecordLook: Hashable {
  case idle
  /// The share still to wait.
  case countdown(Double)
  /// Seconds of the take, nil while it is paused, and what is left where there is a limit.
  case recording(time: Double?, left: TimeLeft?)
  case finishing
  case off(Icon)

  /// What is left of a take that has a limit.
  struct TimeLeft: Hashable {
    /// 1 at the start to 0.
    var share: Double
    var seconds: Double
  }
}

extension ScreenBuilder {
  var recordDiameter: Float { isPortrait ? 24 : 20 }
  /// The same on every screen that has the button.
  var recordY: Float { hand - (isPortrait ? 24 : 17.5) }

  mutating func recordButton(_ look: RecordLook, label: Strings.Key) {
    unmirrored { builder in
      builder.recordDisc(look)
      let words = builder.strings[label]
      let font = builder.fitted(.text(builder.isPortrait ? 4 : 3.4), words, width: 40)
      let baseline = builder.hand - (builder.isPortrait ? 5.4 : 3)
      let part = Box(builder.centerX - 20, baseline - 4, 40, 6)
      builder.text(words, font, .white, x: builder.centerX, baseline: baseline, .center, part: part)
    }
  }

  private mutating func recordDisc(_ look: RecordLook) {
    let (x, y, size) = (centerX, recordY, recordDiameter / 20)
    let ringRadius = 9.4 * size
    let ringWidth = 1.2 * size
    disc(x, y, radius: 10 * size, .ink.faded(0.45))
    ring(x, y, radius: 10.2 * size, width: 0.4, .ink.faded(0.35))
    switch look {
    case .idle:
      ring(x, y, radius: ringRadius, width: ringWidth, .white)
      let scale = pressScale(.record, 0.92)
      disc(x, y, radius: 7.6 * size * scale, isPressed(.record) ? .tallyPress : .tally)
    case .countdown(let share):
      ring(x, y, radius: ringRadius, width: ringWidth, .white.faded(0.3))
      arc(x, y, radius: ringRadius, width: ringWidth, from: 1 - share, sweep: share, .white)
      icon(.close, x, y, size: 7.5 * size * pressScale(.record, 0.92), .white)
    case .recording(let time, let left):
      timeRing(x, y, radius: ringRadius, width: ringWidth, left)
      recordingCore(x, y, size, time)
    case .finishing:
      ring(x, y, radius: ringRadius, width: ringWidth, .white.faded(0.3))
      // Shown only when it takes time: what is done at once needs no spinner.
      if age >= 0.15 {
        arc(x, y, radius: ringRadius, width: ringWidth, from: turn, sweep: 100.0 / 360, .white)
      }
      list.isAnimating = true
      stopSquare(x, y, size, .white.faded(0.5))
    case .off(let symbol):
      ring(x, y, radius: ringRadius, width: ringWidth, .white.faded(0.35))
      disc(x, y, radius: 7.6 * size, .steel)
      icon(symbol, x, y, size: 7 * size, .white)
      return
    }
    guard look != .finishing else { return }
    let shape = Box(centerX: x, centerY: y, diameter: 20 * size)
    target(.record, shape, radius: 10 * size, least: 26 + (size > 1 ? 4 : 0))
  }

  /// What is left, from 12 o'clock; its clockwise end comes back to it.
  private mutating func timeRing(
    _ x: Float, _ y: Float, radius: Float, width: Float, _ left: RecordLook.TimeLeft?
  ) {
    guard let left else { return ring(x, y, radius: radius, width: width, .white) }
    ring(x, y, radius: radius, width: width, .white.faded(0.3))
    arc(x, y, radius: radius, width: width, sweep: left.share, left.seconds <= 10 ? .amber : .white)
  }

  private mutating func recordingCore(_ x: Float, _ y: Float, _ size: Float, _ time: Double?) {
    var pulse = 1.0
    if let time, !settings.reducedMotion {
      pulse = Motion.pulse(time)
      list.isAnimating = true
    }
    let isDown = isPressed(.record)
    disc(x, y, radius: 7.6 * size * Float(pulse) * pressScale(.record, 0.92), isDown ? .tallyPress : .tally)
    stopSquare(x, y, size * Float(Motion.out(progress(since: state.since, for: 0.24))), .white)
  }

  /// Does not pulse.
  private mutating func stopSquare(_ x: Float, _ y: Float, _ size: Float, _ color: Color) {
    guard size > 0.02 else { return }
    panel(Box(centerX: x, centerY: y, diameter: 4.8), radius: 0.9, .solid(color), scale: size)
  }
}

internal import RetakeMedia

extension ScreenBuilder {
  /// Makes `box` answer to touch, at least `least` u wide and high, and `slop` u around it.
  mutating func target(
    _ control: Control, _ box: Box, radius: Float, least: Float = 12, slop: Float = 0,
    track: SliderTrack? = nil
  ) {
    let wide = max(box.width, least)
    let high = max(box.height, least)
    let area = Box(box.centerX - wide / 2, box.centerY - high / 2, wide, high)
    list.targets.append(
      HitTarget(
        control, rect: rect(area), slop: (slop * metrics.unit).rounded(.down), track: track, shape: rect(box),
        radius: radius * metrics.unit))
  }

  func isPressed(_ control: Control) -> Bool {
    state.pressed == control
  }

  /// How large a control is drawn while the finger is on it, and when it has left it.
  mutating func pressScale(_ control: Control, _ pressed: Float) -> Float {
    guard !settings.reducedMotion else { return 1 }
    if isPressed(control) {
      return 1 - (1 - pressed) * Float(Motion.out(progress(since: state.pressedSince, for: 0.08)))
    }
    guard state.released == control else { return 1 }
    return pressed + (1 - pressed) * Float(Motion.out(progress(since: state.releasedSince, for: 0.16)))
  }

  /// A pill with an icon and a word.
  struct PillLook {
    var icon: Icon?
    var word: String
    var material: Material
    var content: Color
    var iconColor: Color?
    /// u; nil for .42 of the height.
    var iconSize: Float?
    /// u; nil for .31 of the height.
    var textSize: Float?
  }

  /// How a pill deals with its word.
  enum PillFit {
    case loose
    /// Pads of .24 of the height.
    case tight
    /// The icon above the word.
    case stacked
  }

  func pillWidth(_ look: PillLook, height: Float, fit: PillFit = .loose) -> Float {
    let font = Font.text(look.textSize ?? 0.31 * height)
    switch fit {
    case .stacked: return max(height, textWidth(look.word, .text(3.2)) + 0.48 * height)
    case .loose, .tight:
      let pads: Float = fit == .tight ? 0.48 : 0.76
      let icon = look.icon == nil ? 0 : (look.iconSize ?? 0.42 * height) + 0.15 * height
      return pads * height + icon + textWidth(look.word, font)
    }
  }

  /// Draws it, icon and word centred in `box`; pressed it gets lighter (light ones darker) and smaller.
  mutating func pill(
    _ control: Control?, _ box: Box, _ look: PillLook, fit: PillFit = .loose, spins: Bool = false
  ) {
    let scale = control.map { pressScale($0, 0.97) } ?? 1
    pill(box, look.material, scale: scale)
    if let control {
      if isPressed(control) {
        let isLight = look.content == .ink
        pill(box, .solid((isLight ? Color.ink : .white).faded(0.14)), scale: scale)
      }
      target(control, box, radius: box.height / 2)
    }
    let iconColor = look.iconColor ?? look.content
    if fit == .stacked, let symbol = look.icon {
      let font = fitted(.text(3.2), look.word, width: box.width - 0.3 * box.height)
      icon(symbol, box.centerX, box.y + 0.36 * box.height, size: 4.6, iconColor)
      return text(
        look.word, font, look.content, x: box.centerX, centerY: box.y + 0.72 * box.height, .center, part: box)
    }
    let iconSize = look.icon == nil && !spins ? 0 : (look.iconSize ?? 0.42 * box.height)
    let gap = iconSize == 0 ? 0 : 0.15 * box.height
    let space = box.width - 0.48 * box.height - iconSize - gap
    let font = fitted(.text(look.textSize ?? 0.31 * box.height), look.word, width: space)
    let content = iconSize + gap + textWidth(look.word, font)
    let start = box.centerX - content / 2
    if spins {
      spinner(start + iconSize / 2, box.centerY, look.content)
    } else if let symbol = look.icon {
      icon(symbol, start + iconSize / 2, box.centerY, size: iconSize, iconColor)
    }
    text(look.word, font, look.content, x: start + iconSize + gap, centerY: box.centerY, part: box)
  }

  /// A round button of glass.
  mutating func roundButton(
    _ control: Control, _ symbol: Icon, _ x: Float, _ y: Float, diameter: Float, iconSize: Float? = nil,
    slop: Float = 0, track: SliderTrack? = nil
  ) {
    let box = Box(centerX: x, centerY: y, diameter: diameter)
    let scale = pressScale(control, 0.94)
    pill(box, .haze, scale: scale)
    if isPressed(control) { pill(box, .solid(.white.faded(0.24)), scale: scale) }
    icon(symbol, x, y, size: iconSize ?? diameter / 2, .white)
    target(control, box, radius: diameter / 2, least: 9, slop: slop, track: track)
  }

  /// Something is being done and nobody knows how long it takes.
  mutating func spinner(_ x: Float, _ y: Float, _ color: Color, size: Float = 1) {
    ring(x, y, radius: 2 * size, width: 0.6 * size, color.faded(0.25))
    list.isAnimating = true
    arc(x, y, radius: 2 * size, width: 0.6 * size, from: turn, sweep: 100.0 / 360, color)
  }

  /// One turn a second.
  var turn: Double {
    let seconds = (now - state.since).seconds
    return seconds - seconds.rounded(.down)
  }
}

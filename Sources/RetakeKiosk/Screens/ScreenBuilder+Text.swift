/// A font in u.
struct Font: Hashable {
  var face: TextStyle.Face
  var weight: TextStyle.Weight
  /// The em, u.
  var size: Float

  static func text(_ size: Float, _ weight: TextStyle.Weight = .semibold) -> Font {
    Font(face: .text, weight: weight, size: size)
  }

  static func display(_ size: Float, _ weight: TextStyle.Weight = .bold) -> Font {
    Font(face: .display, weight: weight, size: size)
  }

  func scaled(by factor: Float) -> Font {
    Font(face: face, weight: weight, size: size * factor)
  }
}

extension ScreenBuilder {
  /// The smallest text, px: below it the size is raised, not the layout.
  static let smallestText: Float = 14
  /// How far text may shrink before it has to wrap.
  static let smallestShare: Float = 0.85

  func style(_ font: Font) -> TextStyle {
    TextStyle(
      font.face, font.weight, size: max((font.size * metrics.unit).rounded(.down), Self.smallestText))
  }

  /// In u.
  func textWidth(_ string: String, _ font: Font, inCells: Bool = false) -> Float {
    let style = style(font)
    let width =
      inCells
      ? context.measurer.cellWidth(of: string, style: style)
      : context.measurer.width(of: string, style: style)
    return width / metrics.unit
  }

  /// The font, smaller where `string` would not fit `width` u, down to 85 %.
  func fitted(_ font: Font, _ string: String, width: Float) -> Font {
    var font = font
    let smallest = font.size * Self.smallestShare
    while textWidth(string, font) > width, font.size > smallest {
      font.size = max(font.size * 0.97, smallest)
    }
    return font
  }

  /// Breaks at spaces into lines of at most `width` u; the last takes what is left.
  func wrapped(_ string: String, _ font: Font, width: Float, lines limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in string.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if !line.isEmpty, lines.count < limit - 1, textWidth(longer, font) > width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    if !line.isEmpty { lines.append(line) }
    return balanced(lines, font, width: width)
  }

  /// Two lines of about the same length read better than a long one and a word; best is one sentence on each, and
  /// a lonely letter belongs to what follows it.
  private func balanced(_ lines: [String], _ font: Font, width: Float) -> [String] {
    guard lines.count == 2 else { return lines }
    let words = lines.joined(separator: " ").split(separator: " ")
    let splits = (1..<words.count).map { index in
      [words[..<index].joined(separator: " "), words[index...].joined(separator: " ")]
    }
    func badness(_ lines: [String]) -> Float {
      let longest = lines.map { textWidth($0, font) }.max() ?? 0
      if longest > width { return longest * 2 }
      if lines[0].hasSuffix(".") { return longest * 0.7 }
      return lines[0].dropLast().last == " " ? longest * 1.2 : longest
    }
    return splits.min { badness($0) < badness($1) } ?? lines
  }

  /// Text in one or two lines: one where it fits at 85 % or more.
  func fittedLines(_ string: String, _ font: Font, width: Float) -> (lines: [String], font: Font) {
    let single = fitted(font, string, width: width)
    if textWidth(string, single) <= width { return ([string], single) }
    let lines = wrapped(string, font, width: width, lines: 2)
    var smaller = font
    for line in lines { smaller = fitted(smaller, line, width: width) }
    return (lines, smaller)
  }

  /// Where a line stands at its anchor, in the reading direction.
  enum Anchor {
    case leading, center, trailing
  }

  /// One line; `x` and `baseline` in u, `part` what it belongs to.
  mutating func text(
    _ string: String, _ font: Font, _ color: Color, x: Float, baseline: Float, _ anchor: Anchor = .leading,
    inCells: Bool = false, scale: Float = 1, part: Box
  ) {
    guard !string.isEmpty else { return }
    var anchorPoint = point(x, baseline)
    anchorPoint.y = anchorPoint.y.rounded()
    if anchor != .center { anchorPoint.x = anchorPoint.x.rounded() }
    let alignment: TextCommand.Alignment =
      switch anchor {
      case .center: .center
      case .leading: isMirroring ? .right : .left
      case .trailing: isMirroring ? .left : .right
      }
    add(
      .text(
        TextCommand(
          string, style: style(font), color: color.faded(alpha), anchor: anchorPoint, alignment: alignment,
          inCells: inCells, scale: scale, part: rect(part))))
  }

  /// One line whose capitals stand centred on `centerY`.
  mutating func text(
    _ string: String, _ font: Font, _ color: Color, x: Float, centerY: Float, _ anchor: Anchor = .leading,
    inCells: Bool = false, scale: Float = 1, part: Box
  ) {
    text(
      string, font, color, x: x, baseline: centerY + style(font).baselineOffset / metrics.unit, anchor,
      inCells: inCells, scale: scale, part: part)
  }
}

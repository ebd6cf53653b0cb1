/// A line of text.
package struct TextCommand: Hashable, Sendable {
  /// What `anchor.x` is of the line. Absolute: mirroring has been done.
  package enum Alignment: Sendable {
    case left
    case center
    case right
  }

  package var string: String
  package var style: TextStyle
  package var color: Color
  /// On the baseline.
  package var anchor: ScreenPoint
  package var alignment: Alignment
  /// Digits in cells of one width (times): `TextMeasurer.cellWidth` is its width.
  package var inCells: Bool
  /// Drawn scaled round the middle of its cap height; the style's size stays, so that the glyphs are made once.
  package var scale: Float
  /// The part that the text belongs to and must not leave, for tests.
  package var part: ScreenRect

  package init(
    _ string: String, style: TextStyle, color: Color, anchor: ScreenPoint, alignment: Alignment,
    inCells: Bool = false, scale: Float = 1, part: ScreenRect
  ) {
    self.string = string
    self.style = style
    self.color = color
    self.anchor = anchor
    self.alignment = alignment
    self.inCells = inCells
    self.scale = scale
    self.part = part
  }
}

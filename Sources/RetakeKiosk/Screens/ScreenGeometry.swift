/// A point of the screen in px, from its top left corner.
package struct ScreenPoint: Hashable, Sendable {
  package var x: Float
  package var y: Float

  package init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A size in px.
package struct ScreenSize: Hashable, Sendable {
  package var width: Float
  package var height: Float

  package init(width: Float, height: Float) {
    self.width = width
    self.height = height
  }

  /// Portrait screens have a layout of their own.
  package var isPortrait: Bool { height > width }
}

/// A rectangle of the screen in px. Screens give whole px, but for what is scaled by an animation.
package struct ScreenRect: Hashable, Sendable {
  package var x: Float
  package var y: Float
  package var width: Float
  package var height: Float

  package init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The square of `diameter` round `center`.
  package init(center: ScreenPoint, diameter: Float) {
    self.init(x: center.x - diameter / 2, y: center.y - diameter / 2, width: diameter, height: diameter)
  }

  package var maxX: Float { x + width }
  package var maxY: Float { y + height }
  package var center: ScreenPoint { ScreenPoint(x: x + width / 2, y: y + height / 2) }

  /// Larger by `amount` on each side; smaller where negative.
  package func outset(by amount: Float) -> ScreenRect {
    ScreenRect(x: x - amount, y: y - amount, width: width + 2 * amount, height: height + 2 * amount)
  }

  /// Scaled round its centre.
  package func scaled(by factor: Float) -> ScreenRect {
    ScreenRect(
      x: center.x - width * factor / 2, y: center.y - height * factor / 2,
      width: width * factor, height: height * factor)
  }

  package func offset(y amount: Float) -> ScreenRect {
    ScreenRect(x: x, y: y + amount, width: width, height: height)
  }

  package func contains(_ point: ScreenPoint) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  package func contains(_ other: ScreenRect) -> Bool {
    other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
  }

  package func intersects(_ other: ScreenRect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}

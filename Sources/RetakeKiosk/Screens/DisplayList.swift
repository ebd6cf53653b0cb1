package import RetakeMedia

/// A screen as values: what to draw, in order, and what can be touched.
package struct DisplayList: Hashable, Sendable {
  package var size: ScreenSize
  /// px of one u.
  package var unit: Float
  package var commands: [DrawCommand] = []
  /// Later ones lie above earlier ones. A dialog leaves only its own.
  package var targets: [HitTarget] = []
  /// Something moves by time: draw again with the next frame of the display.
  package var isAnimating = false
  /// When it will look different by time alone though nothing moves (a digit of a time); nil for never.
  package var nextChange: MediaTime?
  /// Base direction of its text.
  package var isRightToLeft = false

  package init(size: ScreenSize, unit: Float) {
    self.size = size
    self.unit = unit
  }

  /// What lies under `point`; a slider once caught keeps answering wherever the finger goes.
  package func hit(at point: ScreenPoint, captured: Control? = nil) -> PointerHit {
    let corner = 14 * unit
    let isInCorner = point.x < corner && point.y < corner
    let target =
      targets.last { $0.control == captured && $0.track != nil }
      ?? targets.last { $0.rect.contains(point) }
      ?? targets.last { $0.rect.outset(by: $0.slop).contains(point) }
    let track = target?.track ?? .across(0...max(size.width, 1))
    return PointerHit(
      target?.control ?? .background, value: track.value(at: point), isInCorner: isInCorner)
  }
}

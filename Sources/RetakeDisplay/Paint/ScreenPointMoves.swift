internal import Glibc
internal import RetakeKiosk

extension ScreenPoint {
  /// The point at a distance in the direction of a turn, which counts clockwise from 12 o'clock.
  func moved(by distance: Float, toward turn: Float) -> ScreenPoint {
    let angle = turn * 2 * .pi
    return ScreenPoint(x: x + distance * sinf(angle), y: y - distance * cosf(angle))
  }

  /// The point that lies further away from `center`; nearer where `distance` is negative.
  func moved(by distance: Float, from center: ScreenPoint) -> ScreenPoint {
    let (dx, dy) = (x - center.x, y - center.y)
    let length = max((dx * dx + dy * dy).squareRoot(), 0.001)
    return ScreenPoint(x: x + dx / length * distance, y: y + dy / length * distance)
  }
}

extension Turn {
  /// Where a point of a scene of this size lies on the screen.
  func place(_ point: ScreenPoint, in scene: ScreenSize) -> ScreenPoint {
    switch self {
    case .none: point
    case .quarter: ScreenPoint(x: scene.height - point.y, y: point.x)
    case .half: ScreenPoint(x: scene.width - point.x, y: scene.height - point.y)
    case .threeQuarters: ScreenPoint(x: point.y, y: scene.width - point.x)
    }
  }

  /// Where a rectangle of a scene of this size lies on the screen.
  func place(_ rect: ScreenRect, in scene: ScreenSize) -> ScreenRect {
    guard self != .none else { return rect }
    let first = place(ScreenPoint(x: rect.x, y: rect.y), in: scene)
    let second = place(ScreenPoint(x: rect.maxX, y: rect.maxY), in: scene)
    return ScreenRect(
      x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
      height: abs(first.y - second.y))
  }

  /// The turn as a share of a whole one, clockwise.
  var share: Float { Float(rawValue) / 360 }
}

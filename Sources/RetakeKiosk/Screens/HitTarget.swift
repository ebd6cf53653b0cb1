/// A place that answers to touch.
package struct HitTarget: Hashable, Sendable {
  package var control: Control
  /// The target in px, at least as large as what is seen.
  package var rect: ScreenRect
  /// px around `rect` that count too; slop of two targets never overlaps.
  package var slop: Float
  /// The track of a slider; nil where it is none.
  package var track: SliderTrack?
  /// What is seen, and its corner radius: the focus ring runs round it.
  package var shape: ScreenRect
  package var radius: Float

  package init(
    _ control: Control, rect: ScreenRect, slop: Float = 0, track: SliderTrack? = nil,
    shape: ScreenRect,
    radius: Float
  ) {
    self.control = control
    self.rect = rect
    self.slop = slop
    self.track = track
    self.shape = shape
    self.radius = radius
  }
}

/// The way that a slider's handle goes, in px.
package enum SliderTrack: Hashable, Sendable {
  /// From left, 0, to right, 1.
  case across(ClosedRange<Float>)
  /// From the lower end, 0, to the upper, 1.
  case up(ClosedRange<Float>)

  /// The track across `box`; on a window too small for any, its middle.
  init(across box: ScreenRect) { self = .across(box.x...max(box.x, box.maxX)) }

  /// The track up `box`.
  init(up box: ScreenRect) { self = .up(box.y...max(box.y, box.maxY)) }

  /// Where along it `point` is, 0 to 1.
  package func value(at point: ScreenPoint) -> Double {
    let share =
      switch self {
      case .across(let ends): (point.x - ends.lowerBound) / (ends.upperBound - ends.lowerBound)
      case .up(let ends): (ends.upperBound - point.y) / (ends.upperBound - ends.lowerBound)
      }
    // A track without a length has a beginning only.
    return share.isFinite ? min(max(Double(share), 0), 1) : 0
  }

  /// Where the handle is at `value`; the other coordinate is that of `center`.
  package func place(of value: Double, beside center: ScreenPoint) -> ScreenPoint {
    let share = Float(value)
    return switch self {
    case .across(let ends):
      ScreenPoint(x: ends.lowerBound + share * (ends.upperBound - ends.lowerBound), y: center.y)
    case .up(let ends):
      ScreenPoint(x: center.x, y: ends.upperBound - share * (ends.upperBound - ends.lowerBound))
    }
  }
}

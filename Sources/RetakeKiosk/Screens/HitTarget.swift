/// A place that answers to touch.
package struct HitTarget: Hashable, Sendable {
  package var control: Control
  /// The target in px, at least as large as what is seen.
  package var rect: ScreenRect
  /// px around `rect` that count too; slop of two targets never overlaps.
  package var slop: Float
  /// Left and right end of the track of a slider, px; nil where it is none.
  package var track: ClosedRange<Float>?
  /// What is seen, and its corner radius: the focus ring runs round it.
  package var shape: ScreenRect
  package var radius: Float

  package init(
    _ control: Control, rect: ScreenRect, slop: Float = 0, track: ClosedRange<Float>? = nil,
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

package import RetakeMedia

/// One thing to draw. All lengths are px; colours carry their opacity, fades are already in it.
package enum DrawCommand: Hashable, Sendable {
  /// A picture in `rect` (the whole screen or a round-cornered part), never squeezed unless `gravity` says so.
  case picture(
    PictureSource, rect: ScreenRect, radius: Float, gravity: VideoGravity, mirrored: Bool, alpha: Float)
  /// Baked darkness over the whole screen, faded by `alpha`.
  case backdrop(Backdrop, alpha: Float)
  /// A plain rectangle.
  case fill(ScreenRect, Color)
  /// A round-cornered rectangle of a material, hairline and all, faded by `alpha`.
  case panel(ScreenRect, radius: Float, corners: Corners, Material, alpha: Float)
  /// A line of `width` inside the edge of `rect`; radius is that of the outer edge.
  case outline(ScreenRect, radius: Float, width: Float, Color)
  case disc(center: ScreenPoint, radius: Float, Color)
  /// A whole ring; `radius` is that of the line's middle.
  case ring(center: ScreenPoint, radius: Float, width: Float, Color)
  /// A part of a ring with round ends; turns count from 12 o'clock, clockwise.
  case arc(center: ScreenPoint, radius: Float, width: Float, from: Float, sweep: Float, Color)
  /// A filled sector; turns as above.
  case wedge(center: ScreenPoint, radius: Float, from: Float, sweep: Float, Color)
  /// A triangle, for the bubble's notch.
  case triangle(ScreenPoint, ScreenPoint, ScreenPoint, Color)
  case icon(Icon, ScreenRect, Color)
  case text(TextCommand)

  /// Which sides of a panel are round.
  package enum Corners: Sendable {
    case all
    case left
    case right
  }
}

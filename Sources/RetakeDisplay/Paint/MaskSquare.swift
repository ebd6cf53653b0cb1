internal import RetakeKiosk

/// The whole pixels that a round mask needs, and where its centre lies in them, in quarters of a px.
struct MaskSquare {
  /// Where the centre lies, in quarters of a px: with the radius, all that a mask looks by.
  struct Offset: Hashable {
    let x: Int
    let y: Int
    let side: Int
  }

  let offset: Offset
  /// Where the mask goes on the screen.
  let rect: ScreenRect

  /// Pixels that reach `reach` px from a point of the screen, and one more for the soft edge.
  init(center: ScreenPoint, reach: Float) {
    let left = (center.x - reach).rounded(.down) - 1
    let top = (center.y - reach).rounded(.down) - 1
    let side = Int(reach.rounded(.up)) * 2 + 3
    offset = Offset(
      x: Int(((center.x - left) * 4).rounded()), y: Int(((center.y - top) * 4).rounded()), side: side)
    rect = ScreenRect(x: left, y: top, width: Float(side), height: Float(side))
  }

  /// Pixels of a side.
  var side: Int { offset.side }

  /// The centre inside the mask.
  var center: ScreenPoint { ScreenPoint(x: Float(offset.x) / 4, y: Float(offset.y) / 4) }
}

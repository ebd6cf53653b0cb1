internal import RetakeKiosk

/// Makes the pixels of round shapes, each edge pixel by the share of it that the shape covers.
enum ShapeBaker {
  /// Which corners of a panel are round, as they lie on the screen.
  struct Corners: OptionSet, Hashable {
    let rawValue: UInt8
    static let topLeft = Corners(rawValue: 1)
    static let topRight = Corners(rawValue: 2)
    static let bottomRight = Corners(rawValue: 4)
    static let bottomLeft = Corners(rawValue: 8)
    static let all: Corners = [.topLeft, .topRight, .bottomRight, .bottomLeft]

    /// The same corners after a clockwise turn.
    func turned(_ turn: Turn) -> Corners {
      let steps = UInt8(turn.rawValue / 90)
      return Corners(rawValue: (rawValue << steps | rawValue >> (4 - steps)) & 15)
    }
  }

  /// A round-cornered rectangle that fills the whole bitmap, with a line inside its edge.
  static func panel(
    width: Int, height: Int, radius: Float, corners: Corners, fill: Color, line: Color?, lineWidth: Float
  ) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    let inside = fill.pixel
    let edge = line.map { $0.over(fill) } ?? fill
    let lineWidth = line == nil ? 0 : lineWidth
    let radius = min(radius, Float(width) / 2, Float(height) / 2)
    // Away from the edges all pixels are alike; only a frame as wide as the corners is worth computing.
    let rim = Int(max(radius, lineWidth).rounded(.up)) + 1
    for y in 0..<height {
      let isInMiddleRows = y >= rim && y < height - rim
      for x in 0..<width {
        if isInMiddleRows && x >= rim && x < width - rim {
          bitmap[x, y] = inside
          continue
        }
        let distance = distance(
          x: Float(x) + 0.5 - Float(width) / 2, y: Float(y) + 0.5 - Float(height) / 2,
          halfWidth: Float(width) / 2, halfHeight: Float(height) / 2, radius: radius, corners)
        let outer = coverage(distance)
        if outer <= 0 { continue }
        let inner = lineWidth > 0 ? coverage(distance + lineWidth) : outer
        bitmap[x, y] = mixed(edge, fill, share: inner / outer).faded(outer).pixel
      }
    }
    return bitmap
  }

  /// A white disc, or a white ring where `width` is given (`radius` is that of the line's middle), round a
  /// point of a square of `side`.
  static func disc(side: Int, center: ScreenPoint, radius: Float, width: Float?) -> Bitmap {
    var alpha = [UInt8](repeating: 0, count: side * side)
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Float(x) + 0.5 - center.x, Float(y) + 0.5 - center.y)
        let fromCenter = (dx * dx + dy * dy).squareRoot() - radius
        let distance = width.map { abs(fromCenter) - $0 / 2 } ?? fromCenter
        alpha[y * side + x] = UInt8((coverage(distance) * 255).rounded())
      }
    }
    return Bitmap(width: side, height: side, alpha: alpha)
  }

  /// A white part of a ring with round ends or, without `width`, a sector of a disc, round a point of a square
  /// of `side`. Turns count clockwise from 12 o'clock.
  static func arc(
    side: Int, center: ScreenPoint, radius: Float, width: Float?, from: Float, sweep: Float
  ) -> Bitmap {
    var alpha = [UInt8](repeating: 0, count: side * side)
    let origin = ScreenPoint(x: 0, y: 0)
    let (start, end) = (origin.moved(by: 1, toward: from), origin.moved(by: 1, toward: from + sweep))
    let isWhole = sweep >= 1
    let outer = radius + (width ?? 0) / 2 + 1
    let inner = width.map { max(0, radius - $0 / 2 - 1) } ?? 0
    for y in 0..<side {
      let dy = Float(y) + 0.5 - center.y
      guard abs(dy) < outer else { continue }
      // Most of a ring's square is empty: only the pixels of its band are worth computing.
      let reach = (outer * outer - dy * dy).squareRoot()
      let hole = abs(dy) < inner ? (inner * inner - dy * dy).squareRoot() : 0
      for x in max(0, Int(center.x - reach))..<min(side, Int(center.x + reach) + 1) {
        let dx = Float(x) + 0.5 - center.x
        if abs(dx) < hole { continue }
        let fromCenter = (dx * dx + dy * dy).squareRoot() - radius
        var share = coverage(width.map { abs(fromCenter) - $0 / 2 } ?? fromCenter)
        if !isWhole {
          let afterStart = coverage(dx * start.y - dy * start.x)
          let beforeEnd = coverage(dy * end.x - dx * end.y)
          share *= sweep <= 0.5 ? min(afterStart, beforeEnd) : max(afterStart, beforeEnd)
          if let width {
            for tip in [start, end] {
              let (tx, ty) = (dx - tip.x * radius, dy - tip.y * radius)
              share = max(share, coverage((tx * tx + ty * ty).squareRoot() - width / 2))
            }
          }
        }
        alpha[y * side + x] = UInt8((share * 255).rounded())
      }
    }
    return Bitmap(width: side, height: side, alpha: alpha)
  }

  /// How much of each pixel of a round corner is inside, row by row from the corner's tip: a square of `radius`,
  /// rounded up.
  static func corner(radius: Float) -> [[Float]] {
    let side = Int(radius.rounded(.up))
    return (0..<side).map { y in
      (0..<side).map { x in
        let (dx, dy) = (max(radius - Float(x) - 0.5, 0), max(radius - Float(y) - 0.5, 0))
        return coverage((dx * dx + dy * dy).squareRoot() - radius)
      }
    }
  }

  /// Rows of ink, the same across the width, with the alpha that `alpha` says for each.
  static func rows(width: Int, height: Int, alpha: (Int) -> Float) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      let pixel = Color.ink.faded(alpha(y)).pixel
      for x in 0..<width { bitmap[x, y] = pixel }
    }
    return bitmap
  }

  /// How much of a pixel lies inside an edge that is this far from its middle (negative: inside).
  private static func coverage(_ distance: Float) -> Float {
    min(max(0.5 - distance, 0), 1)
  }

  /// Distance of a point from the edge of a rounded rectangle round the origin, negative inside.
  private static func distance(
    x: Float, y: Float, halfWidth: Float, halfHeight: Float, radius: Float, _ corners: Corners
  ) -> Float {
    let corner: Corners =
      switch (x < 0, y < 0) {
      case (true, true): .topLeft
      case (false, true): .topRight
      case (false, false): .bottomRight
      case (true, false): .bottomLeft
      }
    let radius = corners.contains(corner) ? radius : 0
    let (dx, dy) = (abs(x) - halfWidth + radius, abs(y) - halfHeight + radius)
    let (outX, outY) = (max(dx, 0), max(dy, 0))
    return (outX * outX + outY * outY).squareRoot() + min(max(dx, dy), 0) - radius
  }

  /// `share` of `second` in `first`, weighted by their opacity.
  private static func mixed(_ first: Color, _ second: Color, share: Float) -> Color {
    if share >= 1 || first == second { return second }
    if share <= 0 { return first }
    let alpha = first.alpha * (1 - share) + second.alpha * share
    guard alpha > 0 else { return second.faded(0) }
    func channel(_ path: KeyPath<Color, UInt8>) -> UInt32 {
      let sum = Float(first[keyPath: path]) * first.alpha * (1 - share)
      return UInt32(((sum + Float(second[keyPath: path]) * second.alpha * share) / alpha).rounded())
    }
    return Color(channel(\.red) << 16 | channel(\.green) << 8 | channel(\.blue), alpha: alpha)
  }
}

extension Color {
  /// As a pixel of a bitmap, straight alpha.
  var pixel: UInt32 {
    UInt32(alphaByte) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// This colour laid over another, as one colour.
  func over(_ below: Color) -> Color {
    let sum = alpha + below.alpha * (1 - alpha)
    guard sum > 0 else { return faded(0) }
    func channel(_ path: KeyPath<Color, UInt8>) -> UInt32 {
      let upper = Float(self[keyPath: path]) * alpha
      return UInt32(((upper + Float(below[keyPath: path]) * below.alpha * (1 - alpha)) / sum).rounded())
    }
    return Color(channel(\.red) << 16 | channel(\.green) << 8 | channel(\.blue), alpha: sum)
  }
}

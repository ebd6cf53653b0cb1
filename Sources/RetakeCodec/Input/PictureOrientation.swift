/// How the pictures of a file must be turned to be seen upright: one of the eight ways in which a picture can
/// lie on its sides.
struct PictureOrientation: Hashable {
  /// Whether the rows must first be put upside down, which makes a mirrored picture a plain turned one.
  var isFlipped: Bool
  /// Clockwise degrees (0, 90, 180, 270) to turn it by after that.
  var rotation: Int

  /// As it is coded.
  static let upright = PictureOrientation(isFlipped: false, rotation: 0)

  /// What a display matrix (ISO/IEC 14496-12, 6.2.2: nine numbers) means. Its scale does not count: the shape of
  /// a pixel is told elsewhere. Nil for one that is none of the eight: slanted, skewed, or flat.
  init?(matrix: [Int32]) {
    guard matrix.count == 9 else { return nil }
    // Where one pixel to the right and one pixel down go to.
    let right = (x: Int64(matrix[0]), y: Int64(matrix[1]))
    let down = (x: Int64(matrix[3]), y: Int64(matrix[4]))
    guard let rotation = Self.degrees(right), let below = Self.degrees(down) else { return nil }
    switch (below - rotation + 360) % 360 {
    case 90: self.init(isFlipped: false, rotation: rotation)
    case 270: self.init(isFlipped: true, rotation: rotation)
    default: return nil
    }
  }

  init(isFlipped: Bool, rotation: Int) {
    self.isFlipped = isFlipped
    self.rotation = rotation
  }

  /// The direction clockwise from "to the right", for what is less than a hundredth beside one of the four.
  private static func degrees(_ vector: (x: Int64, y: Int64)) -> Int? {
    if abs(vector.x) > 100 * abs(vector.y) { return vector.x > 0 ? 0 : 180 }
    if abs(vector.y) > 100 * abs(vector.x) { return vector.y > 0 ? 90 : 270 }
    return nil
  }
}

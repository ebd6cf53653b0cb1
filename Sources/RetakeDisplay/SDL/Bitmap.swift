/// A picture in memory, straight alpha: what is baked for the renderer, and what was read from it.
package struct Bitmap: Hashable, Sendable {
  /// Pixels a line.
  package let width: Int
  /// Lines.
  package let height: Int
  /// Row after row, 0xAARRGGBB.
  package var pixels: [UInt32]

  /// A clear picture.
  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture has a size")
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  /// White with the coverage of `alpha`, row after row.
  package init(width: Int, height: Int, alpha: [UInt8]) {
    precondition(alpha.count == width * height, "one byte a pixel")
    self.width = width
    self.height = height
    pixels = alpha.map { UInt32($0) << 24 | 0xFF_FFFF }
  }

  /// The pixel at `x`, `y`, 0xAARRGGBB.
  package subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// The picture turned clockwise.
  func turned(_ turn: Turn) -> Bitmap {
    guard turn != .none else { return self }
    let size = turn.placed(width: width, height: height)
    var result = Bitmap(width: size.width, height: size.height)
    for y in 0..<height {
      for x in 0..<width {
        switch turn {
        case .none: result[x, y] = self[x, y]
        case .quarter: result[height - 1 - y, x] = self[x, y]
        case .half: result[width - 1 - x, height - 1 - y] = self[x, y]
        case .threeQuarters: result[y, width - 1 - x] = self[x, y]
        }
      }
    }
    return result
  }
}

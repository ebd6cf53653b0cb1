internal import RetakeKiosk

/// A picture at the size of its place, for SDL's own renderer: that reads the nearest pixel for textured triangles,
/// and is smooth only where it scales rectangles. For large triangles it even reads somewhere else in memory, and ended
/// the kiosk: in 2.26.5 the product of a triangle's area and a corner's place in the texture overflows from half a
/// screen of 1280x720 on. Drawn pixel by pixel it keeps what the scaling made of it, and its
/// round corners are as soft as those of panels. First thread only.
struct ScaledPicture {
  private let renderer: RendererHandle
  private let texture: Texture
  private let source: ScreenRect

  /// Scales what `place` shows of `texture`.
  init(_ texture: Texture, _ place: PicturePlacement, _ renderer: RendererHandle) throws(DisplayError) {
    let size = Self.pixels(of: place.target)
    self.renderer = renderer
    self.texture = try Texture(.target, width: size.width, height: size.height, renderer: renderer)
    source = place.source
    try renderer.scale(texture, from: source, into: self.texture)
  }

  /// Whether it can be drawn for `place`, wherever that lies.
  func isThat(of place: PicturePlacement) -> Bool {
    source == place.source && Self.pixels(of: place.target) == (texture.width, texture.height)
  }

  /// As `RendererHandle.copy` rounds.
  private static func pixels(of place: ScreenRect) -> (width: Int, height: Int) {
    let width = place.maxX.rounded() - place.x.rounded()
    let height = place.maxY.rounded() - place.y.rounded()
    return (max(1, Int(width)), max(1, Int(height)))
  }

  /// Draws it at the upper left corner of `place`.
  func draw(at place: ScreenRect, radius: Float, alpha: Float) {
    let (width, height) = (texture.width, texture.height)
    let radius = min(radius, Float(width / 2), Float(height / 2))
    let corner = ShapeBaker.corner(radius: radius)
    func lay(x: Int, y: Int, _ width: Int, _ height: Int, _ alpha: Float) {
      guard width > 0, height > 0, alpha > 0 else { return }
      var part = ScreenRect(x: Float(x), y: Float(y), width: Float(width), height: Float(height))
      let source = part
      part.x += place.x.rounded()
      part.y += place.y.rounded()
      renderer.copy(texture, from: source, to: part, tint: .white.faded(alpha))
    }
    lay(x: 0, y: corner.count, width, height - 2 * corner.count, alpha)
    for (row, shares) in corner.enumerated() {
      let full = shares.firstIndex { $0 >= 1 } ?? shares.count
      for y in [row, height - 1 - row] {
        lay(x: full, y: y, width - 2 * full, 1, alpha)
        for x in 0..<full {
          lay(x: x, y: y, 1, 1, alpha * shares[x])
          lay(x: width - 1 - x, y: y, 1, 1, alpha * shares[x])
        }
      }
    }
  }
}

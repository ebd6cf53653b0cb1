internal import RetakeKiosk
internal import RetakeRuntime

/// Textures of arcs and sectors, which change a little with each frame: one a place, filled anew where its shape
/// changed. First thread only.
final class ArcTextures {
  private struct Place: Hashable {
    let offset: MaskSquare.Offset
    let radius: Float
    let width: Float?
  }
  private struct Shape: Hashable {
    let from: Int
    let sweep: Int
  }

  private let renderer: RendererHandle
  private var entries: [Place: (texture: Texture, shape: Shape)] = [:]

  init(renderer: RendererHandle) {
    self.renderer = renderer
  }

  /// Forgets everything.
  func removeAll() {
    entries.removeAll()
  }

  /// The white mask of an arc (`width`) or sector; `from` and `sweep` in so many `steps` of a turn.
  func texture(
    _ square: MaskSquare, radius: Float, width: Float?, from: Int, sweep: Int, steps: Float
  ) -> Texture? {
    let place = Place(offset: square.offset, radius: radius, width: width)
    let shape = Shape(from: from, sweep: sweep)
    if let known = entries[place], known.shape == shape { return known.texture }
    let bitmap = ShapeBaker.arc(
      side: square.side, center: square.center, radius: radius, width: width, from: Float(from) / steps,
      sweep: Float(sweep) / steps)
    do {
      if let known = entries[place] {
        try known.texture.fill(bitmap)
        entries[place]?.shape = shape
        return known.texture
      }
      // Screens have a few arcs at a time; those of the last screen go.
      if entries.count >= 8 { entries.removeAll() }
      let texture = try Texture(bitmap, renderer: renderer)
      entries[place] = (texture, shape)
      return texture
    } catch {
      Log.error("\(error)")
      return nil
    }
  }
}

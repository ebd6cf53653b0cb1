internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Draws moving pictures, each place on the screen with a texture of its own. First thread only.
final class PicturePainter {
  /// Which texture a picture uses.
  private struct Slot: Hashable {
    enum Source { case preview, lastFrame, take, discarded, thumbnail }
    let source: Source
    let isMirrored: Bool
    /// How often it is halved.
    let shrink: Int
  }

  private let context: DisplayContext
  private var textures: [Slot: PreviewTexture] = [:]
  private var drawn: Set<Slot> = []

  init(_ context: DisplayContext) {
    self.context = context
  }

  /// Forgets everything.
  func removeAll() {
    textures.removeAll()
  }

  /// Forgets what was not drawn since the last call.
  func removeUndrawn() {
    if drawn.count != textures.count { textures = textures.filter { drawn.contains($0.key) } }
    drawn.removeAll(keepingCapacity: true)
  }

  /// Draws `picture` in a place of the screen.
  func draw(
    _ source: PictureSource, _ picture: ScreenPicture, in place: ScreenRect, _ radius: Float,
    _ gravity: VideoGravity, _ mirrored: Bool, _ alpha: Float
  ) {
    let aspect = context.turn.swapsSides ? 1 / picture.aspect : picture.aspect
    let kind: Slot.Source =
      switch source {
      case .preview: .preview
      case .lastFrame: .lastFrame
      case .take: .take
      case .discarded: .discarded
      case .takeThumbnail: .thumbnail
      }
    let slot = Slot(
      source: kind, isMirrored: mirrored, shrink: shrink(of: picture, in: place, aspect, gravity))
    let texture = textures[slot] ?? PreviewTexture(renderer: context.renderer, shrink: slot.shrink)
    textures[slot] = texture
    drawn.insert(slot)
    let orientation = Orientation(rotation: picture.rotation, isMirrored: mirrored, scene: context.turn)
    do {
      try texture.show(picture.frame, orientation)
    } catch {
      Log.error("\(error)")
    }
    texture.draw(in: place, gravity: gravity, aspect: aspect, radius: radius, alpha: alpha)
  }

  /// How often a picture can be halved and still has all the pixels that `place` shows.
  private func shrink(
    of picture: ScreenPicture, in place: ScreenRect, _ aspect: Float, _ gravity: VideoGravity
  ) -> Int {
    // Where it is cropped the whole picture would be larger than its place.
    let isWider = aspect > place.width / max(place.height, 1)
    let shownHeight =
      switch gravity {
      case .fill: isWider ? place.height : place.width / aspect
      case .fit: isWider ? place.width / aspect : place.height
      case .stretch: max(place.height, place.width / aspect)
      }
    let isTurned = picture.rotation.swapsSides != context.turn.swapsSides
    var height = Float(isTurned ? picture.frame.width : picture.frame.height)
    var count = 0
    while height >= 2 * shownHeight, count < PreviewTexture.largestShrink, height > 32 {
      height /= 2
      count += 1
    }
    return count
  }
}

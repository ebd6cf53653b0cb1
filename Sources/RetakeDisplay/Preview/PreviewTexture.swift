internal import RetakeKiosk
internal import RetakeMedia

/// A moving picture on the screen: takes frames of any format and size, and draws the newest.
///
/// First thread only. The texture has even sizes; planes are mirrored and turned while they are copied,
/// because SDL's own flip costs a whole core in software. It is made anew when size, kind or colour change.
final class PreviewTexture {
  /// What a texture was made for.
  private struct Shape: Hashable {
    let width: Int
    let height: Int
    let isBiplanar: Bool
    let conversion: ColorConversion
  }

  /// What is in the texture now.
  private struct Content: Hashable {
    let storage: ObjectIdentifier
    let time: MediaTime
    let sequence: UInt64
    let orientation: Orientation
  }

  private let renderer: RendererHandle
  private var texture: Texture?
  private var shape: Shape?
  private var content: Content?
  // The frame in the texture is kept, so that its address stays a good sign of it.
  private var frame: VideoFrame?
  private var copier = FrameCopier()
  /// The real picture inside the texture.
  private var visible = ScreenRect(x: 0, y: 0, width: 0, height: 0)

  init(renderer: RendererHandle) {
    self.renderer = renderer
  }

  /// Forgets what the graphics device held.
  func reset() {
    texture = nil
    shape = nil
    content = nil
  }

  /// Takes a frame over, unless it is there already.
  func show(_ frame: VideoFrame, _ orientation: Orientation) throws(DisplayError) {
    let content = Content(
      storage: ObjectIdentifier(frame.storage), time: frame.time, sequence: frame.sequence,
      orientation: orientation)
    if content == self.content { return }
    let even = ((frame.width + 1) & ~1, (frame.height + 1) & ~1)
    let size = orientation.turn.placed(width: even.0, height: even.1)
    let shape = Shape(
      width: size.width, height: size.height, isBiplanar: frame.pixelFormat.isShownBiplanar,
      conversion: ColorConversion(frame.color))
    shape.conversion.use()
    if shape != self.shape || texture == nil {
      texture = nil
      texture = try Texture(
        shape.isBiplanar ? .biplanar : .planar, width: shape.width, height: shape.height, renderer: renderer)
      self.shape = shape
    }
    place(frame, even: even, orientation)
    guard let texture else { return }
    guard copier.fill(texture, with: frame, orientation, visible) else {
      throw .last("fill the picture's texture")
    }
    self.content = content
    self.frame = frame
  }

  /// Where the real picture lies in a texture of even sizes.
  private func place(_ frame: VideoFrame, even: (Int, Int), _ orientation: Orientation) {
    let spareColumn = orientation.reversesColumns ? even.0 - frame.width : 0
    let spareRow = orientation.reversesRows ? even.1 - frame.height : 0
    let (width, height) = orientation.turn.placed(width: frame.width, height: frame.height)
    let isTurned = orientation.turn.swapsSides
    visible = ScreenRect(
      x: Float(isTurned ? spareRow : spareColumn), y: Float(isTurned ? spareColumn : spareRow),
      width: Float(width), height: Float(height))
  }

  /// Draws it into `rect` of the screen, cropped, whole (over ink) or bent; `aspect` is width to height as it
  /// should look there. Nothing where no frame was shown yet.
  func draw(in rect: ScreenRect, gravity: VideoGravity, aspect: Float, radius: Float, alpha: Float) {
    guard let texture, let shape else { return }
    shape.conversion.use()
    let place = PicturePlacement(visible: visible, aspect: aspect, target: rect, gravity: gravity)
    if place.target != rect { renderer.fill(rect, .ink.faded(alpha)) }
    if radius > 0 {
      let mesh = Mesh.roundedPicture(
        place.target, radius: radius, source: place.source, textureWidth: Float(texture.width),
        textureHeight: Float(texture.height))
      renderer.draw(mesh, texture: texture, tint: .white.faded(alpha))
    } else {
      renderer.copy(texture, from: place.source, to: place.target, tint: .white.faded(alpha))
    }
  }
}

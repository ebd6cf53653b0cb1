internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

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

  /// What is in the texture now, without holding on to the frame.
  private struct Content {
    weak var storage: (any FrameStorage)?
    let time: MediaTime
    let orientation: Orientation

    func isThat(of frame: VideoFrame, _ orientation: Orientation) -> Bool {
      storage === frame.storage && time == frame.time && orientation == self.orientation
    }
  }

  /// Pictures are halved this often at most before they are uploaded.
  static let largestShrink = 3

  private let renderer: RendererHandle
  private let shrink: Int
  private var texture: Texture?
  private var shape: Shape?
  private var content: Content?
  private var scaled: ScaledPicture?
  private let copier = FrameCopier()
  /// The real picture inside the texture.
  private var visible = ScreenRect(x: 0, y: 0, width: 0, height: 0)

  /// A texture for pictures that are halved `shrink` times: what is shown small is cheaper so, and smoother.
  init(renderer: RendererHandle, shrink: Int) {
    self.renderer = renderer
    self.shrink = min(shrink, Self.largestShrink)
  }

  /// Takes a frame over, unless it is there already.
  func show(_ frame: VideoFrame, _ orientation: Orientation) throws(DisplayError) {
    if let content, content.isThat(of: frame, orientation) { return }
    let width = (frame.width + (1 << shrink) - 1) >> shrink
    let height = (frame.height + (1 << shrink) - 1) >> shrink
    let even = ((width + 1) & ~1, (height + 1) & ~1)
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
    place(width, height, even: even, orientation)
    scaled = nil
    guard let texture else { return }
    guard copier.fill(texture, with: frame, shrink: shrink, orientation, visible) else {
      throw .last("fill the picture's texture")
    }
    content = Content(storage: frame.storage, time: frame.time, orientation: orientation)
  }

  /// Where the real picture lies in a texture of even sizes.
  private func place(_ width: Int, _ height: Int, even: (Int, Int), _ orientation: Orientation) {
    let spareColumn = orientation.reversesColumns ? even.0 - width : 0
    let spareRow = orientation.reversesRows ? even.1 - height : 0
    let size = orientation.turn.placed(width: width, height: height)
    let isTurned = orientation.turn.swapsSides
    visible = ScreenRect(
      x: Float(isTurned ? spareRow : spareColumn), y: Float(isTurned ? spareColumn : spareRow),
      width: Float(size.width), height: Float(size.height))
  }

  /// Draws it into `rect` of the screen, cropped, whole (over ink) or bent; `aspect` is width to height as it
  /// should look there. Nothing where no frame was shown yet.
  func draw(in rect: ScreenRect, gravity: VideoGravity, aspect: Float, radius: Float, alpha: Float) {
    guard let texture, let shape else { return }
    shape.conversion.use()
    let place = PicturePlacement(visible: visible, aspect: aspect, target: rect, gravity: gravity)
    if place.target != rect { renderer.fill(rect, .ink.faded(alpha)) }
    if radius > 0, !renderer.isExact {
      drawSmoothly(texture, place, radius: radius, alpha: alpha)
    } else if radius > 0 {
      let mesh = Mesh.roundedPicture(
        place.target, radius: radius, source: place.source, textureWidth: Float(texture.width),
        textureHeight: Float(texture.height))
      renderer.draw(mesh, texture: texture, tint: .white.faded(alpha))
    } else {
      renderer.copy(texture, from: place.source, to: place.target, tint: .white.faded(alpha))
    }
  }

  /// With round corners where textured triangles would be coarse.
  private func drawSmoothly(_ texture: Texture, _ place: PicturePlacement, radius: Float, alpha: Float) {
    if scaled?.isThat(of: place) != true {
      do {
        scaled = try ScaledPicture(texture, place, renderer)
      } catch {
        Log.error("\(error)")
        scaled = nil
      }
    }
    scaled?.draw(at: place.target, radius: radius, alpha: alpha)
  }
}

internal import RetakeKiosk
internal import RetakeMedia

/// Which part of a picture goes where.
struct PicturePlacement: Hashable {
  /// Pixels of the texture.
  let source: ScreenRect
  /// Pixels of the screen.
  let target: ScreenRect

  /// - Parameters:
  ///   - visible: the picture inside its texture.
  ///   - aspect: width to height as it should look in `target`.
  init(visible: ScreenRect, aspect: Float, target: ScreenRect, gravity: VideoGravity) {
    let room = target.width / max(target.height, 1)
    switch gravity {
    case .stretch:
      self.init(visible, target)
    case .fill:
      // The wider side is cropped; whole pixels, because SDL takes no other source.
      var source = visible
      if aspect > room {
        source.width = max(1, (visible.width * room / aspect).rounded())
      } else {
        source.height = max(1, (visible.height * aspect / room).rounded())
      }
      source.x += ((visible.width - source.width) / 2).rounded(.down)
      source.y += ((visible.height - source.height) / 2).rounded(.down)
      self.init(source, target)
    case .fit:
      var place = target
      if aspect > room {
        place.height = max(1, (target.width / aspect).rounded())
      } else {
        place.width = max(1, (target.height * aspect).rounded())
      }
      place.x += ((target.width - place.width) / 2).rounded()
      place.y += ((target.height - place.height) / 2).rounded()
      self.init(visible, place)
    }
  }

  private init(_ source: ScreenRect, _ target: ScreenRect) {
    self.source = source
    self.target = target
  }
}

package import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Draws display lists into the window. First thread only.
///
/// What stands still is baked into textures once: scrims, panels, discs, rings, icons, lines of text. What moves
/// in shape (arcs, sectors) has a texture that is baked anew. Where the scene is turned, textures are baked turned and
/// places are turned, so that turning costs nothing in a frame.
package final class Painter: TextMeasurer {
  /// What a baked texture shows. Lengths are quarters of a px.
  private enum TextureKey: Hashable {
    case panel(
      width: Int, height: Int, radius: Int, ShapeBaker.Corners, fill: Color, line: Color?, lineWidth: Int)
    case disc(radius: Int, width: Int?, MaskSquare.Offset)
    case icon(Icon, side: Int)
    case text(String, TextStyle, isRightToLeft: Bool)
    case backdrop(Backdrop, band: Int)
  }

  private let context: DisplayContext
  private let renderer: RendererHandle
  private let assets: AssetLocator?
  private let setter: TextSetter
  private let textures: TextureCache<TextureKey>
  private let backdrops: TextureCache<TextureKey>
  private let arcs: ArcTextures
  private let pictures: PicturePainter
  /// Pixels from the top of a line's texture to its baseline.
  private var ascents: [TextureKey: Int] = [:]
  private var bands: [Backdrop: [Range<Int>]] = [:]
  private var missingIcons: Set<Icon> = []
  private var scene = ScreenSize(width: 1, height: 1)
  private var isRightToLeft = false

  /// A painter for `context`; without `assets` there are no icons.
  package init(_ context: DisplayContext, assets: AssetLocator?) {
    self.context = context
    self.assets = assets
    renderer = context.renderer
    arcs = ArcTextures(renderer: context.renderer)
    pictures = PicturePainter(context)
    setter = TextSetter(session: context.session)
    // Some three full screens of each: a 4K screen's cards and texts fit, and memory stays bounded.
    let size = context.size
    let limit = max(8 << 20, Int(size.width * size.height) * 4 * 3)
    textures = TextureCache(limit: limit)
    backdrops = TextureCache(limit: limit)
  }

  /// The language of the screens (a BCP 47 tag), which chooses among the forms of Han characters.
  package var language: String {
    get { setter.language }
    set {
      if newValue != setter.language { dropTextures() }
      setter.language = newValue
    }
  }

  /// Forgets all textures, after the graphics device lost them.
  package func dropTextures() {
    textures.removeAll()
    backdrops.removeAll()
    arcs.removeAll()
    ascents.removeAll()
    pictures.removeAll()
  }

  /// Bytes of baked textures that are kept.
  package var cachedBytes: Int { textures.byteCount + backdrops.byteCount }

  /// Draws `list` from its first command to its last; `pictures` gives the newest picture of a source. Does not
  /// present.
  package func draw(_ list: DisplayList, pictures: (PictureSource) -> ScreenPicture?) {
    if context.size != scene {
      scene = context.size
      bands.removeAll()
      backdrops.removeAll()
    }
    isRightToLeft = list.isRightToLeft
    if bands.count > 16 { bands.removeAll() }
    renderer.clear(.ink)
    for command in list.commands { draw(command, list.unit, pictures) }
    // What is not on the screen is not kept: nothing of one guest is left for the next.
    self.pictures.removeUndrawn()
  }

  private func draw(_ command: DrawCommand, _ unit: Float, _ pictures: (PictureSource) -> ScreenPicture?) {
    switch command {
    case .picture(let source, let rect, let radius, let gravity, let mirrored, let alpha):
      draw(source, pictures(source), rect, radius, gravity, mirrored, alpha)
    case .backdrop(let backdrop, let alpha):
      draw(backdrop, alpha: alpha)
    case .fill(let rect, let color):
      if color.alpha > 0 { renderer.fill(placed(rect), color) }
    case .panel(let rect, let radius, let corners, let material, let alpha):
      let round: ShapeBaker.Corners =
        switch corners {
        case .all: .all
        case .left: [.topLeft, .bottomLeft]
        case .right: [.topRight, .bottomRight]
        }
      drawPanel(
        rect, radius: radius, round, fill: material.fill, line: material.hairline,
        lineWidth: max(1, Material.hairlineWidth * unit), alpha: alpha)
    case .outline(let rect, let radius, let width, let color):
      drawPanel(
        rect, radius: radius, .all, fill: color.faded(0), line: color.opaque, lineWidth: width,
        alpha: color.alpha)
    case .disc(let center, let radius, let color):
      drawDisc(center, radius: radius, width: nil, color)
    case .ring(let center, let radius, let width, let color):
      drawDisc(center, radius: radius, width: width, color)
    case .arc(let center, let radius, let width, let from, let sweep, let color):
      drawArc(center, radius: radius, width: width, from: from, sweep: sweep, color)
    case .wedge(let center, let radius, let from, let sweep, let color):
      drawArc(center, radius: radius, width: nil, from: from, sweep: sweep, color)
    case .triangle(let a, let b, let c, let color):
      renderer.draw(Mesh.triangle(placed(a), placed(b), placed(c), color))
    case .icon(let icon, let rect, let color):
      drawIcon(icon, rect, color)
    case .text(let text):
      drawText(text)
    }
  }

  // MARK: Places

  private func placed(_ rect: ScreenRect) -> ScreenRect { context.turn.place(rect, in: scene) }
  private func placed(_ point: ScreenPoint) -> ScreenPoint { context.turn.place(point, in: scene) }

  /// Length in quarters of a px.
  private func quarters(_ length: Float) -> Int { Int((length * 4).rounded()) }

  private func makeTexture(_ bitmap: Bitmap) -> Texture? {
    do {
      return try Texture(bitmap, renderer: renderer)
    } catch {
      Log.error("\(error)")
      return nil
    }
  }

  // MARK: Pictures and backdrops

  private func draw(
    _ source: PictureSource, _ picture: ScreenPicture?, _ rect: ScreenRect, _ radius: Float,
    _ gravity: VideoGravity, _ mirrored: Bool, _ alpha: Float
  ) {
    guard alpha > 0 else { return }
    if let picture {
      pictures.draw(source, picture, in: placed(rect), radius, gravity, mirrored, alpha)
    } else {
      drawPanel(rect, radius: radius, .all, fill: .coal, line: nil, lineWidth: 0, alpha: alpha)
    }
  }

  private func draw(_ backdrop: Backdrop, alpha: Float) {
    guard alpha > 0 else { return }
    let (width, height) = (Int(scene.width), Int(scene.height))
    for (index, band) in darkRows(of: backdrop, height: height).enumerated() {
      let texture = backdrops.texture(.backdrop(backdrop, band: index)) {
        let bitmap = ShapeBaker.rows(width: width, height: band.count) { row in
          backdrop.alpha(atY: Float(band.lowerBound + row) + 0.5, height: Float(height))
        }
        return makeTexture(bitmap.turned(context.turn))
      }
      let rect = ScreenRect(
        x: 0, y: Float(band.lowerBound), width: scene.width, height: Float(band.count))
      if let texture { renderer.copy(texture, to: placed(rect), tint: .white.faded(alpha)) }
    }
  }

  /// Runs of rows that are darkened at all; what is clear costs nothing.
  private func darkRows(of backdrop: Backdrop, height: Int) -> [Range<Int>] {
    if let known = bands[backdrop] { return known }
    var result: [Range<Int>] = []
    for row in 0..<height where backdrop.alpha(atY: Float(row) + 0.5, height: Float(height)) >= 0.002 {
      if let last = result.last, last.upperBound == row {
        result[result.count - 1] = last.lowerBound..<row + 1
      } else {
        result.append(row..<row + 1)
      }
    }
    bands[backdrop] = result
    return result
  }

  // MARK: Shapes

  private func drawPanel(
    _ rect: ScreenRect, radius: Float, _ corners: ShapeBaker.Corners, fill: Color, line: Color?,
    lineWidth: Float, alpha: Float
  ) {
    let exact = placed(rect)
    let left = exact.x.rounded()
    let top = exact.y.rounded()
    let width = Int(exact.maxX.rounded() - left)
    let height = Int(exact.maxY.rounded() - top)
    guard alpha > 0, width > 0, height > 0 else { return }
    let place = ScreenRect(x: left, y: top, width: Float(width), height: Float(height))
    if radius <= 0, line == nil {
      renderer.fill(place, fill.faded(alpha))
      return
    }
    let turned = corners.turned(context.turn)
    let key = TextureKey.panel(
      width: width, height: height, radius: quarters(radius), turned, fill: fill, line: line,
      lineWidth: quarters(lineWidth))
    let texture = textures.texture(key) {
      makeTexture(
        ShapeBaker.panel(
          width: width, height: height, radius: radius, corners: turned, fill: fill, line: line,
          lineWidth: lineWidth))
    }
    if let texture { renderer.copy(texture, to: place, tint: .white.faded(alpha)) }
  }

  private func drawDisc(_ center: ScreenPoint, radius: Float, width: Float?, _ color: Color) {
    let reach = radius + (width ?? 0) / 2
    guard color.alpha > 0, reach > 0 else { return }
    let square = MaskSquare(center: placed(center), reach: reach)
    // A pulsing disc comes back to the same sizes: quarters of a px keep them few.
    let key = TextureKey.disc(radius: quarters(radius), width: width.map(quarters), square.offset)
    let texture = textures.texture(key) {
      makeTexture(
        ShapeBaker.disc(
          side: square.side, center: square.center, radius: Float(quarters(radius)) / 4, width: width))
    }
    if let texture { renderer.copy(texture, to: square.rect, tint: color) }
  }

  private func drawArc(
    _ center: ScreenPoint, radius: Float, width: Float?, from: Float, sweep: Float, _ color: Color
  ) {
    guard color.alpha > 0, radius > 0, sweep > 0 else { return }
    let square = MaskSquare(center: placed(center), reach: radius + (width ?? 0) / 2)
    let turn = from + context.turn.share
    // Half a px along the rim is the smallest step that is seen.
    let steps = max(1, (radius * 4 * .pi).rounded())
    let texture = arcs.texture(
      square, radius: radius, width: width, from: Int((turn * steps).rounded()),
      sweep: Int((min(sweep, 1) * steps).rounded()), steps: steps)
    if let texture { renderer.copy(texture, to: square.rect, tint: color) }
  }

  private func drawIcon(_ icon: Icon, _ rect: ScreenRect, _ color: Color) {
    let place = placed(rect)
    let side = Int(place.width.rounded())
    guard color.alpha > 0, side > 0, !missingIcons.contains(icon) else { return }
    let texture = textures.texture(.icon(icon, side: side)) {
      guard let bitmap = IconPicture.bitmap(icon, side: side, assets) else {
        missingIcons.insert(icon)
        return nil
      }
      return makeTexture(bitmap.turned(context.turn))
    }
    guard let texture else { return }
    let snapped = ScreenRect(
      x: place.x.rounded(), y: place.y.rounded(), width: Float(side), height: Float(side))
    renderer.copy(texture, to: snapped, tint: color)
  }

  // MARK: Text

  package func width(of text: String, style: TextStyle) -> Float {
    setter.width(of: text, style: style)
  }

  package func cellWidth(of text: String, style: TextStyle) -> Float {
    CellText.pieces(of: text).reduce(0) { $0 + width(of: $1, style) }
  }

  private func width(of piece: CellText.Piece, _ style: TextStyle) -> Float {
    guard let digits = piece.digits else { return setter.width(of: piece.text, style: style) }
    return setter.digitWidth(style, digits: digits)
  }

  private func drawText(_ text: TextCommand) {
    guard text.color.alpha > 0, !text.string.isEmpty, text.scale > 0 else { return }
    let width =
      text.inCells
      ? cellWidth(of: text.string, style: text.style) : setter.width(of: text.string, style: text.style)
    let left: Float =
      switch text.alignment {
      case .left: text.anchor.x
      case .center: text.anchor.x - width / 2
      case .right: text.anchor.x - width
      }
    // Scaled text grows round the middle of its cap height.
    let middle = ScreenPoint(x: left + width / 2, y: text.anchor.y - text.style.baselineOffset)
    guard text.inCells else {
      drawLine(text.string, text, left: left, middle: middle)
      return
    }
    var x = left
    for piece in CellText.pieces(of: text.string) {
      let own = setter.width(of: piece.text, style: text.style)
      let cell = self.width(of: piece, text.style)
      drawLine(piece.text, text, left: x + (cell - own) / 2, middle: middle)
      x += cell
    }
  }

  private func drawLine(_ string: String, _ text: TextCommand, left: Float, middle: ScreenPoint) {
    let key = TextureKey.text(string, text.style, isRightToLeft: isRightToLeft)
    let texture = textures.texture(key) {
      guard let line = setter.line(string, style: text.style, isRightToLeft: isRightToLeft) else {
        return nil
      }
      if ascents.count > 4096 { ascents.removeAll() }
      ascents[key] = line.ascent
      return makeTexture(line.picture.turned(context.turn))
    }
    guard let texture, let ascent = ascents[key] else { return }
    let size = context.turn.placed(width: texture.width, height: texture.height)
    var rect = ScreenRect(
      x: left, y: text.anchor.y - Float(ascent), width: Float(size.width), height: Float(size.height))
    if text.scale == 1 {
      rect.x = rect.x.rounded()
      rect.y = rect.y.rounded()
    } else {
      rect = ScreenRect(
        x: middle.x + (rect.x - middle.x) * text.scale, y: middle.y + (rect.y - middle.y) * text.scale,
        width: rect.width * text.scale, height: rect.height * text.scale)
    }
    renderer.copy(texture, to: placed(rect), tint: text.color)
  }
}

extension Color {
  /// The same colour without its transparency.
  fileprivate var opaque: Color {
    var color = self
    color.alpha = 1
    return color
  }
}

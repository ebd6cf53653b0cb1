import RetakeMedia

/// Makes one display list. Parts are placed in u from the leading edge; here they become px, mirrored where the
/// language runs from right to left, faded and moved with the group that is being drawn.
struct ScreenBuilder {
  let state: KioskState
  let now: MediaTime
  let context: ScreenContext
  let metrics: ScreenMetrics
  var list: DisplayList

  /// Size of what can be seen, u.
  let width: Float
  let height: Float
  /// Fades all that is drawn.
  var alpha: Float = 1
  /// Moves all that is drawn down, u.
  var rise: Float = 0
  /// Leading is right. Off for what is never mirrored (transport, time, rings).
  var isMirroring: Bool

  init(state: KioskState, now: MediaTime, context: ScreenContext) {
    self.state = state
    self.now = now
    self.context = context
    metrics = ScreenMetrics(
      size: context.size, scale: state.settings.scale, overscan: state.settings.overscan,
      handOffset: state.settings.handOffset)
    list = DisplayList(size: context.size, unit: metrics.unit)
    list.isRightToLeft = context.strings.isRightToLeft
    isMirroring = list.isRightToLeft
    width = (context.size.width - 2 * metrics.overscanX) / metrics.unit
    height = (context.size.height - 2 * metrics.overscanY) / metrics.unit
  }

  var strings: Strings { context.strings }
  var settings: KioskSettings { state.settings }
  var isPortrait: Bool { context.size.isPortrait }
  var centerX: Float { width / 2 }
  /// The lower edge of the hand zone: the bottom, or above it on tall machines.
  var hand: Float { height - metrics.handOffset }
  /// Seconds since the phase began.
  var age: Double { max(0, (now - state.since).seconds) }

  // MARK: time

  /// Something moves until then.
  mutating func moves(until end: MediaTime) {
    if now < end { list.isAnimating = true }
  }

  /// Something will look different at that time.
  mutating func changes(at time: MediaTime) {
    guard time > now else { return }
    list.nextChange = min(list.nextChange ?? time, time)
  }

  /// 0 to 1 of something that takes `duration` seconds from `start`; 1 at once where motion is reduced.
  mutating func progress(since start: MediaTime, for duration: Double) -> Double {
    if settings.reducedMotion { return 1 }
    moves(until: start + MediaTime(seconds: duration))
    return Motion.unit((now - start).seconds / duration)
  }

  /// Draws a part that comes in `distance` u from the edge it belongs to.
  mutating func entering(
    since start: MediaTime, from distance: Float, isNew: Bool = true, _ body: (inout ScreenBuilder) -> Void
  ) {
    let share = isNew ? Float(Motion.out(progress(since: start, for: 0.24))) : 1
    faded(by: share) { builder in
      let old = builder.rise
      builder.rise += distance * (1 - share)
      body(&builder)
      builder.rise = old
    }
  }

  mutating func faded(by factor: Float, _ body: (inout ScreenBuilder) -> Void) {
    let old = alpha
    alpha *= factor
    body(&self)
    alpha = old
  }

  mutating func unmirrored(_ body: (inout ScreenBuilder) -> Void) {
    let old = isMirroring
    isMirroring = false
    body(&self)
    isMirroring = old
  }

  // MARK: px

  /// Whole px.
  func rect(_ box: Box) -> ScreenRect {
    let raw = rawRect(box)
    let (left, top) = (raw.x.rounded(), raw.y.rounded())
    return ScreenRect(
      x: left, y: top, width: max(raw.maxX.rounded() - left, 1), height: max(raw.maxY.rounded() - top, 1))
  }

  func rawRect(_ box: Box) -> ScreenRect {
    let x = isMirroring ? width - box.maxX : box.x
    return ScreenRect(
      x: metrics.overscanX + x * metrics.unit, y: metrics.overscanY + (box.y + rise) * metrics.unit,
      width: box.width * metrics.unit, height: box.height * metrics.unit)
  }

  func point(_ x: Float, _ y: Float) -> ScreenPoint {
    let x = isMirroring ? width - x : x
    return ScreenPoint(
      x: metrics.overscanX + x * metrics.unit, y: metrics.overscanY + (y + rise) * metrics.unit)
  }

  /// The whole screen, with what overscan hides.
  var wholeScreen: ScreenRect {
    ScreenRect(x: 0, y: 0, width: context.size.width, height: context.size.height)
  }

  func line(_ width: Float) -> Float {
    max(width * metrics.unit, 1)
  }

  // MARK: commands

  mutating func add(_ command: DrawCommand) {
    guard alpha > 0.002 else { return }
    list.commands.append(command)
  }

  mutating func panel(
    _ box: Box, radius: Float, _ material: Material, corners: DrawCommand.Corners = .all, scale: Float = 1
  ) {
    let rect = scale == 1 ? rect(box) : rawRect(box.scaled(by: scale))
    let sides: DrawCommand.Corners =
      switch corners {
      case .left where isMirroring: .right
      case .right where isMirroring: .left
      default: corners
      }
    let radius = min(radius * metrics.unit * scale, min(rect.width, rect.height) / 2)
    add(.panel(rect, radius: radius, corners: sides, material, alpha: alpha))
  }

  mutating func pill(_ box: Box, _ material: Material, scale: Float = 1) {
    panel(box, radius: box.height / 2, material, scale: scale)
  }

  mutating func fill(_ box: Box, _ color: Color) {
    add(.fill(rect(box), color.faded(alpha)))
  }

  mutating func outline(_ box: Box, radius: Float, width: Float, _ color: Color) {
    add(.outline(rect(box), radius: radius * metrics.unit, width: line(width), color.faded(alpha)))
  }

  mutating func disc(_ x: Float, _ y: Float, radius: Float, _ color: Color) {
    add(.disc(center: point(x, y), radius: radius * metrics.unit, color.faded(alpha)))
  }

  mutating func ring(_ x: Float, _ y: Float, radius: Float, width: Float, _ color: Color) {
    add(.ring(center: point(x, y), radius: radius * metrics.unit, width: line(width), color.faded(alpha)))
  }

  /// Turns count from 12 o'clock, clockwise in every language.
  mutating func arc(
    _ x: Float, _ y: Float, radius: Float, width: Float, from start: Double = 0, sweep: Double, _ color: Color
  ) {
    guard sweep > 0 else { return }
    add(
      .arc(
        center: point(x, y), radius: radius * metrics.unit, width: line(width), from: Float(start),
        sweep: Float(min(sweep, 1)), color.faded(alpha)))
  }

  /// An icon round a centre.
  mutating func icon(_ icon: Icon, _ x: Float, _ y: Float, size: Float, _ color: Color) {
    // What points back points the other way where reading does.
    let turned: Icon =
      switch icon {
      case .back where isMirroring: .next
      case .next where isMirroring: .back
      default: icon
      }
    add(.icon(turned, rect(Box(centerX: x, centerY: y, diameter: size)), color.faded(alpha)))
  }

  mutating func picture(
    _ source: PictureSource, in rect: ScreenRect, radius: Float = 0, gravity: VideoGravity? = nil,
    mirrored: Bool = false
  ) {
    add(
      .picture(
        source, rect: rect, radius: radius * metrics.unit, gravity: gravity ?? settings.gravity,
        mirrored: mirrored,
        alpha: alpha))
  }
}

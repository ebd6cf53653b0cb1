import RetakeKiosk

extension ScreenRect {
  /// The larger of the horizontal and vertical distance; negative where they overlap.
  func gap(to other: ScreenRect) -> Float {
    max(max(x, other.x) - min(maxX, other.maxX), max(y, other.y) - min(maxY, other.maxY))
  }

  func isInside(_ size: ScreenSize) -> Bool {
    x >= 0 && y >= 0 && maxX <= size.width && maxY <= size.height
  }
}

extension TextCommand {
  var width: Float {
    let measurer = SimpleMeasurer()
    return inCells ? measurer.cellWidth(of: string, style: style) : measurer.width(of: string, style: style)
  }

  /// From the top of its capitals to its baseline.
  var box: ScreenRect {
    let left =
      switch alignment {
      case .left: anchor.x
      case .center: anchor.x - width / 2
      case .right: anchor.x - width
      }
    let high = 0.728 * style.size
    return ScreenRect(x: left, y: anchor.y - high, width: width, height: high)
  }
}

extension DisplayList {
  var texts: [TextCommand] {
    commands.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}

extension DrawCommand {
  /// What it covers; nil for the picture and the darkness.
  var box: ScreenRect? {
    switch self {
    case .picture, .backdrop: nil
    case .fill(let rect, _), .panel(let rect, _, _, _, _), .outline(let rect, _, _, _), .icon(_, let rect, _):
      rect
    case .disc(let center, let radius, _), .wedge(let center, let radius, _, _, _):
      ScreenRect(center: center, diameter: 2 * radius)
    case .ring(let center, let radius, let width, _), .arc(let center, let radius, let width, _, _, _):
      ScreenRect(center: center, diameter: 2 * radius + width)
    case .triangle(let one, let two, let three, _):
      ScreenRect(
        x: min(one.x, two.x, three.x), y: min(one.y, two.y, three.y),
        width: max(one.x, two.x, three.x) - min(one.x, two.x, three.x),
        height: max(one.y, two.y, three.y) - min(one.y, two.y, three.y))
    case .text(let text): text.box
    }
  }

  /// The red edge of a recording.
  var isRim: Bool {
    if case .fill(_, let color) = self { color == .tally } else { false }
  }
}

import RetakeKiosk
import Testing

/// The painter's own commands, composed over a pure white and a pure black picture.
@Suite struct ContrastTests {
  @Test(arguments: ScreenFixture.all, ["en", "de"])
  func wordsAndIconsCanBeRead(fixture: ScreenFixture, language: String) throws {
    let strings = try WordFiles.strings(language)
    // While a finger scrubs, all but the scrub bar has stepped back on purpose.
    guard fixture.state.player.scrub == nil, fixture.state.phase != .saving else { return }
    for size in ScreenFixture.sizes {
      let list = fixture.list(size, strings)
      for (index, command) in list.commands.enumerated() {
        // Under a dialog nothing has to be read.
        if fixture.state.dialogSince != nil, index < list.dialogStart { continue }
        switch command {
        case .text(let text):
          let box = text.box
          for share: Float in [0.02, 0.5, 0.98] {
            let point = ScreenPoint(x: box.x + box.width * share, y: box.center.y)
            expect(list, index, point, text.color, atLeast: 4.5, "\(size) '\(text.string)'")
          }
        case .icon(let icon, let rect, let color):
          expect(list, index, rect.center, color, atLeast: 3, "\(size) \(icon)")
        default: break
        }
      }
    }
  }

  private func expect(
    _ list: DisplayList, _ index: Int, _ point: ScreenPoint, _ color: Color, atLeast least: Float,
    _ what: String
  ) {
    for picture in [Color.white, Color(0)] {
      let ground = list.ground(under: index, at: point, picture: picture)
      let contrast = ground.over(color).contrast(with: ground)
      #expect(contrast >= least - 0.05, "\(what) on \(picture.red): \(contrast)")
    }
  }

  @Test(
    arguments: [
      (Material.smoke, Color.white, 9.4), (.smoke, .mist, 6.5), (.smoke, .rose, 4.9),
      (.denseSmoke, .white, 16),
      (.denseSmoke, .rose, 8.6), (.haze, .white, 5.2), (.solid(.keep), .ink, 9.8),
      (.solid(.amber), .ink, 11.5),
      (.solid(.tally), .white, 4.75), (.dialog, .fog, 6.0),
    ] as [(Material, Color, Float)])
  func materialsCarryWhatTheTableSays(material: Material, color: Color, ratio: Float) {
    let ground = Color.white.over(material.fill)
    #expect(abs(ground.over(color).contrast(with: ground) - ratio) < ratio * 0.03)
  }

  @Test func scrimsReachTheirAlpha() {
    let scrim = Backdrop.Scrim(.normal, edge: .bottom, height: 100, tail: 10, peak: 0.84)
    let backdrop = Backdrop(scrims: [scrim])
    #expect(abs(backdrop.alpha(atY: 995, height: 1000) - 0.84) < 0.001)
    #expect(abs(backdrop.alpha(atY: 990 - 32, height: 1000) - 0.62) < 0.001)
    #expect(backdrop.alpha(atY: 880, height: 1000) == 0)
  }
}

extension Color {
  /// `other` laid over this opaque colour.
  func over(_ other: Color) -> Color {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Float(one) * (1 - other.alpha) + Float(two) * other.alpha).rounded())
    }
    var color = self
    color.red = mix(red, other.red)
    color.green = mix(green, other.green)
    color.blue = mix(blue, other.blue)
    color.alpha = 1
    return color
  }

  /// Relative luminance; the power of 2.4 by roots, close enough for ratios.
  var luminance: Float {
    func linear(_ value: UInt8) -> Float {
      let share = Float(value) / 255
      guard share > 0.04045 else { return share / 12.92 }
      let base = (share + 0.055) / 1.055
      // x^2.4 = x^2 * x^0.4, and x^0.4 = fifth root of x^2.
      var root: Float = 0.8
      for _ in 0..<30 {
        root -= (root * root * root * root * root - base * base) / (5 * root * root * root * root)
      }
      return base * base * root
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  func contrast(with other: Color) -> Float {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}

extension DisplayList {
  /// The first command of the dialog: the darkness over all that comes after the picture's.
  var dialogStart: Int {
    commands.lastIndex { if case .fill(let rect, _) = $0 { rect.width == size.width } else { false } } ?? 0
  }

  /// What the eye sees at `point` under the command at `index`.
  func ground(under index: Int, at point: ScreenPoint, picture: Color) -> Color {
    var color = Color(0)
    for command in commands[..<index] {
      switch command {
      case .picture(_, let rect, _, _, _, let alpha):
        if rect.contains(point) { color = color.over(picture.faded(alpha)) }
      case .backdrop(let backdrop, let alpha):
        color = color.over(Color.ink.faded(backdrop.alpha(atY: point.y, height: size.height) * alpha))
      case .fill(let rect, let fill): if rect.contains(point) { color = color.over(fill) }
      case .panel(let rect, _, _, let material, let alpha):
        if rect.contains(point) { color = color.over(material.fill.faded(alpha)) }
      case .disc(let center, let radius, let fill), .wedge(let center, let radius, _, _, let fill):
        let (x, y) = (point.x - center.x, point.y - center.y)
        if x * x + y * y < radius * radius { color = color.over(fill) }
      case .outline, .ring, .arc, .triangle, .icon, .text: break
      }
    }
    return color
  }
}

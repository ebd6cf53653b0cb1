import Foundation
import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import Testing

/// The brain's own screens, painted.
@MainActor @Suite(.serialized)
struct ScreenPictureTests {
  /// Each screen, and what can lie over one.
  enum Scene: String, CaseIterable {
    case starting, missing, attract, ready, countdown, recording, lastSeconds, finishing, review, scrubbing
    case saved, toast, statistics, quit, focus, interrupted, mended, watched, whyNot
    case muted, noSound, rates

    var walk: KioskWalk {
      var walk = KioskWalk { settings in
        settings.languages = [
          LanguageChoice(tag: "en", name: "English"), LanguageChoice(tag: "de", name: "Deutsch"),
        ]
      }
      switch self {
      case .starting: break
      case .missing: walk.after(1, .cameraMissing(.busy))
      case .attract: walk.go(to: .attract)
      case .ready: walk.go(to: .ready)
      case .countdown: walk.go(to: .countdown)
      case .recording: walk.go(to: .recording)
      case .lastSeconds:
        walk.go(to: .recording)
        walk.after(16.5, .tick)
      case .finishing:
        walk.answersEnd = false
        walk.go(to: .recording)
        walk.after(1, .key(.space))
        walk.after(0.5, .tick)
      case .review: walk.go(to: .review)
      case .scrubbing:
        walk.go(to: .review)
        walk.after(1, .pointer(.down, PointerHit(.scrub, value: 0.4)))
        walk.after(0.3, .pointer(.moved, PointerHit(.scrub, value: 0.8)))
        walk.after(0.3, .tick)
      case .saved: walk.go(to: .saved)
      case .toast:
        walk.go(to: .review)
        walk.after(1, .key(.discard))
        walk.after(1, .tick)
      case .statistics:
        walk.go(to: .ready)
        walk.after(1, .key(.statistics))
        walk.after(1, .tick)
      case .quit:
        walk.go(to: .ready)
        walk.after(1, .key(.operatorMenu))
        walk.after(1, .tick)
      case .focus:
        walk.go(to: .review)
        walk.after(1, .key(.focusNext))
        walk.after(1, .tick)
      case .interrupted:
        walk.go(to: .recording)
        walk.interrupt()
        walk.after(1, .tick)
      case .mended:
        walk.go(to: .recording)
        walk.interrupt()
        walk.after(3, .previewStarted(isTest: false))
        walk.after(1, .tick)
      case .watched:
        walk.go(to: .recording)
        walk.interrupt()
        walk.after(3, .previewStarted(isTest: false))
        walk.after(4, .tick)
        walk.after(1, .tick)
      case .whyNot:
        walk.go(to: .saved)
        walk.after(1, .cameraMissing(.unplugged))
        walk.after(9, .pointer(.down, PointerHit(.newRecording, value: 0.5)))
        walk.after(0.1, .pointer(.up, PointerHit(.newRecording, value: 0.5)))
        walk.after(1, .tick)
      case .muted:
        walk.go(to: .ready)
        walk.after(1, .key(.mute))
        walk.after(1, .tick)
      case .noSound:
        walk.go(to: .recording)
        walk.isSilent = true
      case .rates:
        walk.go(to: .review)
        walk.after(1, .pointer(.down, PointerHit(.playPause, value: 0.5)))
        walk.after(0.6, .pointer(.up, PointerHit(.playPause, value: 0.5)))
        walk.after(0.1, .pointer(.down, PointerHit(.rate(0.5), value: 0.5)))
        walk.after(0.1, .pointer(.up, PointerHit(.rate(0.5), value: 0.5)))
        walk.after(1, .tick)
      }
      return walk
    }
  }

  @Test(arguments: [(1280, 720), (800, 480), (1920, 1080), (720, 1280)])
  func everyScreenIsPaintedAsItWasLookedAt(width: Int, height: Int) throws {
    let frame = ScreenPicture(SampleScreens.scene())
    try TestStage.run(width: width, height: height) { context, painter in
      var seen: [Bitmap] = []
      var golden = try GoldenSheet(width: width, height: height)
      for scene in Scene.allCases {
        let list = try scene.walk.list(size: context.size, measurer: painter)
        painter.draw(list) { _ in frame }
        let bitmap = try context.pixels()
        #expect(!seen.contains(bitmap), "\(scene) looks like another screen")
        seen.append(bitmap)
        let difference = golden.difference(to: bitmap, at: seen.count - 1)
        #expect(difference.cells <= 4 && difference.mean < 0.5, "\(scene): \(difference)")
        try TestStage.keep(bitmap, name: "\(scene)-\(width)")
      }
      try golden.renewIfWished()
    }
  }

  @Test func aMissingPartIsSeen() throws {
    let frame = ScreenPicture(SampleScreens.scene())
    let index = try #require(Scene.allCases.firstIndex(of: .review))
    try TestStage.run(width: 800, height: 480) { context, painter in
      var golden = try GoldenSheet(width: 800, height: 480)
      let list = try Scene.review.walk.list(size: context.size, measurer: painter)
      for number in list.commands.indices {
        guard case .icon = list.commands[number] else { continue }
        var less = list
        less.commands.remove(at: number)
        painter.draw(less) { _ in frame }
        #expect(golden.difference(to: try context.pixels(), at: index).cells > 4, "\(list.commands[number])")
      }
    }
  }

  /// Over a white and over a black picture, by what is really in the window below each line of text and each icon.
  @Test(arguments: [(1280, 720), (720, 1280)], [UInt8(255), 0])
  func wordsAndIconsCanBeSeen(size: (Int, Int), level: UInt8) throws {
    let frame = ScreenPicture(
      TestFrames.frame(.gray8, width: 64, height: 64, color: .jpeg) { _, _, _ in level })
    try TestStage.run(width: size.0, height: size.1) { context, painter in
      for scene in Scene.allCases {
        var list = try scene.walk.list(size: context.size, measurer: painter)
        // Under a dialog nothing has to be read.
        let covered = scene == .quit ? list.commands.lastIndex(where: \.isFill) ?? 0 : 0
        let front = list.commands[covered...].filter(\.isInFront)
        list.commands.removeAll(where: \.isInFront)
        painter.draw(list) { _ in frame }
        let below = try context.pixels()
        for command in front {
          switch command {
          // While a finger scrubs, what it does not need steps back.
          case .text(let text) where scene == .scrubbing && text.color.alpha < 0.5: continue
          case .icon(_, _, let color) where scene == .scrubbing && color.alpha < 0.5: continue
          case .text(let text):
            let worst = worstContrast(of: text, on: below, painter)
            #expect(worst >= 4.5, "\(scene): '\(text.string)' has \(worst)")
          case .icon(let icon, let rect, let color):
            let worst = worstContrast(of: color, in: rect.scaled(by: 0.6), on: below)
            #expect(worst >= 3, "\(scene): \(icon) has \(worst)")
          default: break
          }
        }
      }
    }
  }

  /// The least contrast of a line with the pixels of its own box.
  private func worstContrast(of text: TextCommand, on below: Bitmap, _ painter: Painter) -> Double {
    let width =
      text.inCells
      ? painter.cellWidth(of: text.string, style: text.style)
      : painter.width(of: text.string, style: text.style)
    let left: Float =
      switch text.alignment {
      case .left: text.anchor.x
      case .center: text.anchor.x - width / 2
      case .right: text.anchor.x - width
      }
    let high = text.style.size * 0.728
    return worstContrast(
      of: text.color, in: ScreenRect(x: left, y: text.anchor.y - high, width: width, height: high), on: below)
  }

  /// The least contrast of a colour with the pixels of its box.
  private func worstContrast(of color: Color, in box: ScreenRect, on below: Bitmap) -> Double {
    var worst = Double.infinity
    for row in 0...4 {
      for column in 0...8 {
        let x = Int(box.x + box.width * Float(column) / 8)
        let y = Int(box.y + box.height * Float(row) / 4)
        guard (0..<below.width).contains(x), (0..<below.height).contains(y) else { continue }
        let ground = below.rgb(x, y)
        let ink = zip([color.red, color.green, color.blue], ground).map { upper, lower in
          Int(Float(upper) * color.alpha + Float(lower) * (1 - color.alpha))
        }
        worst = min(worst, contrast(ink, ground))
      }
    }
    return worst
  }

  /// WCAG's contrast of two colours.
  private func contrast(_ first: [Int], _ second: [Int]) -> Double {
    func luminance(_ color: [Int]) -> Double {
      let linear = color.map { channel -> Double in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (light, dark) = (luminance(first), luminance(second))
    return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
  }
}

extension DrawCommand {
  fileprivate var isFill: Bool {
    if case .fill = self { true } else { false }
  }

  /// What has to be told from what lies under it.
  fileprivate var isInFront: Bool {
    switch self {
    case .text, .icon: true
    default: false
    }
  }
}

import RetakeKiosk
import RetakeMedia
import Testing

/// LOOK.md 12, from the display lists of every screen.
@Suite struct LayoutTests {
  private static let languages = ["en", "de", "long"]

  @Test(arguments: ScreenFixture.all, languages)
  func targetsAreLargeEnoughAndApart(fixture: ScreenFixture, language: String) throws {
    let strings = try WordFiles.strings(language)
    for size in ScreenFixture.sizes {
      let list = fixture.list(size, strings)
      let targets = list.targets
      for (index, target) in targets.enumerated() {
        // Two whole-px edges may have been rounded towards each other.
        #expect(target.rect.width >= 9 * list.unit - 1, "\(size) \(target)")
        #expect(target.rect.height >= 9 * list.unit - 1, "\(size) \(target)")
        #expect(target.rect.outset(by: -1).isInside(size), "\(size) \(target)")
        #expect(target.rect.contains(target.shape.outset(by: -1)), "\(size) \(target)")
        for other in targets[(index + 1)...] {
          let gap = target.rect.gap(to: other.rect)
          #expect(
            gap >= 2.4 * list.unit - 1.5, "\(size) \(target.control) \(other.control): \(gap / list.unit) u")
          #expect(!target.rect.outset(by: target.slop).intersects(other.rect.outset(by: other.slop)))
        }
      }
    }
  }

  @Test(arguments: ScreenFixture.all, languages)
  func wordsStayInTheirParts(fixture: ScreenFixture, language: String) throws {
    let strings = try WordFiles.strings(language)
    for size in ScreenFixture.sizes {
      for text in fixture.list(size, strings).texts {
        let box = text.box
        #expect(
          text.part.outset(by: 1.5).contains(box), "\(size) '\(text.string)' \(box) leaves \(text.part)")
        #expect(box.isInside(size), "\(size) '\(text.string)'")
        #expect(text.style.size >= 14, "\(size) '\(text.string)'")
      }
    }
  }

  @Test(
    arguments: ScreenFixture.all.filter { [.ready, .countdown, .recording].contains($0.state.phase) },
    languages)
  func theFaceIsFree(fixture: ScreenFixture, language: String) throws {
    guard fixture.state.camera.isLive, fixture.state.dialogSince == nil, !fixture.state.showsStatistics else {
      return
    }
    let strings = try WordFiles.strings(language)
    for size in ScreenFixture.sizes {
      let list = fixture.list(size, strings)
      let top = size.height * 0.20
      let face = ScreenRect(
        x: 0, y: top, width: size.width, height: size.height * (size.isPortrait ? 0.60 : 0.65) - top)
      // The countdown stands beside the lens, on the middle line.
      let leader = ScreenRect(
        center: ScreenPoint(x: size.width / 2, y: 17 * list.unit), diameter: 34 * list.unit)
      for command in list.commands {
        guard let box = command.box, !command.isRim else { continue }
        if fixture.state.phase != .ready, leader.contains(box) { continue }
        #expect(!box.outset(by: -1).intersects(face), "\(size) \(command)")
      }
    }
  }

  @Test(arguments: ScreenFixture.all)
  func guestsTouchTheHandZoneAlone(fixture: ScreenFixture) throws {
    let strings = try WordFiles.strings("en")
    let extras: Set<Control> = [
      .volume, .volumeSlider, .fullScreen, .nextPrompt, .watchTake, .startAgain, .dialogSafe, .dialogAct,
      .undo, .rate(0.25), .rate(0.5), .rate(1), .rate(2), .loop,
    ]
    for size in ScreenFixture.sizes {
      let list = fixture.list(size, strings)
      for target in list.targets where !extras.contains(target.control) {
        #expect(target.rect.y >= size.height * 0.58, "\(size) \(target)")
      }
    }
  }

  @Test func theButtonIsTheThread() throws {
    let strings = try WordFiles.strings("en")
    for size in ScreenFixture.sizes {
      let places = ["attract", "ready", "countdown", "recording"].map { name in
        ScreenFixture.all.first { $0.name == name }?.list(size, strings).targets.first {
          $0.control == .record
        }?.rect
      }
      #expect(Set(places).count == 1)
      #expect(places[0] != nil)
    }
  }

  @Test(arguments: ScreenFixture.all)
  func everythingThatKeysReachIsThere(fixture: ScreenFixture) throws {
    // A waiting screen has nothing to select but shows the button off.
    guard fixture.state.camera.isLive || [.interrupted, .review, .saved].contains(fixture.state.phase) else {
      return
    }
    let list = fixture.list(ScreenSize(width: 1280, height: 720), try WordFiles.strings("en"))
    // `Still there?` stands where the prompt was; the first key brings it back.
    let hidden: Set<Control> = fixture.name == "ready, still there" ? [.nextPrompt] : []
    // The slider of the volume is for fingers: Up and Down set it too.
    let touched = Set(list.targets.map(\.control)).subtracting([.volumeSlider])
    #expect(touched == Set(fixture.state.focusOrder).subtracting(hidden))
  }

  @Test func handOffsetLiftsTheHandZoneAndOverscanKeepsItIn() throws {
    var settings = ScreenFixture.settings
    settings.handOffset = 20
    settings.overscan = 0.05
    let size = ScreenSize(width: 720, height: 1280)
    let strings = try WordFiles.strings("en")
    func list(_ settings: KioskSettings) -> DisplayList {
      let driver = KioskDriver.ready(settings)
      return screen(
        driver.state, now: MediaTime(seconds: driver.now + 1),
        context: ScreenContext(size: size, strings: strings, measurer: SimpleMeasurer()))
    }
    let plain = list(ScreenFixture.settings)
    let lifted = list(settings)
    let plainY = try #require(plain.targets.first { $0.control == .record }).rect.center.y
    let liftedY = try #require(lifted.targets.first { $0.control == .record }).rect.center.y
    #expect(plainY - liftedY > 20 * lifted.unit)
    for text in lifted.texts { #expect(text.box.x >= 36 && text.box.maxX <= 684) }
    guard
      case .backdrop(let backdrop, _)? = lifted.commands.first(where: {
        if case .backdrop = $0 { true } else { false }
      })
    else {
      Issue.record("no backdrop")
      return
    }
    #expect(abs(backdrop.scrims[0].tail - (64 + 20 * lifted.unit)) < 1.5)
  }

  @Test func rightToLeftSwapsSidesButNotTheTransport() throws {
    var words = try WordFiles.file("en")
    words["direction"] = "rtl"
    let mirrored = Strings(language: "ar", words)
    let plain = try WordFiles.strings("en")
    let fixture = try #require(ScreenFixture.all.first { $0.name == "review" })
    let size = ScreenSize(width: 1280, height: 720)
    func rects(_ strings: Strings) -> [Control: ScreenRect] {
      Dictionary(uniqueKeysWithValues: fixture.list(size, strings).targets.map { ($0.control, $0.rect) })
    }
    let (left, right) = (rects(plain), rects(mirrored))
    for control in [Control.discard, .retake, .save, .volume, .fullScreen] {
      let (one, other) = (try #require(left[control]), try #require(right[control]))
      #expect(abs(one.x - (size.width - other.maxX)) <= 1)
    }
    for control in [Control.playPause, .stepBack, .stepForward, .scrub] {
      #expect(left[control] == right[control])
    }
  }
}

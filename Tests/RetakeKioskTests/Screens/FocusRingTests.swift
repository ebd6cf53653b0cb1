import RetakeKiosk
import RetakeMedia
import Testing

/// The ring that shows what the keys would select.
@Suite struct FocusRingTests {
  private static let drivers: [(name: String, driver: KioskDriver)] = {
    var quit = KioskDriver.ready(ScreenFixture.settings)
    quit.send(.key(.operatorMenu))
    return [
      ("quit", quit), ("interrupted", .interrupted(ScreenFixture.settings)),
      ("review", .review(ScreenFixture.settings)), ("saved", .saved(ScreenFixture.settings)),
      ("attract", .attract(ScreenFixture.settings)),
    ]
  }()

  /// It belongs to one control: the next one is clearly further away than the ring is wide.
  @Test(arguments: drivers.map(\.name), ["en", "de", "long"])
  func itTouchesNoOtherControl(name: String, language: String) throws {
    let strings = try WordFiles.strings(language)
    var driver = try #require(Self.drivers.first { $0.name == name }).driver
    // On the attract screen the first press of the key comes closer.
    for _ in 0...driver.state.focusOrder.count {
      driver.send(.key(.focusNext))
      let focus = try #require(driver.state.focus)
      for size in ScreenFixture.sizes {
        let list = screen(
          driver.state, now: MediaTime(seconds: driver.now + 1),
          context: ScreenContext(size: size, strings: strings, measurer: SimpleMeasurer()))
        let rings = list.commands.compactMap { command -> ScreenRect? in
          guard case .outline(let rect, _, _, let color) = command, color == .focus else { return nil }
          return rect
        }
        let ring = try #require(rings.first, "\(name) \(focus)")
        for other in list.targets where other.control != focus {
          let gap = ring.gap(to: other.shape) / list.unit
          #expect(gap > 0.5, "\(size) \(focus) \(other.control): \(gap) u")
        }
      }
    }
  }
}

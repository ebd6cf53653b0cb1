import RetakeKiosk
import RetakeMedia
import Testing

/// What screens say about devices, and how.
@Suite struct WordingTests {
  private func list(_ driver: KioskDriver, _ size: ScreenSize = ScreenSize(width: 1280, height: 720)) throws
    -> DisplayList
  {
    screen(
      driver.state, now: MediaTime(seconds: driver.now + 1),
      context: ScreenContext(size: size, strings: try WordFiles.strings("en"), measurer: SimpleMeasurer()))
  }

  private func icons(_ list: DisplayList) -> [Icon] {
    list.commands.compactMap { if case .icon(let icon, _, _) = $0 { icon } else { nil } }
  }

  @Test func aGuestReadsNoProcessNumber() throws {
    var driver = KioskDriver()
    driver.send(.cameraMissing(.busy, of: "cheese (process 299)"))
    let words = try list(driver).texts.map(\.string).joined(separator: " ")
    #expect(words.contains("cheese has the camera.") && !words.contains("299"))
  }

  /// Each reason has its own words under the button.
  @Test func theButtonSaysWhyItIsOff() throws {
    let labels = try KioskState.CameraProblem.allCases.map { problem in
      var driver = KioskDriver()
      driver.send(.cameraMissing(problem))
      return try #require(list(driver).texts.max { $0.anchor.y < $1.anchor.y }).string
    }
    #expect(Set(labels).count == KioskState.CameraProblem.allCases.count)
    #expect(labels.contains("Camera in use"))
  }

  @Test(arguments: [
    (KioskNotice.microphoneLost, Icon.microphoneOff), (.microphoneBusy, .microphoneOff),
    (.microphoneLocked, .microphoneOff), (.noSound, .microphoneOff), (.cameraLost, .cameraOff),
    (.saveFailed, .warning),
  ])
  func aToastShowsWhatItIsAbout(notice: KioskNotice, icon: Icon) throws {
    #expect(icons(try list(.ready(KioskSettings(), saying: notice))).contains(icon))
  }

  @Test func uprightAToastIsAsWideAsTheScreen() throws {
    let list = try list(.ready(KioskSettings(), saying: .tooShort), ScreenSize(width: 720, height: 1280))
    let wide = list.commands.contains {
      if case .panel(let rect, _, _, .denseSmoke, _) = $0 {
        rect.width > 720 - 8.5 * list.unit
      } else {
        false
      }
    }
    #expect(wide)
  }
}

import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct MotionTests {
  private let size = ScreenSize(width: 1280, height: 720)

  private func list(_ driver: KioskDriver, after seconds: Double, live: LiveValues = LiveValues()) throws
    -> DisplayList
  {
    screen(
      driver.state, now: MediaTime(seconds: driver.now + seconds),
      context: ScreenContext(
        size: size, strings: try WordFiles.strings("en"), measurer: SimpleMeasurer(), live: live))
  }

  private func coreRadius(_ list: DisplayList) -> Float? {
    list.commands.compactMap { if case .disc(_, let radius, .tally) = $0 { radius / list.unit } else { nil } }
      .first
  }

  @Test func theCorePulsesFromOneToSixTenthsInHalfASecond() throws {
    let driver = KioskDriver.recording()
    for (time, scale) in [(0.0, 1.0), (0.25, 0.8), (0.5, 0.6), (0.75, 0.8), (1, 1), (7.5, 0.6)]
      as [(Double, Float)]
    {
      let radius = try #require(coreRadius(try list(driver, after: time)))
      #expect(abs(radius - 7.6 * scale) < 0.01)
    }
    #expect(try list(driver, after: 2).isAnimating)
  }

  @Test func reducedMotionKeepsTheCoreSteady() throws {
    var settings = KioskSettings()
    settings.reducedMotion = true
    let driver = KioskDriver.recording(settings)
    for time in [0, 0.3, 0.5] { #expect(coreRadius(try list(driver, after: time)) == 7.6) }
  }

  @Test func theTimeRingShowsWhatIsLeft() throws {
    var settings = KioskSettings()
    settings.maxDuration = MediaTime(seconds: 20)
    let driver = KioskDriver.recording(settings)
    func arc(_ time: Double) throws -> (sweep: Float, color: Color)? {
      try list(driver, after: time).commands.compactMap {
        if case .arc(_, _, _, _, let sweep, let color) = $0 { (sweep: sweep, color: color) } else { nil }
      }.first
    }
    let early = try #require(try arc(5))
    #expect(abs(early.sweep - 0.75) < 0.001 && early.color == .white)
    let late = try #require(try arc(15))
    #expect(abs(late.sweep - 0.25) < 0.001 && late.color == .amber)
    #expect(try list(driver, after: 15).texts.contains { $0.string == "0:05" && $0.color == .amber })
  }

  @Test func aRestingReviewAsksForNoFrames() throws {
    var driver = KioskDriver.review()
    driver.send(.key(.space))
    driver.wait(2)
    let resting = try list(driver, after: 0)
    #expect(!resting.isAnimating)
    #expect(resting.nextChange != nil)
  }

  @Test func aKioskWithoutACameraRestsToo() throws {
    var driver = KioskDriver()
    driver.send(.cameraMissing(.switchedOff))
    driver.wait(2)
    let resting = try list(driver, after: 0)
    #expect(!resting.isAnimating)
    #expect(resting.nextChange == nil)
  }

  @Test func theCountdownShowsTheNumberOfTheTick() throws {
    let driver = KioskDriver.countdown()
    for (time, digit) in [(0.5, "3"), (1.5, "2"), (2.5, "1")] {
      #expect(try list(driver, after: time).texts.contains { $0.string == digit })
    }
  }

  @Test func chromeComesInAndStays() throws {
    var driver = KioskDriver.attract()
    driver.send(.key(.other))
    func alpha(_ time: Double) throws -> Float? {
      try list(driver, after: time).commands.compactMap {
        if case .panel(_, _, _, .smoke, let alpha) = $0 { alpha } else { nil }
      }.first
    }
    let early = try #require(try alpha(0.05))
    #expect(early > 0.2 && early < 0.9)
    #expect(try alpha(0.25) == 1)
  }

  @Test func theMeterFallsAndHoldsItsPeak() {
    var meter = LevelMeter(now: .zero)
    _ = meter.update(nil, of: "mic", at: .zero)
    _ = meter.update(-6, of: "mic", at: .zero)
    let after = meter.update(-50, of: "mic", at: MediaTime(seconds: 0.5))
    #expect(abs(after.level + 16) < 0.001)
    #expect(after.peak == -6)
    #expect(abs(meter.update(-50, of: "mic", at: MediaTime(seconds: 1.2)).peak + 30) < 0.001)
    #expect(!meter.update(-80, of: "mic", at: MediaTime(seconds: 4.1)).isSilent)
    #expect(meter.update(-80, of: "mic", at: MediaTime(seconds: 4.3)).isSilent)
  }

  @Test func aButtonSpringsBack() throws {
    var driver = KioskDriver.review()
    driver.send(.pointer(.down, PointerHit(.stepBack)))
    func width(_ seconds: Double) throws -> Float {
      // The first round button of the transport row is that of 5 s back.
      try #require(
        try list(driver, after: seconds).commands.compactMap {
          if case .panel(let rect, _, _, .haze, _) = $0, rect.y > 360 { rect.width } else { nil }
        }.first)
    }
    let down = try width(0.1)
    driver.wait(0.1)
    driver.send(.pointer(.up, PointerHit(.stepBack)))
    #expect(try width(0) < down + 0.5)
    #expect(try width(0.04) > down + 0.5)
    let rest = try width(0.2)
    #expect(rest > down / 0.96)
    #expect(try !list(driver, after: 0.5).isAnimating)
  }

  @Test(arguments: [Control.discard, .retake])
  func whatIsThrownAwaySinksBack(control: Control) throws {
    func place(_ driver: KioskDriver, _ time: Double) throws -> (width: Float, alpha: Float)? {
      try list(driver, after: time).commands.compactMap {
        if case .picture(.discarded, let rect, _, .fit, false, let alpha) = $0 {
          (width: rect.width, alpha: alpha)
        } else {
          nil
        }
      }.first
    }
    var driver = KioskDriver.review()
    driver.tap(control)
    let early = try #require(try place(driver, 0.05))
    let late = try #require(try place(driver, 0.2))
    #expect(early.alpha > 0.95 && early.width > 1275)
    #expect(late.alpha < 0.6 && late.width < 1260 && late.width > 1280 * 0.96)
    #expect(try place(driver, 0.25) == nil)
    // Nothing of it with reduced motion, nor where there was no picture.
    var settings = KioskSettings()
    settings.reducedMotion = true
    var still = KioskDriver.review(settings)
    still.tap(control)
    #expect(try place(still, 0.05) == nil)
    var unseen = KioskDriver.finishing()
    unseen.endRecording(.wanted, KioskDriver.take())
    unseen.wait(11)
    unseen.tap(control)
    #expect(unseen.state.phase != .review)
    #expect(try place(unseen, 0.05) == nil)
  }

  @Test(arguments: [nil, "other"])
  func theMeterShowsOneMicrophoneOnly(source: String?) {
    var meter = LevelMeter(now: .zero)
    _ = meter.update(nil, of: "mic", at: .zero)
    #expect(meter.update(-6, of: "mic", at: MediaTime(seconds: 0.1)).level == -6)
    // What is still heard of it is not shown as the other one's.
    let after = meter.update(-6, of: source, at: MediaTime(seconds: 0.14))
    #expect(after.level == -100 && after.peak == -100)
  }

  @Test func aSliderKeepsTheFingerItHasCaught() throws {
    let list = try list(.review(), after: 1)
    let target = try #require(list.targets.first { $0.control == .scrub })
    guard case .across(let track) = target.track else {
      Issue.record("no track")
      return
    }
    let middle = ScreenPoint(x: (track.lowerBound + track.upperBound) / 2, y: target.rect.center.y)
    #expect(list.hit(at: middle).control == .scrub)
    #expect(abs(list.hit(at: middle).value - 0.5) < 0.001)
    #expect(
      list.hit(at: ScreenPoint(x: 0, y: 0), captured: .scrub)
        == PointerHit(.scrub, value: 0, isInCorner: true))
    #expect(list.hit(at: ScreenPoint(x: 640, y: 200)).control == .background)
  }

  @Test func theVolumesSliderRunsUpBelowItsButton() throws {
    let list = try list(.review(), after: 1)
    let button = try #require(list.targets.first { $0.control == .volume })
    guard case .up(let track) = button.track else {
      Issue.record("no track")
      return
    }
    #expect(track.lowerBound > button.rect.maxY)
    let place = ScreenPoint(x: 5, y: track.lowerBound + (track.upperBound - track.lowerBound) / 4)
    #expect(abs(list.hit(at: place, captured: .volume).value - 0.75) < 0.001)
    #expect(list.hit(at: button.rect.center, captured: .volume).value == 1)
  }
}

import RetakeKiosk
import Testing

/// How fast the take is played: a long press on play.
@Suite struct RateTests {
  @Test func aLongPressShowsTheRatesAndDoesNotPause() {
    var driver = KioskDriver.review()
    #expect(driver.state.rateChoices.isEmpty)
    driver.holdPlay()
    #expect(driver.state.player.isPlaying)
    #expect(driver.state.rateChoices == [.rate(0.25), .rate(0.5), .rate(1), .rate(2), .loop])
    driver.wait(3)
    driver.tap(.rate(0.5))
    #expect(driver.latest.contains(.setRate(0.5)) && driver.state.player.rate == 0.5)
    driver.wait(3.9)
    #expect(driver.state.rateChoices.count == 5)
    // What is not as usual stays to be seen, and is undone by another touch.
    driver.wait(0.2)
    #expect(driver.state.rateChoices == [.rate(0.5)])
    driver.tap(.rate(0.5))
    #expect(driver.latest.contains(.setRate(1)))
    #expect(driver.state.rateChoices.isEmpty)
  }

  @Test func aShortPressStillPauses() {
    var driver = KioskDriver.review()
    driver.send(.pointer(.down, PointerHit(.playPause)))
    driver.wait(0.45)
    driver.send(.pointer(.up, PointerHit(.playPause)))
    #expect(!driver.state.player.isPlaying && driver.state.rateChoices.isEmpty)
  }

  @Test func aLoopBeginsAgainUntilNobodyIsThere() {
    var driver = KioskDriver.review()
    driver.holdPlay()
    driver.tap(.loop)
    driver.wait(10)
    driver.endPlaying()
    #expect(driver.state.player.isPlaying && driver.latest.last == .play)
    #expect(driver.latest.contains { if case .seek(.position(0), .exact, _) = $0 { true } else { false } })
    driver.wait(30)
    driver.endPlaying()
    driver.wait(31)
    #expect(driver.state.phase == .saving)
  }

  @Test func theNextTakeIsPlayedAsUsual() {
    var driver = KioskDriver.review()
    driver.holdPlay()
    driver.tap(.rate(2))
    driver.send(.key(.discard))
    driver.send(.key(.undo))
    driver.finishUndo()
    driver.showFirstPicture()
    #expect(driver.state.player.rate == 1 && driver.state.rateChoices.isEmpty)
  }
}

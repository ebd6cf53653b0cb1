import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct PointerTests {
  @Test func touchesAreDeafAfterAChangeOfStateButKeysAreNot() {
    var driver = KioskDriver.ready()
    driver.tap(.record)
    #expect(driver.state.phase == .countdown)
    driver.wait(0.39)
    driver.tap(.record)
    #expect(driver.state.phase == .countdown)
    driver.wait(0.02)
    driver.tap(.record)
    #expect(driver.state.phase == .ready)
    driver.send(.key(.space))
    #expect(driver.state.phase == .countdown)
    driver.send(.key(.space))
    #expect(driver.state.phase == .ready)
  }

  @Test func aPressThatBeganDeafOrElsewhereDoesNothing() {
    var driver = KioskDriver.review()
    driver.send(.pointer(.down, PointerHit(.save)))
    driver.send(.pointer(.up, PointerHit(.retake)))
    #expect(driver.state.phase == .review)
    driver.send(.pointer(.up, PointerHit(.save)))
    #expect(driver.state.phase == .review)

    driver = .saving()
    driver.finishSave()
    driver.send(.pointer(.down, PointerHit(.newRecording)))
    driver.wait(1)
    driver.send(.pointer(.up, PointerHit(.newRecording)))
    #expect(driver.state.phase == .saved)
  }

  @Test func scrubbingSeeksKeyFramesAndThenTheFrame() {
    var driver = KioskDriver.review()
    driver.send(.pointer(.down, PointerHit(.scrub, value: 0.5)))
    #expect(driver.latest.first == .pause)
    driver.send(.pointer(.moved, PointerHit(.scrub, value: 0.25)))
    #expect(driver.latest.contains { if case .seek(.position(3), .keyFrame, _) = $0 { true } else { false } })
    #expect(driver.state.player.scrub?.value == 0.25)
    driver.send(.pointer(.moved, PointerHit(.scrub, value: 0.25)))
    #expect(driver.latest.isEmpty)
    driver.send(.pointer(.up, PointerHit(.scrub, value: 0.75)))
    #expect(driver.latest.contains { if case .seek(.position(9), .exact, _) = $0 { true } else { false } })
    #expect(driver.latest.last == .play)
    #expect(driver.state.player.scrub == nil)
  }

  @Test func aPausedTakeStaysPausedAfterScrubbing() {
    var driver = KioskDriver.review()
    driver.send(.key(.space))
    driver.send(.pointer(.down, PointerHit(.scrub, value: 0.5)))
    driver.send(.pointer(.cancelled, PointerHit(.scrub, value: 0.5)))
    #expect(!driver.latest.contains(.play))
    #expect(driver.latest.contains { if case .seek(_, .exact, _) = $0 { true } else { false } })
  }

  @Test func aFingerThatNeverLeavesTheBarDoesNotHoldTheKiosk() {
    var driver = KioskDriver.review()
    driver.send(.pointer(.down, PointerHit(.scrub, value: 0.5)))
    driver.wait(12 + 5 + 60)
    #expect(driver.state.phase == .saving)
  }

  @Test func aTapOnThePicturePausesAndTwoGoFiveSeconds() {
    var driver = KioskDriver.review()
    driver.tap(.background, value: 0.9)
    #expect(!driver.state.player.isPlaying)
    driver.wait(0.2)
    driver.tap(.background, value: 0.8)
    #expect(driver.state.player.isPlaying)
    #expect(driver.latest.contains { if case .seek(.relative(5), .exact, _) = $0 { true } else { false } })
  }

  @Test func theVolumeFollowsTheFingerFromWhereItIs() {
    var driver = KioskDriver.review()
    driver.send(.key(.volumeDown))
    driver.send(.key(.volumeDown))
    driver.wait(4)
    #expect(driver.state.volumeSliderEnd.map { $0 <= driver.state.now } == true)
    driver.send(.pointer(.down, PointerHit(.volume, value: 1)))
    driver.send(.pointer(.moved, PointerHit(.volume, value: 0.95)))
    // Open, and not louder because the finger came by.
    #expect(driver.state.volumeSliderEnd.map { $0 > driver.state.now } == true)
    #expect(abs(driver.state.player.volume - 0.8) < 0.001)
    driver.send(.pointer(.moved, PointerHit(.volume, value: 0.5)))
    #expect(driver.latest == [.setVolume(0.5)])
    driver.send(.pointer(.moved, PointerHit(.volume, value: 0.9)))
    #expect(driver.latest == [.setVolume(0.9)])
    driver.send(.pointer(.up, PointerHit(.volume, value: 0.9)))
    #expect(!driver.state.player.isMuted)
    driver.wait(0.5)
    driver.send(.pointer(.down, PointerHit(.volumeSlider, value: 0.1)))
    #expect(driver.latest == [.setVolume(0.1)])
    driver.wait(60)
    #expect(driver.state.volumeSliderEnd.map { $0 > driver.state.now } == true)
    driver.send(.pointer(.up, PointerHit(.background)))
    driver.wait(4)
    #expect(driver.state.volumeSliderEnd.map { $0 <= driver.state.now } == true)
  }

  @Test func aTapOnTheVolumeMutesAndSettingItIsHeard() {
    var driver = KioskDriver.review()
    driver.tap(.volume, value: 1)
    #expect(driver.state.player.isMuted)
    #expect(driver.state.volumeSliderEnd == nil)
    driver.send(.key(.volumeDown))
    #expect(driver.latest.contains(.setMuted(false)))
    #expect(!driver.state.player.isMuted)
  }

  @Test func theFirstTouchInFullScreenOnlyBringsTheControls() {
    var driver = KioskDriver.review()
    driver.send(.key(.fullScreen))
    driver.wait(4)
    driver.tap(.background)
    #expect(driver.state.player.isPlaying)
    driver.wait(1)
    driver.tap(.playPause)
    #expect(!driver.state.player.isPlaying)
  }

  @Test func fiveTapsInTheCornerAskForQuit() {
    var driver = KioskDriver.ready()
    for _ in 0..<4 {
      driver.tap(.background, inCorner: true)
      driver.wait(0.5)
    }
    #expect(driver.state.dialogSince == nil)
    driver.tap(.background, inCorner: true)
    #expect(driver.state.dialogSince != nil)
    driver.tap(.dialogAct)
    #expect(driver.effects.last == .quit)
  }

  @Test func slowOrScatteredTapsAskForNothing() {
    var driver = KioskDriver.ready()
    for _ in 0..<8 {
      driver.tap(.background, inCorner: true)
      driver.wait(1.1)
    }
    #expect(driver.state.dialogSince == nil)
    driver = .ready()
    for count in 0..<9 { driver.tap(.background, inCorner: count != 4) }
    #expect(driver.state.dialogSince == nil)
  }

  @Test func theDialogCoversEverything() {
    var driver = KioskDriver.review()
    driver.send(.key(.operatorMenu))
    driver.tap(.save)
    #expect(driver.state.phase == .review)
    driver.send(.key(.save))
    #expect(driver.state.phase == .review)
    // Enter without having moved takes the safe answer.
    driver.send(.key(.enter))
    #expect(driver.state.dialogSince == nil)
    #expect(!driver.state.isOver)
  }

  @Test func fourKeysReachEverything() {
    var driver = KioskDriver.review()
    driver.send(.key(.focusNext))
    #expect(driver.state.focus == .save)
    var seen: [Control] = [.save]
    for _ in 1..<driver.state.focusOrder.count {
      driver.send(.key(.focusNext))
      if let focus = driver.state.focus { seen.append(focus) }
    }
    #expect(seen == driver.state.focusOrder)
    driver.send(.key(.focusNext))
    driver.send(.key(.select))
    #expect(driver.state.phase == .saving)
    driver.send(.pointer(.down, PointerHit(.background)))
    #expect(driver.state.focus == nil)
  }

  @Test func keysAreKnownByTheirNames() {
    #expect(KioskKey(name: "Shift+Left") == .skip(-5))
    #expect(KioskKey(name: "Ctrl+Alt+O") == .operatorMenu)
    #expect(KioskKey(name: "Left Ctrl") == nil)
    #expect(KioskKey(name: "G") == .other)
  }
}

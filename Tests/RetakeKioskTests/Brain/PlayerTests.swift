import RetakeKiosk
import RetakeMedia
import Testing

/// `retake play`: review without a booth around it.
@Suite struct PlayerTests {
  private func player() -> KioskDriver {
    var settings = KioskSettings()
    settings.isPlayer = true
    settings.quitsWithWindow = true
    var driver = KioskDriver(settings)
    driver.send(.open(KioskDriver.take()))
    driver.showFirstPicture()
    driver.wait(1)
    return driver
  }

  @Test func itPlaysAtOnceAndStaysOnTheLastPicture() {
    var driver = player()
    #expect(driver.state.phase == .review)
    #expect(driver.effects.contains(.play))
    driver.endPlaying()
    driver.wait(3600)
    #expect(driver.state.phase == .review)
    #expect(driver.state.player.isAtEnd)
  }

  @Test func escapeAndTheWindowEndIt() {
    for kind in [KioskEvent.Kind.key(.escape), .windowClosed, .terminate] {
      var driver = player()
      driver.send(kind)
      #expect(driver.latest == [.quit])
    }
  }

  @Test func nothingOfTheBoothIsThere() {
    var driver = player()
    for command in [
      KioskCommand.record, .stop, .save, .discard, .undo, .retake, .devices, .camera(nil), .microphone("x"),
      .preset(.low), .control(name: "gain", value: .number(1)),
    ] {
      #expect(driver.command(command).first?.isRefusal(.notSupported) == true)
    }
    for key in [KioskKey.save, .discard, .retake, .undo, .operatorMenu] { driver.send(.key(key)) }
    driver.tap(.save)
    for _ in 0..<5 { driver.tap(.background, inCorner: true) }
    #expect(driver.state.phase == .review)
    #expect(driver.state.dialogSince == nil)
    #expect(driver.command(.pause) == [.done])
  }

  @Test func aFileThatCannotBePlayedEndsIt() {
    var settings = KioskSettings()
    settings.isPlayer = true
    var driver = KioskDriver(settings)
    driver.send(.open(KioskDriver.take()))
    driver.send(.loadFailed(generation: driver.loadGeneration ?? 0))
    #expect(driver.latest == [.quit])
    driver = KioskDriver(settings)
    driver.wait(11)
    #expect(driver.effects.last == .quit)
  }

  @Test func aMissingMicrophoneIsSaidOnce() {
    var driver = KioskDriver.ready()
    driver.send(.microphone(.missing(.notFound)))
    driver.send(.microphone(.missing(.notFound)))
    #expect(driver.effects.filter { $0 == .notice(.noSound) }.count == 1)
    #expect(driver.state.microphone == .missing(.notFound))
    driver.send(.key(.space))
    #expect(driver.state.phase == .countdown)
  }
}

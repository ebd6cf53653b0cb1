import RetakeKiosk
import RetakeMedia
import Testing

/// A take while it is made: pause, time left, the last seconds.
@Suite struct RecordingTests {
  private func driver(seconds: Double? = 60, _ change: (inout KioskSettings) -> Void = { _ in })
    -> KioskDriver
  {
    var settings = KioskSettings()
    settings.maxDuration = seconds.map { MediaTime(seconds: $0) }
    settings.hasPauseButton = true
    change(&settings)
    return KioskDriver.recording(settings)
  }

  private func limit(_ driver: inout KioskDriver, _ left: Double?) {
    driver.send(
      .recordingLimit(
        generation: driver.recordingGeneration ?? 0, left: left.map { MediaTime(seconds: $0) }))
  }

  private func left(_ driver: KioskDriver) -> Double? {
    driver.state.recording.timeLeft(at: driver.state.now)
  }

  @Test func aPauseStopsTheClocksAndGoesOnWhereItWas() {
    var driver = driver()
    let generation = driver.recordingGeneration ?? 0
    driver.wait(10)
    #expect(driver.command(.pause) == [.done])
    #expect(driver.latest.contains(.pauseRecording(generation: generation)))
    #expect(driver.command(.pause) == [.done])
    #expect(!driver.latest.contains(.pauseRecording(generation: generation)))
    driver.wait(30)
    #expect(driver.state.phase == .recording)
    #expect(abs(driver.state.recording.time(at: driver.state.now) - 10) < 0.001)
    #expect(abs((left(driver) ?? 0) - 50) < 0.001)
    #expect(driver.command(.play) == [.done])
    #expect(driver.latest.contains(.resumeRecording(generation: generation)))
    #expect(driver.command(.play) == [.done])
    driver.wait(5)
    #expect(abs(driver.state.recording.time(at: driver.state.now) - 15) < 0.001)
    #expect(abs((left(driver) ?? 0) - 45) < 0.001)
    // Recorded time alone counts: the recorder ends it, or else the brain 2 s later.
    driver.wait(45)
    #expect(driver.state.phase == .recording)
    driver.wait(2.1)
    #expect(driver.state.phase == .finishing)
  }

  @Test func theButtonPausesAndAPausedTakeCanBeEnded() {
    var driver = driver()
    driver.wait(3)
    driver.tap(.pauseRecording)
    #expect(driver.state.recording.isPaused)
    driver.wait(1)
    driver.tap(.pauseRecording)
    #expect(!driver.state.recording.isPaused)
    driver.tap(.pauseRecording)
    driver.wait(1)
    driver.tap(.record)
    #expect(driver.state.phase == .finishing)
    #expect(driver.command(.pause) == [.refused(.wrongState, "not in state finishing")])
  }

  @Test func aPauseThatNobodyEndsEndsTheTake() {
    var driver = driver(seconds: nil)
    driver.wait(200)
    #expect(driver.state.phase == .recording)
    driver.tap(.pauseRecording)
    driver.wait(59)
    #expect(driver.state.phase == .recording)
    driver.wait(1.1)
    #expect(driver.state.phase == .finishing)
  }

  @Test func aPauseBeforeTheFirstPictureIsNoFault() {
    var settings = KioskSettings()
    settings.hasPauseButton = true
    var driver = KioskDriver.countdown(settings)
    driver.wait(3)
    #expect(driver.command(.pause) == [.done])
    driver.wait(20)
    #expect(driver.state.phase == .recording)
  }

  @Test func theTimeLeftIsTheRecordersAndDoesNotJumpAbout() {
    var driver = driver(seconds: nil)
    driver.wait(1)
    #expect(left(driver) == nil)
    limit(&driver, 100)
    #expect(left(driver) == 100)
    limit(&driver, 101)
    #expect(left(driver) == 100)
    limit(&driver, 60)
    #expect(left(driver) == 60)
    driver.wait(30)
    limit(&driver, 30.2)
    #expect(abs((left(driver) ?? 0) - 30) < 0.001)
    limit(&driver, nil)
    #expect(left(driver) == nil)
    driver.send(.recordingLimit(generation: 999, left: MediaTime(seconds: 1)))
    #expect(left(driver) == nil)
  }

  @Test func theLastTenSecondsAreAnnouncedOnce() {
    var driver = driver(seconds: 20)
    driver.wait(9.9)
    #expect(!driver.effects.contains(.notice(.lastSeconds)))
    driver.wait(0.2)
    driver.wait(5)
    #expect(driver.effects.filter { $0 == .notice(.lastSeconds) }.count == 1)
    // No toast comes over the take or its review.
    #expect(driver.state.toast == nil)
  }

  @Test func aCountdownThatIsInTheTakeIsSilent() {
    let driver = driver { $0.hasPreRoll = true }
    let cues = driver.effects.filter { if case .playCue = $0 { true } else { false } }
    #expect(cues.isEmpty)
    // The take begins before the touch, three seconds ago.
    #expect(driver.state.recording.pressed == driver.state.since - MediaTime(seconds: 3))
  }
}

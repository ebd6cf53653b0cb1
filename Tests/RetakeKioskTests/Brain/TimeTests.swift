import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct TimeTests {
  /// Cues and the start of the take, with the time they came.
  private func cues(of settings: KioskSettings) -> [(time: Double, effect: KioskEffect)] {
    var driver = KioskDriver.ready(settings)
    let start = driver.now
    driver.send(.key(.space))
    var found: [(time: Double, effect: KioskEffect)] = []
    func collect() {
      for effect in driver.latest {
        switch effect {
        case .playCue, .startRecording: found.append((driver.now - start, effect))
        default: break
        }
      }
    }
    collect()
    while driver.state.phase == .countdown {
      guard let wake = nextWakeUp(driver.state) else { break }
      driver.wait(wake.seconds - driver.now)
      collect()
    }
    return found
  }

  @Test func countdownTicksEachSecondAndTheCueEndsWithIt() {
    let found = cues(of: KioskSettings())
    #expect(
      found.map(\.effect).dropLast() == [
        .playCue(.tick), .playCue(.tick), .playCue(.lastTick), .playCue(.start),
      ])
    let times = found.map(\.time)
    for (time, wanted) in zip(times, [0, 1, 2, 2.75, 3]) { #expect(abs(time - wanted) < 0.001) }
  }

  @Test func countdownOfZeroIsTheStartCueAlone() {
    var settings = KioskSettings()
    settings.countdown = 0
    let found = cues(of: settings)
    #expect(found.first?.effect == .playCue(.start))
    #expect(found.count == 2)
    #expect(abs((found.last?.time ?? 0) - 0.25) < 0.001)
  }

  @Test func aLateLoopSkipsTicksButNotTheStartCue() {
    var driver = KioskDriver.countdown()
    // Nobody called for 10 s.
    let before = driver.effects.count
    driver.oversleep(10)
    let cues = driver.effects[before...].compactMap { if case .playCue(let cue) = $0 { cue } else { nil } }
    #expect(cues == [.start])
    #expect(driver.state.phase == .countdown)
    driver.wait(0.25)
    #expect(driver.state.phase == .recording)
  }

  @Test func readyGoesBackAfter45SecondsWithoutInput() {
    var driver = KioskDriver.ready()
    driver.wait(43.9)
    driver.send(.key(.other))
    driver.wait(44.9)
    #expect(driver.state.phase == .ready)
    driver.wait(0.2)
    #expect(driver.state.phase == .attract)
  }

  @Test func pollingIsNoInput() {
    var driver = KioskDriver.ready()
    for _ in 0..<50 {
      driver.wait(1)
      _ = driver.command(.state)
      _ = driver.command(.stats)
    }
    #expect(driver.state.phase == .attract)
  }

  @Test func reviewCountsFromTheFirstEndOfPlay() {
    var driver = KioskDriver.review()
    driver.wait(11)
    driver.endPlaying()
    driver.wait(59.9)
    #expect(driver.state.phase == .review)
    driver.wait(0.2)
    #expect(driver.state.phase == .saving)
  }

  @Test func reviewPausedOrSilentGoesOnAllTheSame() {
    var driver = KioskDriver.review()
    driver.send(.key(.space))
    #expect(!driver.state.player.isPlaying)
    driver.wait(60)
    #expect(driver.state.phase == .saving)
    // The player never tells its end.
    driver = .review()
    driver.wait(12 + 5 + 60)
    #expect(driver.state.phase == .saving)
  }

  @Test func reviewCanDiscardByPolicy() {
    var settings = KioskSettings()
    settings.reviewTimeout = .discard
    var driver = KioskDriver.review(settings)
    driver.endPlaying()
    driver.wait(60)
    #expect(driver.state.phase == .attract)
    #expect(driver.effects.contains(.discardTake(KioskDriver.take())))
    #expect(driver.state.toast == nil)
  }

  @Test func nothingOfAGuestSurvivesAttract() {
    var driver = KioskDriver.ready()
    driver.send(.key(.mute))
    #expect(driver.state.isMicrophoneMuted)
    driver.wait(45)
    #expect(driver.state.phase == .attract)
    #expect(!driver.state.isMicrophoneMuted)
    #expect(driver.effects.contains(.setMicrophoneMuted(false)))
  }

  @Test func theDialogClosesByItself() {
    var driver = KioskDriver.attract()
    driver.send(.key(.operatorMenu))
    driver.wait(29.9)
    #expect(driver.state.dialogSince != nil)
    driver.wait(0.2)
    #expect(driver.state.dialogSince == nil)
    #expect(!driver.state.isOver)
  }

  @Test func timeNeverGoesBack() {
    var driver = KioskDriver.countdown()
    let (state, _) = reduce(driver.state, KioskEvent(.tick, at: MediaTime(seconds: 1)))
    #expect(state.now == driver.state.now)
    driver.wait(3)
    #expect(driver.state.phase == .recording)
  }
}

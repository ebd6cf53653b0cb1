import RetakeKiosk
import RetakeMedia
import Testing

/// Cameras and microphones that come, go and are changed.
@Suite struct DeviceTests {
  // MARK: faults

  @Test func aCameraPulledInEachStateIsSaidAndLeavesAWayOut() {
    for driver in [KioskDriver.attract(), .ready()] {
      var driver = driver
      let phase = driver.state.phase
      driver.send(.cameraMissing(.unplugged))
      #expect(driver.latest == [.notice(.cameraLost)])
      #expect(driver.state.phase == phase && driver.state.camera == .missing(.unplugged))
      // It is said once, however often it is looked for in vain.
      driver.send(.cameraMissing(.notFound))
      #expect(driver.latest == [])
      driver.send(.previewStarted(isTest: false))
      #expect(driver.state.phase == phase && driver.state.camera.isLive)
    }
    var countdown = KioskDriver.countdown()
    countdown.send(.cameraMissing(.unplugged))
    #expect(countdown.state.phase == .ready)
    #expect(countdown.latest.contains(.notice(.cameraLost)))
    for driver in [KioskDriver.review(), .saved()] {
      var driver = driver
      let phase = driver.state.phase
      driver.send(.cameraMissing(.unplugged))
      #expect(driver.state.phase == phase)
      #expect(driver.state.toast?.kind == .notice(.cameraLost))
      // No take can follow until there is a camera again.
      driver.send(.key(.retake))
      driver.tap(.newRecording)
      #expect(driver.state.phase == phase && driver.state.take != nil)
    }
  }

  @Test(arguments: [
    (KioskState.CameraProblem.unplugged, KioskState.Interruption.camera), (.silent, .cameraSilent),
  ])
  func aCameraLostInATakeEndsItAndReviewFollowsWhenItIsBack(
    problem: KioskState.CameraProblem, interruption: KioskState.Interruption
  ) {
    var driver = KioskDriver.recording()
    driver.wait(4)
    driver.send(.cameraMissing(problem))
    #expect(driver.state.phase == .finishing)
    driver.endRecording(.fault(interruption), KioskDriver.take(seconds: 4))
    driver.showFirstPicture()
    #expect(driver.state.phase == .interrupted && driver.state.interruption == interruption)
    driver.wait(1)
    driver.send(.previewStarted(isTest: false))
    driver.wait(4)
    #expect(driver.state.phase == .review)
  }

  @Test func whatIsOffSaysWhy() {
    for driver in [KioskDriver.review(), .saved()] {
      var driver = driver
      let control: Control = driver.state.phase == .review ? .retake : .newRecording
      driver.send(.cameraMissing(.unplugged))
      driver.wait(10)
      #expect(driver.state.toast == nil && driver.state.focusOrder.contains(control))
      let phase = driver.state.phase
      driver.tap(control)
      #expect(driver.state.toast?.kind == .unavailable(.noCamera) && driver.state.phase == phase)
      driver.send(.previewStarted(isTest: false))
      _ = driver.command(.preset(.low))
      driver.tap(control)
      #expect(driver.state.toast?.kind == .unavailable(.cameraChanges) && driver.state.phase == phase)
    }
  }

  /// Another camera has taken over: nothing is missing any more, and nothing says so.
  @Test func whatIsSaidOfACameraGoesWithIt() {
    for driver in [KioskDriver.review(), .saved()] {
      var driver = driver
      let control: Control = driver.state.phase == .review ? .retake : .newRecording
      driver.send(.cameraMissing(.unplugged))
      driver.send(.previewStarted(isTest: false))
      #expect(driver.state.toast == nil)
      driver.send(.cameraMissing(.unplugged))
      driver.wait(10)
      driver.tap(control)
      #expect(driver.state.toast?.kind == .unavailable(.noCamera))
      driver.send(.previewStarted(isTest: false))
      #expect(driver.state.toast == nil)
    }
    var other = KioskDriver.ready(KioskSettings(), saying: .clockSet)
    other.send(.cameraMissing(.unplugged))
    other.send(.previewStarted(isTest: false))
    #expect(other.state.toast?.kind == .notice(.clockSet))
  }

  @Test(arguments: KioskState.MicrophoneProblem.allCases)
  func whatIsSaidOfAMicrophoneGoesWithIt(problem: KioskState.MicrophoneProblem) {
    var driver = KioskDriver.ready()
    driver.send(.microphone(.missing(problem)))
    #expect(driver.state.toast != nil)
    driver.send(.microphone(.live))
    #expect(driver.state.toast == nil)
  }

  @Test func whoHoldsACameraIsKnownUntilThereIsOne() {
    var driver = KioskDriver()
    driver.send(.cameraMissing(.busy, of: "cheese (process 7)"))
    #expect(driver.state.cameraParty == "cheese (process 7)")
    driver.send(.previewStarted(isTest: false))
    #expect(driver.state.cameraParty == nil)
  }

  @Test func aMicrophoneThatGoesLeavesTheTakeRunning() {
    var driver = KioskDriver.recording()
    driver.send(.microphone(.missing(.unplugged)))
    #expect(driver.state.phase == .recording)
    #expect(driver.latest == [.notice(.microphoneLost)])
    driver.send(.microphone(.live))
    #expect(driver.latest == [] && driver.state.microphone == .live)
    let notices = KioskState.MicrophoneProblem.allCases.map { problem in
      driver.send(.microphone(.missing(problem)))
      return driver.latest
    }
    #expect(
      notices == [
        [.notice(.noSound)], [.notice(.microphoneBusy)], [.notice(.microphoneLocked)],
        [.notice(.microphoneLost)], [.notice(.noSound)],
      ])
  }

  // MARK: changes

  private func twoCameras(_ driver: KioskDriver = .ready()) -> KioskDriver {
    var driver = driver
    driver.send(.devices(KioskDriver.twoCameras))
    return driver
  }

  private func generation(_ driver: KioskDriver) -> Int {
    driver.effects.reversed().lazy.compactMap {
      if case .changeDevices(_, let generation) = $0 { generation } else { nil }
    }.first ?? -1
  }

  @Test func keyAndButtonChangeToTheNextCamera() {
    var driver = twoCameras()
    for press in [{ $0.send(.key(.nextCamera)) }, { $0.tap(.switchCamera) }] as [(inout KioskDriver) -> Void]
    {
      press(&driver)
      #expect(driver.latest.contains(.changeDevices(.camera("right"), generation: generation(driver))))
      // Nobody is recorded in between.
      driver.send(.key(.space))
      #expect(driver.state.phase == .ready)
      driver.send(.key(.nextCamera))
      #expect(driver.latest == [])
      driver.send(.changed(generation: generation(driver), .done))
    }
    driver.send(.key(.space))
    #expect(driver.state.phase == .countdown)
    #expect(!driver.effects.contains(.notice(.cameraKept)))
  }

  @Test func oneCameraHasNoButton() {
    var driver = KioskDriver.ready()
    #expect(!driver.state.offersNextCamera)
    driver.send(.key(.nextCamera))
    #expect(driver.latest == [])
    driver = twoCameras()
    #expect(driver.state.offersNextCamera)
    #expect(driver.state.focusOrder.contains(.switchCamera))
  }

  @Test func aCameraThatDoesNotStartIsSaid() {
    var driver = twoCameras()
    driver.send(.key(.nextCamera))
    driver.send(.changed(generation: generation(driver), .refused(.device, "busy")))
    #expect(driver.latest == [.playCue(.error), .notice(.cameraKept)])
    #expect(driver.state.toast?.kind == .notice(.cameraKept))
  }

  @Test func changesAreAnsweredWhenTheyAreOver() {
    var driver = twoCameras()
    #expect(driver.command(.camera(nil)) == [])
    #expect(driver.latest == [.changeDevices(.camera("right"), generation: generation(driver))])
    let first = generation(driver)
    #expect(driver.command(.preset(.low)).first?.isRefusal(.wrongState) == true)
    #expect(driver.command(.record).first?.isRefusal(.wrongState) == true)
    driver.send(.changed(generation: first - 1, .done))
    #expect(driver.replies(to: 1) == [])
    driver.send(.changed(generation: first, .done))
    driver.send(.changed(generation: first, .done))
    #expect(driver.replies(to: 1) == [.done])
    #expect(driver.command(.microphone(nil)).first?.isRefusal(.device) == true)
    #expect(driver.command(.microphone("x")) == [])
    // Nobody answers: the kiosk goes on.
    driver.wait(25)
    #expect(driver.replies(to: 5).first?.isRefusal(.device) == true)
    #expect(driver.command(.preset(.hd720)) == [])
    driver.send(.changed(generation: generation(driver), .done))
    #expect(driver.replies(to: 6) == [.done])
  }

  @Test func nothingIsChangedWhileATakeIsMade() {
    for driver in [KioskDriver.countdown(), .recording(), .finishing(), KioskDriver()] {
      var driver = twoCameras(driver)
      for command in [KioskCommand.camera(nil), .camera("right"), .microphone("x"), .preset(.low)] {
        #expect(driver.command(command).first?.isRefusal(.wrongState) == true)
      }
      driver.send(.key(.nextCamera))
      #expect(!driver.effects.contains { if case .changeDevices = $0 { true } else { false } })
    }
    for driver in [KioskDriver.attract(), .ready(), .review(), .saving(), .saved(), .interrupted()] {
      var driver = twoCameras(driver)
      #expect(driver.command(.camera("right")) == [])
    }
  }

  @Test func aTakeWaitsForTheCameraToFollowItsControls() {
    var settings = KioskSettings()
    settings.countdown = 0
    var driver = KioskDriver.ready(settings)
    driver.send(.controlChanged)
    driver.send(.key(.space))
    driver.wait(0.4)
    #expect(driver.state.phase == .countdown)
    driver.wait(0.2)
    #expect(driver.state.phase == .recording)
    // A countdown that is longer anyway stays as long.
    settings.countdown = 3
    driver = KioskDriver.ready(settings)
    driver.send(.controlChanged)
    driver.send(.key(.space))
    driver.wait(2.9)
    #expect(driver.state.phase == .countdown)
    driver.wait(0.2)
    #expect(driver.state.phase == .recording)
  }

  @Test func controlsAreReadAlwaysAndSetOnlyBetweenTakes() {
    let reading = KioskCommand.control(name: "gain", value: nil)
    let setting = KioskCommand.control(name: "gain", value: .number(1))
    for (driver, isAllowed) in [
      (KioskDriver.attract(), true), (.ready(), true), (.review(), true), (.saved(), true),
      (.countdown(), false), (.recording(), false),
    ] {
      var driver = driver
      #expect(driver.command(reading) == [])
      let isForwarded = driver.latest.contains { if case .forward(_, reading) = $0 { true } else { false } }
      #expect(isForwarded)
      let replies = driver.command(setting)
      let phase = driver.state.phase.rawValue
      #expect(replies == (isAllowed ? [] : [.refused(.wrongState, "not in state \(phase)")]))
    }
  }

  // MARK: looking

  @Test func aLostDeviceIsLookedForOftenThenSeldom() {
    var search = DeviceSearch()
    search.hearsOfDevices = true
    var now = MediaTime(seconds: 100)
    search.lost(at: now)
    var pauses: [Double] = []
    for _ in 0..<6 {
      guard let next = search.next else { break }
      pauses.append((next - now).seconds)
      now = next
      search.pause()
      #expect(search.next == nil)
      search.failed(at: now, isKnownAbsent: true)
    }
    #expect(pauses == [0.5, 1, 2, 4, 10, 10])
    // Somebody plugs it in: at once.
    search.appeared(at: now)
    #expect(search.next.map { ($0 - now).seconds } == 0.4)
    search.found()
    search.appeared(at: now)
    #expect(search.next == nil)
  }

  @Test func whatNobodyTellsIsPolled() {
    var search = DeviceSearch()
    let now = MediaTime(seconds: 100)
    for _ in 0..<9 { search.failed(at: now, isKnownAbsent: true) }
    #expect(search.next.map { ($0 - now).seconds } == 2)
    search.substituted(at: now)
    #expect(search.next.map { ($0 - now).seconds } == 2)
    // A program that lets go of a camera is no event anywhere.
    search.hearsOfDevices = true
    search.failed(at: now, isKnownAbsent: false)
    #expect(search.next.map { ($0 - now).seconds } == 4)
  }
}

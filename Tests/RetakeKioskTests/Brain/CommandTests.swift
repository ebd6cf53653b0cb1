import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct CommandTests {
  @Test func startingRefusesAllButFour() {
    var driver = KioskDriver()
    for command in [
      KioskCommand.record, .stop, .mute(nil), .volume(0.5), .screenshot("/tmp/x.png"), .key("Space"),
    ] {
      #expect(driver.command(command).first?.isRefusal(.wrongState) == true)
    }
    #expect(driver.command(.state) == [.state(.starting, take: nil, isPlaying: false)])
    _ = driver.command(.subscribe)
    #expect(driver.latest == [.forward(request: 8, .subscribe)])
    _ = driver.command(.quit)
    #expect(driver.latest == [.reply(request: 9, .done), .quit])
  }

  @Test func wrongStatesAreSaid() {
    var driver = KioskDriver.ready()
    for command in [
      KioskCommand.stop, .save, .discard, .retake, .undo, .play, .pause, .seek(1), .step(1), .rate(1),
    ] {
      #expect(driver.command(command).first?.isRefusal(.wrongState) == true, "\(command)")
    }
    driver = .review()
    #expect(driver.command(.record).first?.isRefusal(.wrongState) == true)
    #expect(driver.state.phase == .review)
    for driver in [KioskDriver.attract(), .saved(), .saving()] {
      var driver = driver
      #expect(driver.command(.mute(true)).first?.isRefusal(.wrongState) == true)
      #expect(!driver.state.player.isMuted && !driver.state.isMicrophoneMuted)
    }
  }

  @Test func whatComesBeforeTheTakesPictureWaitsForIt() {
    var driver = KioskDriver.review()
    #expect(driver.command(.discard) == [.done])
    #expect(driver.command(.undo) == [.done])
    #expect(driver.command(.pause) == [])
    #expect(driver.command(.seek(2.5)) == [])
    driver.finishUndo()
    #expect(driver.command(.step(1)) == [])
    driver.showFirstPicture()
    #expect(driver.replies(to: 3) == [.done])
    #expect(!driver.state.player.isPlaying)
    #expect(driver.effects.contains { if case .seek(.position(2.5), .exact, _) = $0 { true } else { false } })
    guard case .seek(.frames(1), .exact, let token)? = driver.latest.last else {
      Issue.record("the step was not carried out")
      return
    }
    driver.send(.seekCompleted(token: token, position: 2.53))
    #expect(driver.replies(to: 4) == [.position(2.53)])
    #expect(driver.replies(to: 5) == [.position(2.53)])
  }

  @Test func aTakeThatDoesNotComeBackAnswersAllTheSame() {
    var driver = KioskDriver.review()
    _ = driver.command(.discard)
    _ = driver.command(.undo)
    #expect(driver.command(.seek(1)) == [])
    driver.wait(11)
    #expect(driver.replies(to: 3).first?.isRefusal(.failed) == true)
    #expect(driver.command(.play) == [])
    driver.send(.undoFailed(generation: driver.fileGeneration ?? 0))
    #expect(driver.replies(to: 4).first?.isRefusal(.failed) == true)
  }

  @Test func whoSteersFromElsewhereIsNotAskingToQuit() {
    var driver = KioskDriver.ready()
    driver.send(.key(.operatorMenu))
    #expect(driver.command(.record) == [.done])
    #expect(driver.state.dialogSince == nil)
    #expect(driver.state.phase == .countdown)
  }

  @Test func badArgumentsAreSaid() {
    var driver = KioskDriver.review()
    let bad: [KioskCommand] = [
      .volume(1.01), .volume(-0.1), .volume(.nan), .rate(0.1), .rate(3), .seek(.nan), .seek(.infinity),
      .step(.min), .tap(x: 2, y: 0),
    ]
    for command in bad {
      #expect(driver.command(command).first?.isRefusal(.badArgument) == true, "\(command)")
    }
  }

  @Test func recordWithoutACameraIsADeviceFault() {
    var driver = KioskDriver.ready()
    driver.send(.cameraMissing(.unplugged))
    #expect(driver.command(.record).first?.isRefusal(.device) == true)
    driver.send(.key(.space))
    #expect(driver.state.phase == .ready)
  }

  @Test func withoutRoomForATakeNoneIsBegun() {
    var driver = KioskDriver.ready()
    driver.send(.storage(.storage))
    #expect(driver.command(.record).first?.isRefusal(.storage) == true)
    driver.send(.key(.space))
    driver.tap(.record)
    #expect(driver.state.phase == .ready)
    driver.send(.storage(nil))
    #expect(driver.command(.record) == [.done])
    #expect(driver.state.phase == .countdown)

    driver = .saved()
    driver.send(.storage(.diskGone))
    driver.wait(1)
    driver.tap(.newRecording)
    #expect(driver.state.phase == .ready)
    // Retake makes room first.
    driver = .review()
    driver.send(.storage(.storage))
    driver.send(.key(.retake))
    #expect(driver.state.phase == .countdown)
  }

  @Test func whileADeviceDoesNotAnswerNoTakeIsBegun() {
    for driver in [KioskDriver.attract(), .ready(), .saved()] {
      var driver = driver
      let phase = driver.state.phase
      driver.send(.devicesHeldUp(true))
      #expect(driver.command(.record).first?.isRefusal(.device) == true)
      #expect(driver.command(.camera("test")).first?.isRefusal(.device) == true)
      driver.tap(phase == .saved ? .newRecording : .record)
      #expect(driver.state.phase == phase && !driver.state.focusOrder.contains(.record))
      driver.send(.devicesHeldUp(false))
      #expect(driver.command(.record) == [.done])
    }
    // The take would be the next thing that waits.
    var countdown = KioskDriver.countdown()
    countdown.send(.devicesHeldUp(true))
    #expect(countdown.state.phase == .ready)
    // A microphone that is changed is waited for, too.
    var changing = KioskDriver.ready()
    _ = changing.command(.microphone("test"))
    #expect(changing.state.changeSeen != nil && !changing.state.focusOrder.contains(.record))
  }

  @Test func saveAnswersWhenItIsDurableAndAllWhoAsked() {
    var driver = KioskDriver.review()
    #expect(driver.command(.save) == [])
    #expect(driver.command(.save) == [])
    driver.finishSave()
    #expect(driver.replies(to: 1) == [.path("/library/takes/a1.mp4")])
    #expect(driver.replies(to: 2) == [.path("/library/takes/a1.mp4")])
  }

  @Test func aFailedSaveAnswersWithItsCode() {
    var driver = KioskDriver.review()
    _ = driver.command(.save)
    driver.send(.saveFailed(generation: driver.fileGeneration ?? 0, "no space"))
    #expect(driver.replies(to: 1) == [.refused(.storage, "no space")])
  }

  @Test func aSilentStorageAnswersToo() {
    var driver = KioskDriver.review()
    _ = driver.command(.save)
    driver.wait(31)
    #expect(driver.replies(to: 1).first?.isRefusal(.storage) == true)
    #expect(driver.state.phase == .review)
  }

  @Test func seekAnswersWithThePictureAndTheNewestAnswersForAll() {
    var driver = KioskDriver.review()
    #expect(driver.command(.seek(2.5)) == [])
    #expect(driver.latest.contains { if case .seek(.position(2.5), .exact, _) = $0 { true } else { false } })
    #expect(driver.command(.seek(99)) == [])
    guard case .seek(.position(12), .exact, let token)? = driver.latest.last else {
      Issue.record("not clamped: \(driver.latest)")
      return
    }
    driver.send(.seekCompleted(token: token, position: 11.96))
    #expect(driver.replies(to: 1) == [.position(11.96)])
    #expect(driver.replies(to: 2) == [.position(11.96)])
  }

  @Test func aSeekIsAnsweredWhenReviewEndsOrThePlayerHangs() {
    var driver = KioskDriver.review()
    _ = driver.command(.seek(2))
    driver.send(.key(.discard))
    #expect(driver.replies(to: 1).first?.isRefusal(.wrongState) == true)

    driver = .review()
    _ = driver.command(.step(-1))
    #expect(!driver.state.player.isPlaying)
    driver.wait(10)
    #expect(driver.replies(to: 1).first?.isRefusal(.failed) == true)
  }

  @Test func playAndPauseAreOkWhenAlreadySo() {
    var driver = KioskDriver.review()
    #expect(driver.command(.play) == [.done])
    #expect(!driver.latest.contains(.play))
    #expect(driver.command(.pause) == [.done])
    #expect(driver.latest.contains(.pause))
    #expect(driver.command(.pause) == [.done])
    #expect(!driver.latest.contains(.pause))
  }

  @Test func playAtTheEndStartsAgain() {
    var driver = KioskDriver.review()
    driver.endPlaying()
    #expect(driver.state.player.isAtEnd)
    _ = driver.command(.play)
    #expect(driver.latest.contains { if case .seek(.position(0), .exact, _) = $0 { true } else { false } })
    #expect(driver.latest.contains(.play))
  }

  @Test func muteMeansTheMicrophoneUntilTheTakeIsThere() {
    var driver = KioskDriver.recording()
    #expect(driver.command(.mute(nil)) == [.on(true)])
    #expect(driver.latest.contains(.setMicrophoneMuted(true)))
    driver = .review()
    #expect(driver.command(.mute(true)) == [.on(true)])
    #expect(driver.command(.mute(nil)) == [.on(false)])
    #expect(driver.latest.contains(.setMuted(false)))
    #expect(driver.command(.volume(0.25)) == [.value(0.25)])
    #expect(driver.latest.contains(.setVolume(0.25)))
  }

  @Test func controlsOffIsFullScreen() {
    var driver = KioskDriver.review()
    #expect(driver.command(.controls(nil)) == [.on(false)])
    #expect(driver.state.player.isFullScreen)
    #expect(driver.command(.controls(true)) == [.on(true)])
    #expect(!driver.state.player.isFullScreen)
  }

  /// Stop at any moment from the button to the take, to the millisecond: never lost, never a second take.
  @Test func stopIsNeverLost() {
    for step in 0..<400 {
      var driver = KioskDriver.countdown()
      driver.wait(Double(step) * 0.01)
      if driver.state.phase == .recording, step % 2 == 0, let generation = driver.recordingGeneration {
        driver.send(.recordingStarted(generation: generation, at: driver.state.now))
      }
      let wasRecording = driver.state.phase == .recording
      #expect(driver.command(.stop) == [.done])
      #expect(driver.state.phase == (wasRecording ? .finishing : .ready))
      let starts = driver.effects.filter { if case .startRecording = $0 { true } else { false } }.count
      let stops = driver.effects.filter { if case .stopRecording = $0 { true } else { false } }.count
      #expect(starts == (wasRecording ? 1 : 0))
      #expect(stops == starts)
    }
  }
}

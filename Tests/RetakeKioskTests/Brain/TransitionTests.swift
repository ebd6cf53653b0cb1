import RetakeKiosk
import RetakeMedia
import Testing

/// The table of states in DESIGN.md, line by line.
@Suite struct TransitionTests {
  // MARK: starting

  @Test func startingLeavesWithTheFirstPictureOrTheReason() {
    var driver = KioskDriver()
    #expect(driver.state.phase == .starting)
    driver.send(.previewStarted(isTest: true))
    #expect(driver.state.phase == .attract)
    #expect(driver.state.camera == .live(isTest: true))

    driver = KioskDriver()
    driver.send(.cameraMissing(.notFound))
    #expect(driver.state.phase == .attract)
  }

  @Test func startingDoesNotWaitForEver() {
    var driver = KioskDriver()
    driver.wait(11)
    #expect(driver.state.phase == .attract)
    #expect(driver.state.camera == .missing(.silent))
  }

  // MARK: attract

  @Test(arguments: [KioskKey.other, .enter, .escape, .skip(1), .mute, .save, .focusNext])
  func anyOtherKeyOnAttractComesCloserAndDoesNothingElse(key: KioskKey) {
    var driver = KioskDriver.attract()
    driver.send(.key(key))
    #expect(driver.state.phase == .ready)
    #expect(driver.latest == [.stateChanged(.ready)])
  }

  @Test func attractByTouch() {
    var driver = KioskDriver.attract()
    driver.tap(.background)
    #expect(driver.state.phase == .ready)
    driver = .attract()
    driver.tap(.record)
    #expect(driver.state.phase == .countdown)
  }

  @Test func spaceAndRecordStartAtOnceFromAttractReadyAndSaved() {
    for driver in [KioskDriver.attract(), .ready(), .saved()] {
      var byKey = driver
      byKey.send(.key(.space))
      #expect(byKey.state.phase == .countdown)
      var byCommand = driver
      #expect(byCommand.command(.record) == [.done])
      #expect(byCommand.state.phase == .countdown)
    }
  }

  // MARK: ready and countdown

  @Test func readyLeavesByButtonAndEnter() {
    var driver = KioskDriver.ready()
    driver.send(.key(.enter))
    #expect(driver.state.phase == .countdown)
    driver = .ready()
    driver.tap(.record)
    #expect(driver.state.phase == .countdown)
    driver = .ready()
    driver.tap(.background)
    #expect(driver.state.phase == .ready)
  }

  @Test func countdownIsLeftByButtonSpaceEscapeAndStop() {
    for key in [KioskKey.space, .escape] {
      var driver = KioskDriver.countdown()
      driver.send(.key(key))
      #expect(driver.state.phase == .ready)
    }
    var driver = KioskDriver.countdown()
    driver.wait(0.5)
    driver.tap(.record)
    #expect(driver.state.phase == .ready)
    driver = .countdown()
    #expect(driver.command(.stop) == [.done])
    #expect(driver.state.phase == .ready)
    driver.wait(5)
    #expect(!driver.effects.contains { if case .startRecording = $0 { true } else { false } })
  }

  // MARK: recording and finishing

  @Test func recordingIsLeftByButtonSpaceEnterAndStop() {
    for key in [KioskKey.space, .enter] {
      var driver = KioskDriver.recording()
      driver.send(.key(key))
      #expect(driver.state.phase == .finishing)
    }
    var driver = KioskDriver.recording()
    driver.wait(0.5)
    driver.tap(.record)
    #expect(driver.state.phase == .finishing)
    driver = .recording()
    #expect(driver.command(.stop) == [.done])
    #expect(driver.state.phase == .finishing)
    driver = .recording()
    driver.send(.key(.escape))
    #expect(driver.state.phase == .recording)
  }

  @Test func aLimitOfTheRecorderEndsInReview() {
    var driver = KioskDriver.recording()
    driver.wait(5)
    driver.endRecording(.wanted, KioskDriver.take(seconds: 5))
    #expect(driver.state.phase == .finishing)
    #expect(!driver.effects.contains { if case .stopRecording = $0 { true } else { false } })
    driver.showFirstPicture()
    #expect(driver.state.phase == .review)
    #expect(driver.latest.contains(.play))
  }

  @Test func theBrainEndsATakeThatTheRecorderForgot() {
    var settings = KioskSettings()
    settings.maxDuration = MediaTime(seconds: 10)
    var driver = KioskDriver.recording(settings)
    driver.wait(11.9)
    #expect(driver.state.phase == .recording)
    driver.wait(0.2)
    #expect(driver.state.phase == .finishing)
  }

  @Test func aRecorderThatNeverStartsIsGivenUp() {
    var driver = KioskDriver.countdown()
    driver.wait(3)
    #expect(driver.state.phase == .recording)
    driver.wait(5)
    #expect(driver.state.phase == .finishing)
    driver.endRecording(.wanted, nil)
    #expect(driver.state.phase == .interrupted)
  }

  @Test(arguments: [KioskDriver.take(seconds: 0.29), nil])
  func tooShortLeavesNoFileAndSaysSo(take: KioskTake?) {
    var driver = KioskDriver.finishing(after: 0.1)
    driver.endRecording(.wanted, take)
    #expect(driver.state.phase == .ready)
    #expect(driver.latest.contains(.notice(.tooShort)))
    #expect(take == nil || driver.latest.contains(.deleteTake(KioskDriver.take(seconds: 0.29))))
    #expect(driver.state.take == nil)
  }

  @Test func threeTenthsAreLongEnough() {
    var driver = KioskDriver.finishing(after: 0.3)
    driver.endRecording(.wanted, KioskDriver.take(seconds: 0.3))
    driver.showFirstPicture()
    #expect(driver.state.phase == .review)
  }

  @Test func aTakeWhosePictureNeverComesIsStillReviewed() {
    var driver = KioskDriver.finishing()
    driver.endRecording(.wanted, KioskDriver.take())
    driver.wait(11)
    #expect(driver.state.phase == .review)
    #expect(driver.state.take == KioskDriver.take())
  }

  @Test(arguments: KioskState.Interruption.allCases)
  func aFaultGoesThroughFinishingToInterrupted(fault: KioskState.Interruption) {
    var driver = KioskDriver.recording()
    driver.wait(3)
    driver.endRecording(.fault(fault), KioskDriver.take(seconds: 3))
    #expect(driver.state.phase == .finishing)
    driver.showFirstPicture()
    #expect(driver.state.phase == .interrupted)
    #expect(driver.state.interruption == fault)
  }

  // MARK: review

  @Test func decisionsOfReview() {
    var driver = KioskDriver.review()
    driver.send(.key(.save))
    #expect(driver.state.phase == .saving)
    driver = .review()
    driver.send(.key(.discard))
    #expect(driver.state.phase == .ready)
    #expect(driver.latest.contains(.discardTake(KioskDriver.take())))
    driver = .review()
    driver.send(.key(.retake))
    #expect(driver.state.phase == .countdown)
    #expect(driver.latest.contains(.discardTake(KioskDriver.take())))
    driver = .review()
    driver.tap(.save)
    #expect(driver.state.phase == .saving)
  }

  @Test func discardIsUndoneWithinEightSeconds() {
    var driver = KioskDriver.review()
    driver.send(.key(.discard))
    driver.wait(7.9)
    driver.send(.key(.undo))
    #expect(driver.state.phase == .review)
    driver.finishUndo()
    driver.showFirstPicture()
    #expect(driver.state.player.isPlaying)

    driver = .review()
    driver.send(.key(.discard))
    driver.wait(8)
    #expect(driver.command(.undo).first?.isRefusal(.wrongState) == true)
    #expect(driver.state.phase == .ready)
  }

  @Test func aFailedUndoSaysSo() {
    var driver = KioskDriver.review()
    driver.send(.key(.discard))
    driver.send(.key(.undo))
    let generation = driver.fileGeneration ?? 0
    driver.send(.undoFailed(generation: generation))
    #expect(driver.state.phase == .ready)
    #expect(driver.latest.contains(.notice(.undoFailed)))
  }

  @Test func whatWasRecoveredIsSaidOnceOnTheFirstScreenThatCanSayIt() {
    var driver = KioskDriver()
    let count = RecoveryCount(recovered: 2, damaged: 1)
    driver.send(.recovered(count))
    #expect(driver.latest == [.recovered(count)])
    #expect(driver.state.toast == nil)
    driver.send(.previewStarted(isTest: false))
    #expect(driver.state.phase == .attract && driver.state.toast?.kind == .recovered(count))
    driver.send(.key(.other))
    #expect(driver.state.phase == .ready && driver.state.toast?.kind == .recovered(count))
    driver.wait(8)
    #expect(driver.state.toast == nil)
    driver.wait(60)
    #expect(driver.state.phase == .attract && driver.state.toast == nil)

    // Nobody is disturbed in a take.
    driver = KioskDriver.recording()
    driver.send(.recovered(RecoveryCount(recovered: 1)))
    #expect(driver.state.phase == .recording && driver.state.toast == nil)
  }

  // MARK: saving and saved

  @Test func savedComesWhenItIsDurable() {
    var driver = KioskDriver.saving()
    #expect(driver.state.phase == .saving)
    driver.finishSave()
    #expect(driver.state.phase == .saved)
    #expect(driver.latest.contains(.playCue(.saved)))
  }

  @Test func aFailedSaveGoesBackToReviewWithTheReason() {
    var driver = KioskDriver.saving()
    driver.send(.saveFailed(generation: driver.fileGeneration ?? 0, "disk full"))
    #expect(driver.state.phase == .review)
    #expect(driver.state.saveProblem == "disk full")
    #expect(driver.state.take != nil)
    // The policy tries no third time: the take stays where the next start finds it.
    driver.wait(60)
    #expect(driver.state.phase == .attract)
    #expect(driver.latest.contains(.leaveTake(KioskDriver.take())))
  }

  @Test func savedIsLeftByUndoAndTime() {
    var driver = KioskDriver.saved()
    driver.send(.key(.undo))
    #expect(driver.state.phase == .review)
    driver.finishUndo()
    driver.showFirstPicture()
    #expect(driver.state.take == KioskDriver.take())
    #expect(driver.state.player.isPlaying)

    driver = .saved()
    driver.wait(19)
    #expect(driver.state.phase == .attract)
    #expect(driver.latest.contains(.closeReview))
    #expect(driver.state.take == nil)
  }

  // MARK: late answers

  @Test func answersOfAnotherGenerationAreDropped() {
    var driver = KioskDriver.recording()
    let old = driver.recordingGeneration ?? 0
    driver.send(.key(.space))
    driver.endRecording(.wanted, nil)
    driver.send(.key(.space))
    driver.wait(3)
    #expect(driver.state.phase == .recording)
    driver.send(.recordingEnded(generation: old, .wanted, KioskDriver.take()))
    #expect(driver.state.phase == .recording)

    var saving = KioskDriver.saving()
    saving.send(.saved(generation: 9999, KioskDriver.take()))
    saving.send(.firstPicture(generation: 9999))
    #expect(saving.state.phase == .saving)
  }

  // MARK: quitting

  @Test func quitMakesTheTakeSafeFirst() {
    var driver = KioskDriver.recording()
    driver.wait(3)
    driver.send(.terminate)
    #expect(!driver.effects.contains(.quit))
    driver.endRecording(.wanted, KioskDriver.take())
    #expect(driver.latest.contains { if case .saveTake = $0 { true } else { false } })
    driver.finishSave()
    #expect(driver.effects.last == .quit)
    #expect(driver.state.isOver)
  }

  @Test func quitWaitsForNobodyLongerThanItsDeadline() {
    for start in [
      KioskDriver.recording(), .finishing(), .review(), .saving(), .interrupted(), .countdown(), .saved(),
    ] {
      var driver = start
      driver.send(.terminate)
      driver.wait(2.6)
      #expect(driver.effects.filter { $0 == .quit }.count == 1)
      #expect(driver.command(.record).first?.isRefusal(.wrongState) == true)
    }
  }

  @Test func closingTheWindowQuitsOnlyAWindow() {
    var driver = KioskDriver.attract()
    driver.send(.windowClosed)
    #expect(!driver.state.isOver)
    var settings = KioskSettings()
    settings.quitsWithWindow = true
    driver = .attract(settings)
    driver.send(.windowClosed)
    #expect(driver.state.isOver)
  }
}

extension KioskReply {
  func isRefusal(_ code: Code) -> Bool {
    if case .refused(code, _) = self { true } else { false }
  }
}

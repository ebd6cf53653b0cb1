import RetakeKiosk
import RetakeMedia
import Testing

/// The card that says why a take has ended by itself, and what becomes of the take.
@Suite struct InterruptionTests {
  @Test func itsButtonsLeadOut() {
    var driver = KioskDriver.interrupted()
    driver.tap(.watchTake)
    #expect(driver.state.phase == .review)
    #expect(driver.state.player.isPlaying)

    driver = .interrupted()
    driver.tap(.startAgain)
    #expect(driver.state.phase == .ready && driver.state.take == nil)
  }

  /// A booth with one button, and nobody there who knows the key Tab.
  @Test(arguments: [KioskKey.space, .enter, .select])
  func oneButtonGetsPastTheCard(key: KioskKey) {
    var driver = KioskDriver.interrupted()
    driver.send(.key(key))
    #expect(driver.state.phase == .review && driver.state.take != nil)

    driver = .interrupted(hasTake: false)
    driver.send(.key(key))
    #expect(driver.state.phase == .ready)

    // What the ring is round is what is selected.
    driver = .interrupted()
    driver.send(.key(.focusNext))
    driver.send(.key(.focusNext))
    driver.send(.key(key))
    #expect(driver.state.phase == .ready)
  }

  @Test func otherKeysLeaveTheCard() {
    var driver = KioskDriver.interrupted()
    for key in [KioskKey.save, .discard, .retake, .undo, .escape, .skip(1), .mute, .other] {
      driver.send(.key(key))
      #expect(driver.state.phase == .interrupted && driver.state.take != nil)
    }
  }

  @Test func whereNobodyIsTheTakeIsSaved() {
    var driver = KioskDriver.interrupted()
    driver.wait(58)
    #expect(driver.state.phase == .interrupted)
    driver.wait(2)
    #expect(driver.state.phase == .saving)
  }

  @Test(arguments: [true, false])
  func aCameraThatIsBackAtOnceLeavesTimeToRead(hasTake: Bool) {
    // Shown for a second by now.
    var driver = KioskDriver.interrupted(hasTake: hasTake)
    driver.send(.previewStarted(isTest: false))
    #expect(driver.state.phase == .interrupted && driver.state.mendedSince == driver.state.now)
    driver.wait(3.9)
    #expect(driver.state.phase == .interrupted)
    driver.wait(0.2)
    #expect(driver.state.phase == (hasTake ? .review : .ready))
    #expect(driver.state.player.isPlaying == hasTake)
  }

  @Test func aCameraThatIsBackLateIsSaidToBe() {
    var driver = KioskDriver.interrupted()
    driver.wait(20)
    driver.send(.previewStarted(isTest: false))
    driver.wait(2.9)
    #expect(driver.state.phase == .interrupted)
    driver.wait(0.2)
    #expect(driver.state.phase == .review)
  }

  @Test func aCameraThatComesAndGoesIsWaitedFor() {
    var driver = KioskDriver.interrupted()
    driver.wait(10)
    driver.send(.previewStarted(isTest: false))
    driver.wait(1)
    driver.send(.cameraMissing(.unplugged))
    driver.wait(20)
    #expect(driver.state.phase == .interrupted && driver.state.mendedSince == nil)
    driver.send(.previewStarted(isTest: false))
    driver.wait(3)
    #expect(driver.state.phase == .review)
  }

  @Test func aCameraThatIsBackBeforeTheTakeIsFinished() {
    var driver = KioskDriver.recording()
    driver.wait(12)
    driver.send(.cameraMissing(.unplugged))
    driver.send(.previewStarted(isTest: false))
    driver.endRecording(.fault(.camera), KioskDriver.take())
    driver.showFirstPicture()
    driver.wait(4.9)
    #expect(driver.state.phase == .interrupted)
    driver.wait(0.1)
    #expect(driver.state.phase == .review)
  }

  @Test func aFingerHoldsTheCard() {
    var driver = KioskDriver.interrupted()
    driver.send(.previewStarted(isTest: false))
    driver.wait(3)
    driver.send(.pointer(.down, PointerHit(.startAgain, value: 0.5)))
    driver.wait(5)
    #expect(driver.state.phase == .interrupted)
    driver.send(.pointer(.up, PointerHit(.startAgain, value: 0.5)))
    #expect(driver.state.phase == .ready)
  }

  @Test func aDiskThatIsBackLeadsOnToo() {
    var driver = KioskDriver.interrupted(by: .diskGone, hasTake: false)
    driver.send(.storage(.diskGone))
    driver.wait(10)
    driver.send(.storage(nil))
    driver.wait(2.9)
    #expect(driver.state.phase == .interrupted)
    driver.wait(0.2)
    #expect(driver.state.phase == .ready)
  }

  @Test(arguments: [KioskState.Interruption.sleep, .failure, .storage, .disk])
  func whatNothingMendsStays(fault: KioskState.Interruption) {
    var driver = KioskDriver.interrupted(by: fault)
    driver.send(.storage(nil))
    driver.send(.previewStarted(isTest: false))
    driver.wait(30)
    #expect(driver.state.phase == .interrupted && driver.state.mendedSince == nil)
  }

  // MARK: the take

  @Test func theReviewKnowsWhyTheTakeEnds() {
    var driver = KioskDriver.interrupted()
    driver.tap(.watchTake)
    #expect(driver.state.take?.interruption == .camera)
    // Also when it was saved and is fetched back.
    driver.wait(1)
    driver.send(.key(.save))
    if let generation = driver.fileGeneration, let take = driver.state.take {
      driver.send(.saved(generation: generation, take))
    }
    driver.send(.key(.undo))
    if let generation = driver.fileGeneration, let take = driver.state.take {
      driver.send(.undone(generation: generation, take))
    }
    #expect(driver.state.phase == .review && driver.state.take?.interruption == .camera)
    // The next one is told nothing of it.
    driver.send(.previewStarted(isTest: false))
    driver.send(.key(.retake))
    driver.wait(3)
    driver.wait(2)
    driver.send(.key(.space))
    driver.endRecording(.wanted, KioskDriver.take())
    driver.showFirstPicture()
    #expect(driver.state.take?.interruption == nil)
  }

  @Test func startAgainKeepsTheTake() throws {
    var driver = KioskDriver.interrupted()
    let take = try #require(driver.state.take)
    driver.tap(.startAgain)
    let generation = try #require(driver.fileGeneration)
    #expect(driver.latest.contains(.saveTake(take, generation: generation)))
    #expect(!driver.latest.contains { if case .discardTake = $0 { true } else { false } })
    #expect(driver.state.toast == nil)
    driver.send(.saved(generation: generation, take))
    #expect(driver.state.phase == .ready && driver.state.toast?.kind == .kept)
    // Somebody who already makes the next one is not disturbed.
    driver = .interrupted()
    driver.send(.previewStarted(isTest: false))
    driver.tap(.startAgain)
    driver.send(.key(.space))
    driver.wait(1)
    driver.send(.saved(generation: driver.fileGeneration ?? 0, take))
    #expect(driver.state.phase == .countdown && driver.state.toast == nil)
  }

  @Test func aTakeThatCannotBeKeptIsSaid() throws {
    var driver = KioskDriver.interrupted()
    driver.tap(.startAgain)
    driver.send(.saveFailed(generation: driver.fileGeneration ?? 0, "full", .storage))
    #expect(driver.latest == [.notice(.saveFailed)])
    #expect(driver.state.phase == .ready && driver.state.saveFault == .storage)
  }
}

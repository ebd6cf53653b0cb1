import RetakeMedia
import Testing

@testable import Retake

@Suite struct SpeedLadderTests {
  /// A ladder with an encoder whose rungs take so long for a picture, and what the encoder does, second by second.
  private struct Machine {
    var ladder: SpeedLadder
    /// Milliseconds a picture, for each rung; `nil` is the encoder without rungs.
    var cost: [EncoderSpeed?: Double]
    var now = 0.0
    var waiting = 0
    var lost = 0
    var skipped = 0
    var paces: [String] = []
    private var freeAt = 0.0
    private var came = 0
    private var taken = 0

    init(
      _ speed: EncoderSpeed?, isFixed: Bool = false, maySkip: Bool = true, cost: [EncoderSpeed?: Double]
    ) {
      ladder = SpeedLadder(
        from: speed, isFixed: isFixed, maySkip: maySkip, framePeriod: MediaTime(seconds: 1.0 / 30))
      self.cost = cost
      paces = [ladder.pace.name]
    }

    /// Lets 30 pictures a second come for so long; 60 find room.
    mutating func run(seconds: Double) {
      let end = now + seconds
      while now < end {
        now += 1.0 / 30
        came += 1
        if waiting < 60 { waiting += 1 } else { lost += 1 }
        while waiting > 0, freeAt <= now { encode() }
      }
    }

    private mutating func encode() {
      waiting -= 1
      taken += 1
      if taken % ladder.pace.divisor != 0 {
        skipped += 1
        return
      }
      let took = (cost[ladder.pace.speed] ?? 1) / 1000
      freeAt = max(freeAt, now - 1.0 / 30) + took
      let time = MediaTime(seconds: freeAt)
      let advice = ladder.advise(
        waiting: waiting, fill: Double(waiting) / 60, took: MediaTime(seconds: took), now: time)
      let target = ladder.target(of: advice)
      guard target != ladder.pace else { return }
      ladder.move(to: target, now: time)
      paces.append(target.name)
    }
  }

  @Test func aRungThatIsTooSlowIsLeftBeforeAPictureIsLost() {
    var machine = Machine(.veryfast, cost: [.veryfast: 60, .superfast: 30, .ultrafast: 15])
    machine.run(seconds: 20)
    #expect(machine.lost == 0)
    #expect(machine.skipped == 0)
    #expect(machine.paces.prefix(2) == ["veryfast", "superfast"])
    #expect(machine.waiting < 8)
  }

  @Test func severalRungsAreLeftWhereOneIsNotEnough() {
    var machine = Machine(
      .medium,
      cost: [.medium: 100, .fast: 90, .faster: 80, .veryfast: 60, .superfast: 50, .ultrafast: 20])
    machine.run(seconds: 20)
    #expect(machine.lost == 0)
    #expect(machine.paces.contains("ultrafast"))
    #expect(machine.skipped == 0)
  }

  @Test func aMachineThatHasTimeAgainTakesMoreCareAgain() {
    var machine = Machine(.veryfast, cost: [.veryfast: 60, .superfast: 40, .ultrafast: 10])
    machine.run(seconds: 4)
    #expect(machine.ladder.pace.name == "ultrafast")
    machine.cost = [.veryfast: 12, .superfast: 8, .ultrafast: 4]
    machine.run(seconds: 20)
    #expect(machine.ladder.pace.name == "veryfast")
    #expect(machine.lost == 0)
  }

  @Test func triesThatFailBecomeRareAndCostNoPicture() {
    // The higher rung looks well from below, and never is.
    var machine = Machine(.superfast, cost: [.superfast: 40, .ultrafast: 5])
    machine.run(seconds: 60)
    let early = machine.paces.count
    machine.run(seconds: 60)
    #expect(machine.lost == 0)
    #expect(early >= 4)
    #expect(machine.paces.count - early < early)
  }

  @Test func belowTheFastestRungPicturesAreLeftOutEvenly() {
    var machine = Machine(.superfast, cost: [.superfast: 60, .ultrafast: 50])
    machine.run(seconds: 20)
    #expect(machine.lost == 0)
    #expect(machine.ladder.pace == EncoderPace(speed: .ultrafast, divisor: 2))
    machine.cost = [.superfast: 10, .ultrafast: 5]
    machine.run(seconds: 30)
    #expect(machine.ladder.pace == EncoderPace(speed: .superfast))
  }

  @Test func anEncoderWithOneSpeedOnlyLeavesPicturesOut() {
    var machine = Machine(nil, cost: [nil: 50])
    #expect(machine.ladder.pace.name == "1/1")
    machine.run(seconds: 10)
    #expect(machine.lost == 0)
    #expect(machine.ladder.pace.name == "1/2")
  }

  @Test func thePileOfAnEncoderThatOpensLateCostsNoPicture() {
    var machine = Machine(nil, cost: [nil: 25])
    machine.waiting = 40
    machine.run(seconds: 10)
    #expect(machine.paces == ["1/1"])
    #expect(machine.lost == 0)
  }

  @Test func picturesAreLeftOutNoLongerThanTheyMust() {
    var machine = Machine(nil, cost: [nil: 90])
    machine.run(seconds: 3)
    #expect(machine.ladder.pace.name == "1/3")
    machine.cost = [nil: 22]
    machine.run(seconds: 5)
    #expect(machine.ladder.pace.name == "1/1")
    machine.run(seconds: 30)
    #expect(machine.paces.last == "1/1")
    #expect(machine.lost == 0)
  }

  @Test func anEncoderBetweenTwoPacesDoesNotChangeAllTheTime() {
    var machine = Machine(nil, cost: [nil: 36])
    machine.run(seconds: 60)
    let early = machine.paces.count
    machine.run(seconds: 60)
    #expect(machine.lost == 0)
    #expect(machine.paces.count - early <= 4)
  }

  @Test func aRungThatWasAskedForStays() {
    var machine = Machine(.veryfast, isFixed: true, cost: [.veryfast: 50])
    machine.run(seconds: 10)
    #expect(Set(machine.paces) == ["veryfast", "veryfast 1/2"])
  }

  @Test func aSourceThatCanWaitLosesNothing() {
    var machine = Machine(.superfast, maySkip: false, cost: [.superfast: 90, .ultrafast: 80])
    machine.run(seconds: 20)
    #expect(machine.ladder.pace == EncoderPace(speed: .ultrafast))
    #expect(machine.skipped == 0)
  }

  @Test func aMachineThatKeepsUpIsLeftAlone() {
    var machine = Machine(.veryfast, cost: [.veryfast: 25])
    machine.run(seconds: 100)
    #expect(machine.paces == ["veryfast"])
  }

  @Test func aRungThatCannotBeUsedIsPassedOver() {
    var ladder = SpeedLadder(
      from: .veryfast, isFixed: false, maySkip: true, framePeriod: MediaTime(seconds: 0.04))
    ladder.discard(.superfast)
    #expect(ladder.target(of: .speedUp) == EncoderPace(speed: .ultrafast))
    ladder.discard(.ultrafast)
    #expect(ladder.target(of: .speedUp) == EncoderPace(speed: .veryfast, divisor: 2))
  }
}

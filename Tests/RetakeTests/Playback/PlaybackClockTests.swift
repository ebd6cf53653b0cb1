import RetakeMedia
import Testing

@testable import Retake

/// The clock, by a sound whose every answer is the test's.
@Suite struct PlaybackClockTests {
  private func ms(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000) }

  @Test func waitsForTheSoundToBegin() {
    var clock = PlaybackClock()
    clock.move(to: ms(500), at: ms(0))
    clock.start(at: ms(0), awaitsSound: true)
    let early = clock.follow(nil, at: ms(150))
    #expect(!early)
    #expect(clock.isHolding)
    #expect(clock.time(at: ms(150)) == ms(500))
    let begun = clock.follow(ms(510), at: ms(160))
    #expect(!begun)
    #expect(!clock.isHolding)
    #expect(clock.time(at: ms(170)) == ms(520))
  }

  @Test func waitsNoLongerThanAMoment() {
    var clock = PlaybackClock()
    clock.start(at: ms(0), awaitsSound: true)
    let late = clock.follow(nil, at: ms(200))
    #expect(!late)
    #expect(clock.time(at: ms(300)) == ms(100))
    // Nor again, until something was heard.
    clock.stop(at: ms(300))
    clock.start(at: ms(400), awaitsSound: true)
    #expect(!clock.isHolding)
    _ = clock.follow(ms(110), at: ms(410))
    clock.stop(at: ms(420))
    clock.start(at: ms(430), awaitsSound: true)
    #expect(clock.isHolding)
  }

  @Test func followsASoundThatDrifts() {
    var clock = PlaybackClock()
    clock.start(at: ms(0), awaitsSound: false)
    // 5 % slow: believed at each look.
    for step in 1...100 as ClosedRange<Int64> {
      let drifting = clock.follow(ms(step * 19), at: ms(step * 20))
      #expect(!drifting)
      #expect(clock.time(at: ms(step * 20)) == ms(step * 19))
    }
  }

  @Test func goesOnWithoutASoundThatEnded() {
    var clock = PlaybackClock()
    clock.start(at: ms(0), awaitsSound: false)
    _ = clock.follow(ms(90), at: ms(100))
    _ = clock.follow(nil, at: ms(150))
    #expect(clock.time(at: ms(1000)) == ms(990))
  }

  @Test func doesNotBelieveASoundThatHangs() {
    var clock = PlaybackClock()
    clock.start(at: ms(0), awaitsSound: false)
    for step in 1...100 as ClosedRange<Int64> { _ = clock.follow(ms(10), at: ms(step * 20)) }
    #expect(clock.time(at: ms(2000)) > ms(1700))
  }

  @Test func bringsBackASoundThatLostItsPlaceButNotAllTheTime() {
    var clock = PlaybackClock()
    clock.start(at: ms(0), awaitsSound: false)
    let lost = clock.follow(ms(2000), at: ms(100))
    #expect(lost)
    #expect(clock.time(at: ms(100)) == ms(100))
    let again = clock.follow(ms(2020), at: ms(120))
    #expect(!again)
    let later = clock.follow(ms(4000), at: ms(1200))
    #expect(later)
  }

  @Test func ratesBeginWhereTheyAreSet() {
    var clock = PlaybackClock()
    clock.start(at: ms(0), awaitsSound: false)
    clock.setRate(2, at: ms(100))
    #expect(clock.time(at: ms(200)) == ms(300))
    clock.setRate(0.25, at: ms(200))
    #expect(clock.time(at: ms(600)) == ms(400))
    clock.stop(at: ms(600))
    #expect(clock.time(at: ms(9000)) == ms(400))
  }
}

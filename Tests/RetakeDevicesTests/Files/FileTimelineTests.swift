import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct FileTimelineTests {
  private let frame = MediaTime(nanoseconds: 40_000_000)

  private func milliseconds(_ stamps: [Int64], in timeline: inout FileTimeline) -> [Int64] {
    stamps.map {
      timeline.place(MediaTime(nanoseconds: $0 * 1_000_000), lasting: frame).nanoseconds / 1_000_000
    }
  }

  @Test func goodStampsStayAndRoundsFollowEachOther() {
    var timeline = FileTimeline()
    #expect(milliseconds([500, 540, 700, 740], in: &timeline) == [500, 540, 700, 740])
    #expect(timeline.end == MediaTime(nanoseconds: 780_000_000))
    timeline.repeatAfter(MediaTime(nanoseconds: 800_000_000))
    #expect(milliseconds([500, 540], in: &timeline) == [1300, 1340])
  }

  @Test func stampsThatStumbleStillGrow() {
    var timeline = FileTimeline()
    #expect(milliseconds([0, 40, 40, 80, 70, 120], in: &timeline) == [0, 40, 60, 80, 100, 120])
  }

  @Test func anotherClockIsFollowed() {
    var timeline = FileTimeline()
    // Two joined recordings, then a stamp that a damaged byte made.
    let stamps: [Int64] = [0, 40, 5000, 0, 40, 80, 90_000_000, 90_000_040]
    #expect(milliseconds(stamps, in: &timeline) == [0, 40, 5000, 5040, 5080, 5120, 5160, 5200])
    var early = FileTimeline()
    #expect(milliseconds([-200, -160], in: &early) == [0, 40])
  }

  @Test func theLengthIsTheContainersAsFarAsItIsThere() {
    func length(_ own: Int64, _ observed: Int64, _ declared: Int64?) -> Int64 {
      FileTimeline.length(
        ownEnd: MediaTime(nanoseconds: own), observedEnd: MediaTime(nanoseconds: observed),
        declaredEnd: declared.map { MediaTime(nanoseconds: $0) }
      ).nanoseconds
    }
    #expect(length(4000, 4020, 4000) == 4000)
    #expect(length(3000, 4020, 4000) == 4000)
    #expect(length(1500, 1520, 4000) == 1520)
    #expect(length(4000, 4020, nil) == 4020)
    #expect(length(4100, 4020, 4000) == 4100)
  }
}

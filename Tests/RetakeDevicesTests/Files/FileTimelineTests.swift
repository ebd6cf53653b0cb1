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
    func length(_ stamps: [Int64], observed: Int64, declared: Int64?, slack: Int64 = 40) -> Int64 {
      var timeline = FileTimeline()
      _ = milliseconds(stamps, in: &timeline)
      let length = timeline.length(
        observedEnd: MediaTime(nanoseconds: observed * 1_000_000),
        declaredEnd: declared.map { MediaTime(nanoseconds: $0 * 1_000_000) },
        slack: MediaTime(nanoseconds: slack * 1_000_000))
      return length.nanoseconds / 1_000_000
    }
    #expect(length([0, 3960], observed: 4020, declared: 4000) == 4000)
    #expect(length([0, 2960], observed: 4020, declared: 4000) == 4000)
    #expect(length([0, 3980], observed: 4010, declared: 4000) == 4000)
    // The first one comes late, in the next round too.
    #expect(length([40, 3960, 4000], observed: 4000, declared: 4000) == 4000)
    // Sound must not overlap.
    #expect(length([0, 3980], observed: 4020, declared: 4000, slack: 1) == 4020)
    // Cut off; not declared; declared too short; without a last duration; with another clock midway.
    #expect(length([0, 1460], observed: 1520, declared: 4000) == 1520)
    #expect(length([0, 3960], observed: 4020, declared: nil) == 4020)
    #expect(length([0, 3960], observed: 4000, declared: 1000) == 4000)
    #expect(length([0, 3960], observed: 3960, declared: nil) == 4000)
    #expect(length([0, 40, 900_000, 900_040], observed: 900_080, declared: 900_080) == 160)
  }
}

import RetakeMedia
import Testing

@testable import Retake

@Suite struct TakeClockTests {
  private func seconds(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

  private var clock: TakeClock {
    var clock = TakeClock(origin: seconds(100))
    clock.leaveOut(from: seconds(103), to: seconds(110))
    clock.leaveOut(from: seconds(112), to: seconds(112.5))
    clock.leaveOut(from: seconds(113), to: seconds(113))
    return clock
  }

  @Test func pausesAreNoTime() {
    let times: [(Double, Double)] = [
      (99, -1), (100, 0), (102.9, 2.9), (103, 3), (105, 3), (110, 3), (111, 4), (112, 5), (112.3, 5),
      (113, 5.5),
      (120, 12.5),
    ]
    for (stamp, time) in times { #expect(clock.time(of: seconds(stamp)) == seconds(time), "\(stamp)") }
    #expect(clock.stamp(of: seconds(12.5)) == seconds(120))
  }

  @Test func soundIsCutWhereThePausesAre() {
    func parts(_ start: Double, _ end: Double) -> [[Double]] {
      clock.parts(of: seconds(start)..<seconds(end)).map { [$0.lowerBound.seconds, $0.upperBound.seconds] }
    }
    #expect(parts(101, 102) == [[101, 102]])
    #expect(parts(102, 104) == [[102, 103]])
    #expect(parts(104, 109) == [])
    #expect(parts(104, 111) == [[110, 111]])
    #expect(parts(102, 120) == [[102, 103], [110, 112], [112.5, 120]])
  }
}

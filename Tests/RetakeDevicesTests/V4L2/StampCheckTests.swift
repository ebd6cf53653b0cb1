import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct StampCheckTests {
  private func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value) }

  @Test func goodStampsStayAsTheyAre() {
    var check = StampCheck()
    for frame in 0..<100 {
      let taken = seconds(100 + Double(frame) / 30)
      let (time, fault) = check.time(of: taken, isMonotonic: true, now: taken + seconds(0.004))
      #expect(time == taken && fault == nil && !check.isRestamped)
    }
  }

  @Test func aFaultIsToldOnce() {
    var check = StampCheck()
    #expect(check.time(of: .zero, isMonotonic: true, now: seconds(1)).fault == .zero)
    #expect(check.time(of: .zero, isMonotonic: true, now: seconds(2)).fault == nil)
    #expect(check.time(of: seconds(300), isMonotonic: false, now: seconds(3)).fault == .otherClock)
    #expect(check.time(of: seconds(9), isMonotonic: true, now: seconds(4)).fault == .farOff)
    #expect(check.time(of: seconds(5.5), isMonotonic: true, now: seconds(5)).fault == .future)
    #expect(check.faults.count == 4)
  }

  @Test func stampsOfNoClockAreBelievedWhereTheyAreNear() {
    var check = StampCheck()
    #expect(check.time(of: seconds(9.99), isMonotonic: false, now: seconds(10)).time == seconds(9.99))
    #expect(check.time(of: seconds(3), isMonotonic: false, now: seconds(10.1)).time == seconds(10.1))
    #expect(check.time(of: seconds(11), isMonotonic: false, now: seconds(10.2)).time == seconds(10.2))
  }

  /// A driver whose stamps are 0.9 s old, and later jump 3 s ahead.
  @Test func aSteadyOffsetIsTakenOutAndAJumpDoesNotTearTheTimes() {
    var check = StampCheck()
    var last = seconds(0)
    var faults: [StampCheck.Fault] = []
    for frame in 0..<60 {
      let taken = seconds(50 + Double(frame) / 30)
      let stamp = taken + seconds(frame < 30 ? -0.9 : 2.1)
      let (time, fault) = check.time(of: stamp, isMonotonic: true, now: taken + seconds(0.01))
      #expect(time > last && abs((time - taken).seconds) < 0.05)
      last = time
      if let fault { faults.append(fault) }
    }
    #expect(faults == [.late, .farOff])
  }

  @Test func whatOnlyWaitedLongIsPutRightAgain() {
    var check = StampCheck()
    _ = check.time(of: seconds(10), isMonotonic: true, now: seconds(10.8))
    for frame in 1..<40 {
      let taken = seconds(10.8 + Double(frame) / 30)
      let (time, _) = check.time(of: taken, isMonotonic: true, now: taken + seconds(0.005))
      #expect(abs((time - taken).seconds) < 0.006)
    }
  }

  @Test func timesOnlyGrow() {
    var check = StampCheck()
    let first = check.time(of: seconds(5), isMonotonic: true, now: seconds(5.01)).time
    let (second, fault) = check.time(of: seconds(4.9), isMonotonic: true, now: seconds(5.04))
    #expect(second == seconds(5.04) && second > first && fault == .backwards)
    #expect(check.time(of: seconds(4.95), isMonotonic: true, now: seconds(5.04)).time > second)
  }
}

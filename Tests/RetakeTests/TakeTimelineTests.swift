import Retake
import RetakeMedia
import RetakeRuntime
import Testing

@Suite struct TakeTimelineTests {
  private let pool = FramePool(slabBytes: PlaneLayout(.gray8, width: 16, height: 16).byteCount, capacity: 200)

  private struct PoolIsEmpty: Error {}

  private func picture(_ seconds: Double) throws -> VideoFrame {
    guard let frame = pool.frame(PlaneLayout(.gray8, width: 16, height: 16)) else { throw PoolIsEmpty() }
    return frame.publish(color: .jpeg, time: MediaTime(seconds: seconds), sequence: 0)
  }

  private func timeline(limit: Double? = nil, room: Int = 100) -> TakeTimeline {
    TakeTimeline(
      began: .zero, limit: limit.map { (MediaTime(seconds: $0), .duration) },
      framePeriod: MediaTime(seconds: 0.04), maximumCount: room)
  }

  private func takenCount(_ timeline: TakeTimeline, now: Double) -> Int {
    var count = 0
    while timeline.takePicture(clock: { MediaTime(seconds: now) }) != nil { count += 1 }
    return count
  }

  @Test func aLimitKeepsPicturesBeforeItAndEndsThere() throws {
    let timeline = timeline(limit: 4)
    for number in 0..<100 {
      let frame = try picture(7 + Double(number) * 0.04)
      #expect(timeline.offer(frame, now: frame.time, canWait: false) == .accepted)
    }
    #expect(timeline.end == nil)
    #expect(timeline.offer(try picture(11), now: MediaTime(seconds: 11), canWait: false) == .outside)
    #expect(timeline.end?.time == MediaTime(seconds: 4))
    #expect(timeline.end?.reason == .duration)
    #expect(takenCount(timeline, now: 11) == 100)
    #expect(timeline.counts.captured == 100)
    #expect(timeline.origin == MediaTime(seconds: 7))
  }

  @Test func aStopKeepsEachPictureThatCameAndShowsTheLastForItsPeriod() throws {
    let timeline = timeline()
    for number in 0..<3 {
      _ = timeline.offer(try picture(Double(number) * 0.04), now: .zero, canWait: false)
    }
    timeline.end(.stopped)
    timeline.end(.signal)
    #expect(timeline.end?.time == MediaTime(seconds: 0.12))
    #expect(timeline.end?.reason == .stopped)
    #expect(timeline.offer(try picture(0.12), now: .zero, canWait: true) == .outside)
    #expect(takenCount(timeline, now: 0) == 3)
  }

  @Test func picturesWithoutRoomAreCountedAndCapturedIsTheSum() throws {
    let timeline = timeline(room: 2)
    let answers = try (0..<5).map { number in
      timeline.offer(try picture(Double(number)), now: .zero, canWait: false)
    }
    #expect(answers == [.accepted, .accepted, .dropped, .dropped, .dropped])
    #expect(timeline.counts.captured == 5)
    #expect(timeline.counts.dropped == 3)
  }

  @Test func stampsThatGoBackAreNotInTheTake() throws {
    let timeline = timeline()
    #expect(timeline.offer(try picture(1), now: .zero, canWait: false) == .accepted)
    #expect(timeline.offer(try picture(1), now: .zero, canWait: false) == .outside)
    #expect(timeline.offer(try picture(0.5), now: .zero, canWait: false) == .outside)
    #expect(timeline.offer(try picture(1.1), now: .zero, canWait: false) == .accepted)
    #expect(timeline.counts.captured == 2)
  }

  @Test func theClockEndsATakeWhosePicturesHaveStopped() throws {
    let timeline = timeline(limit: 2)
    _ = timeline.offer(try picture(100), now: MediaTime(seconds: 100), canWait: false)
    #expect(timeline.takePicture(clock: { MediaTime(seconds: 100) }) != nil)
    #expect(takenCount(timeline, now: 103.1) == 0)
    #expect(timeline.end?.time == MediaTime(seconds: 2))
    #expect(timeline.end?.reason == .duration)
  }

  @Test func aTakeWithoutAPictureEndsAsALostCamera() {
    let timeline = timeline(limit: 2)
    #expect(takenCount(timeline, now: 10.1) == 0)
    #expect(timeline.end?.reason == .cameraLost)
    #expect(timeline.end?.error?.code == .deviceLost)
  }

  @Test func aPatientSourceWaitsForRoom() throws {
    let timeline = timeline(room: 1)
    let frames = try (0..<50).map { try picture(Double($0)) }
    let source = OSThread(name: "source")
    source.start {
      for frame in frames { _ = timeline.offer(frame, now: .zero, canWait: true) }
      timeline.end(.stopped)
    }
    #expect(takenCount(timeline, now: 0) == 50)
    source.join()
    #expect(timeline.counts.dropped == 0)
  }

  private func range(_ start: Double, _ end: Double) -> Range<MediaTime> {
    MediaTime(seconds: start)..<MediaTime(seconds: end)
  }

  @Test func aPauseLeavesNoGapAndTheNextPictureFollowsTheLast() throws {
    let timeline = timeline(limit: 10)
    func offer(_ stamp: Double) throws -> TakeTimeline.Answer {
      timeline.offer(try picture(stamp), now: MediaTime(seconds: stamp), canWait: false)
    }
    for stamp in [50.0, 50.04] { #expect(try offer(stamp) == .accepted) }
    timeline.pause(at: MediaTime(seconds: 50.1))
    timeline.pause(at: MediaTime(seconds: 51))
    #expect(timeline.isPaused)
    // Taken before, delivered after.
    #expect(try offer(50.08) == .accepted)
    #expect(timeline.place(ofSound: range(50.0, 50.11)) == .inside([range(50.0, 50.11)]))
    #expect(timeline.place(ofSound: range(50.11, 50.13)) == .undecided)
    #expect(timeline.place(ofSound: range(50.15, 50.17)) == .outside)
    for stamp in [50.12, 53.0] { #expect(try offer(stamp) == .outside) }
    timeline.resume(at: MediaTime(seconds: 60))
    timeline.resume(at: MediaTime(seconds: 70))
    #expect(!timeline.isPaused)
    #expect(timeline.place(ofSound: range(59.99, 60.01)) == .undecided)
    #expect(timeline.place(ofSound: range(59.9, 59.99)) == .outside)
    #expect(try offer(59.99) == .outside)
    for stamp in [60.02, 60.06] { #expect(try offer(stamp) == .accepted) }
    #expect(timeline.place(ofSound: range(60.0, 60.05)) == .inside([range(60.02, 60.05)]))
    #expect(timeline.counts.captured == 5)
    #expect(abs(timeline.length.seconds - 0.16) < 1e-6)
    timeline.end(.stopped)
    var times: [Double] = []
    while let frame = timeline.takePicture(clock: { .zero }) { times.append(frame.time.seconds) }
    for (time, wanted) in zip(times, [0, 0.04, 0.08, 0.12, 0.16]) { #expect(abs(time - wanted) < 1e-6) }
    #expect(times.count == 5)
  }

  @Test func aPausedTakeCountsRecordedTimeAndCanEnd() throws {
    let timeline = timeline(limit: 1)
    func offer(_ stamp: Double) throws -> TakeTimeline.Answer {
      timeline.offer(try picture(stamp), now: MediaTime(seconds: stamp), canWait: false)
    }
    #expect(try offer(10) == .accepted)
    timeline.pause(at: MediaTime(seconds: 10.02))
    timeline.resume(at: MediaTime(seconds: 30))
    #expect(try offer(30) == .accepted)
    #expect(try offer(30.9) == .accepted)
    timeline.pause(at: MediaTime(seconds: 30.95))
    // The clock of the limit stands still, too.
    let deadline = OSThread(name: "stop")
    deadline.start { timeline.end(.stopped) }
    #expect(takenCount(timeline, now: 100) == 3)
    deadline.join()
    #expect(timeline.end?.reason == .stopped)
    #expect(abs(try #require(timeline.end).time.seconds - 0.98) < 1e-6)
  }

  @Test func aPreRollBecomesATakeOfWhatIsInIt() throws {
    let timeline = TakeTimeline(
      began: .zero, limit: nil, framePeriod: MediaTime(seconds: 0.5), isPreRoll: true, maximumCount: 6)
    let answers = try (0..<10).map { number in
      timeline.offer(try picture(20 + Double(number) / 2), now: .zero, canWait: false)
    }
    #expect(answers.filter { $0 == .dropped }.count == 4)
    #expect(timeline.counts.captured == 0)
    #expect(timeline.origin == nil)
    let first = try #require(timeline.takePicture(clock: { .zero }))
    timeline.leaveOut(first)
    let second = try #require(timeline.takePicture(clock: { .zero }))
    timeline.leaveOut(second)
    timeline.begin(
      at: MediaTime(seconds: 0.5), asked: MediaTime(seconds: 23), limit: (MediaTime(seconds: 60), .duration))
    #expect(timeline.counts.captured == 9)
    #expect(timeline.counts.dropped == 5)
    #expect(timeline.origin == MediaTime(seconds: 20.5))
    #expect(timeline.length == MediaTime(seconds: 4))
    timeline.end(.stopped)
    #expect(timeline.end?.time == MediaTime(seconds: 4.5))
  }

  @Test func whatWasBeforeTheTakeWasAskedForDoesNotCountForItsLimit() throws {
    let timeline = TakeTimeline(
      began: .zero, limit: nil, framePeriod: MediaTime(seconds: 0.5), isPreRoll: true)
    for number in 30..<40 { _ = timeline.offer(try picture(Double(number)), now: .zero, canWait: false) }
    // The clock's second 2 is the stamp 32.
    timeline.begin(
      at: MediaTime(seconds: 2), asked: MediaTime(seconds: 38.5), limit: (MediaTime(seconds: 3), .maxDuration)
    )
    #expect(timeline.end == nil)
    #expect(timeline.lead == MediaTime(seconds: 6.5))
    for number in 40..<50 { _ = timeline.offer(try picture(Double(number)), now: .zero, canWait: false) }
    #expect(timeline.end?.time == MediaTime(seconds: 9.5))
    #expect(timeline.end?.reason == .maxDuration)
    // 32 to 41.
    #expect(timeline.counts.captured == 10)
  }
}

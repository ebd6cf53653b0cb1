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
}

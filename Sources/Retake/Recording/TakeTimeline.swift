package import RetakeMedia
internal import RetakeRuntime

/// When a take begins and ends, which pictures are in it, and the pictures that wait for the encoder: one lock,
/// so that a picture and the end of the take never cross.
///
/// Second 0 is the stamp of the first picture that was offered. Any thread may call.
package final class TakeTimeline: Sendable {
  /// Where the take ends and why.
  package struct End: Sendable, Equatable {
    /// First moment that is no longer in the take, from its second 0.
    package var time: MediaTime
    /// Why.
    package var reason: RecordingEndReason
    /// What went wrong, if something did.
    package var error: RetakeError?
  }

  /// What became of a picture that was offered.
  package enum Answer: Sendable, Equatable {
    /// It is in the take and waits for the encoder.
    case accepted
    /// It is in the take, but there was no room.
    case dropped
    /// It is not in the take: that is over, or the stamp is no later than the one before.
    case outside
  }

  private struct State {
    var pictures = Fifo<VideoFrame>()
    var pictureBytes = 0
    var origin: MediaTime?
    var lastPicture: MediaTime?
    var lastArrival: MediaTime?
    var captured = 0
    var dropped = 0
    var end: End?
  }

  private let state = Monitor(State())
  private let limit: (time: MediaTime, reason: RecordingEndReason)?
  private let framePeriod: MediaTime
  private let began: MediaTime
  private let maximumCount: Int
  private let maximumBytes: Int

  /// How long a take waits for its first picture, and for a next one after its limit has passed.
  private static let firstPictureGrace = MediaTime(seconds: 10)
  private static let pictureGrace = MediaTime(seconds: 1)

  /// A take that begins to wait for its first picture at `began` and ends at `limit` at the latest. Where
  /// nothing else tells, a picture lasts `framePeriod`. At most `maximumCount` pictures of `maximumBytes`
  /// together wait for the encoder.
  package init(
    began: MediaTime, limit: (time: MediaTime, reason: RecordingEndReason)?, framePeriod: MediaTime,
    maximumCount: Int = 60, maximumBytes: Int = 96 << 20
  ) {
    self.began = began
    self.limit = limit
    self.framePeriod = framePeriod
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  /// Offers a picture that has come at `now`. Answers at once; where the source can wait, only when there is
  /// room. A picture at or after the limit ends the take.
  package func offer(_ frame: VideoFrame, now: MediaTime, canWait: Bool) -> Answer {
    let bytes = frame.byteCount
    let answer = state.wait { state -> Answer? in
      guard state.end == nil else { return .outside }
      if let last = state.lastPicture, frame.time <= last { return .outside }
      let origin = state.origin ?? frame.time
      if let limit, frame.time - origin >= limit.time {
        state.end = End(time: limit.time, reason: limit.reason)
        return .outside
      }
      let isFull = state.pictures.count >= maximumCount || state.pictureBytes + bytes > maximumBytes
      if isFull && state.pictures.count > 0 && canWait { return nil }
      state.origin = origin
      state.lastPicture = frame.time
      state.lastArrival = now
      state.captured += 1
      if isFull && state.pictures.count > 0 {
        state.dropped += 1
        return .dropped
      }
      state.pictures.append(frame)
      state.pictureBytes += bytes
      return .accepted
    }
    return answer ?? .outside
  }

  /// Takes the next picture, waiting for it; nil when the take is over and all its pictures were taken. Where
  /// pictures have stopped, the clock ends the take.
  package func takePicture(clock: () -> MediaTime) -> VideoFrame? {
    enum Step { case picture(VideoFrame), over }
    while true {
      let now = clock()
      let deadline = state.withLock { state in endByClock(&state, now: now) }
      let step = state.wait(until: deadline) { state -> Step? in
        if let frame = state.pictures.popFirst() {
          state.pictureBytes -= frame.byteCount
          return .picture(frame)
        }
        return state.end != nil ? .over : nil
      }
      switch step {
      case .picture(let frame): return frame
      case .over: return nil
      case nil: continue
      }
    }
  }

  /// Ends the take where no picture came in time, or says when to look again.
  private func endByClock(_ state: inout State, now: MediaTime) -> MediaTime? {
    guard state.end == nil else { return nil }
    guard let origin = state.origin, let arrival = state.lastArrival else {
      let deadline = began + Self.firstPictureGrace
      guard now >= deadline else { return deadline }
      let error = RetakeError(
        .deviceLost, "the camera delivered no picture within \(Int(Self.firstPictureGrace.seconds)) s",
        advice: "Check the camera's cable, and that no other program uses it.")
      state.end = End(time: .zero, reason: .cameraLost, error: error)
      return nil
    }
    guard let limit else { return nil }
    let deadline = max(origin + limit.time, arrival) + Self.pictureGrace
    guard now >= deadline else { return deadline }
    state.end = End(time: limit.time, reason: limit.reason)
    return nil
  }

  /// Ends the take after the last picture that came. Who comes first decides; later calls change nothing.
  package func end(_ reason: RecordingEndReason, error: RetakeError? = nil) {
    state.withLock { state in
      guard state.end == nil else { return }
      var time = MediaTime.zero
      if let origin = state.origin, let last = state.lastPicture {
        time = last - origin + framePeriod
        if let limit { time = min(time, limit.time) }
      }
      state.end = End(time: time, reason: reason, error: error)
    }
  }

  /// Ends the take at `time`, before pictures that came already; a later end gives way.
  package func cut(at time: MediaTime, _ reason: RecordingEndReason) {
    state.withLock { state in
      if let end = state.end, end.time <= time { return }
      state.end = End(time: time, reason: reason)
    }
  }

  /// The stamp of the first picture; nil before it came.
  package var origin: MediaTime? {
    state.withLock { $0.origin }
  }

  /// The end; nil while the take runs.
  package var end: End? {
    state.withLock { $0.end }
  }

  /// How far the sound may go now, from second 0: to the end, or while the take runs to its last picture.
  package var horizon: (time: MediaTime, isEnd: Bool) {
    state.withLock { state in
      if let end = state.end { return (end.time, true) }
      guard let origin = state.origin, let last = state.lastPicture else { return (.zero, false) }
      return (last - origin, false)
    }
  }

  /// Waits for the first picture's stamp until `deadline`; nil if it has not come. At the end of a take without
  /// pictures too.
  package func waitForOrigin(until deadline: MediaTime) -> MediaTime? {
    state.wait(until: deadline) { state -> MediaTime?? in
      if let origin = state.origin { return .some(origin) }
      return state.end != nil ? .some(nil) : nil
    } ?? nil
  }

  /// Waits for the end until `deadline`.
  package func waitForEnd(until deadline: MediaTime) {
    _ = state.wait(until: deadline) { $0.end }
  }

  /// Pictures that wait for the encoder, and their bytes.
  package var load: (count: Int, bytes: Int) {
    state.withLock { ($0.pictures.count, $0.pictureBytes) }
  }

  /// How much of the room for waiting pictures is taken, 0 to 1.
  package var fill: Double {
    let load = load
    return max(Double(load.count) / Double(maximumCount), Double(load.bytes) / Double(maximumBytes))
  }

  /// A picture that was taken out is not going to be in the file: it counts as dropped.
  package func leaveOut() {
    state.withLock { $0.dropped += 1 }
  }

  /// Pictures that were in the take, and those of them that found no room.
  package var counts: (captured: Int, dropped: Int) {
    state.withLock { ($0.captured, $0.dropped) }
  }
}

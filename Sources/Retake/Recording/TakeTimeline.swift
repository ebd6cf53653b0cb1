package import RetakeMedia
internal import RetakeRuntime

/// When a take begins, pauses and ends, which pictures are in it, and the pictures that wait for the encoder: one
/// lock, so that a picture and the end of the take never cross.
///
/// It has a clock whose second 0 is the stamp of the first picture that was offered, and which stands still while
/// the take is paused. A take begins there, or after a pre-roll, at a later moment of that clock. Any thread may call.
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

  /// A length that a take may have, and what its end is called then.
  package typealias Limit = (time: MediaTime, reason: RecordingEndReason)

  /// What became of a picture that was offered.
  package enum Answer: Sendable, Equatable {
    /// It is in the take and waits for the encoder.
    case accepted
    /// It is in the take, but there was no room.
    case dropped
    /// It is not in the take: that is over or paused, or the stamp is no later than the one before.
    case outside
  }

  /// Where sound belongs.
  package enum SoundPlace: Sendable, Equatable {
    /// These stamps of it are in the take.
    case inside([Range<MediaTime>])
    /// That is only known once the pictures go on.
    case undecided
    /// Nowhere: it was paused.
    case outside
  }

  private struct Pause {
    /// Pictures from this stamp on are left out...
    var start: MediaTime
    /// ... up to this one; nil until it is to go on.
    var end: MediaTime?
  }

  private struct State {
    var pictures = Fifo<CameraSample>()
    /// Why packets are left out until a key frame comes: a picture before them found no room, and they count as those
    /// that did not either.
    var isBroken = false
    var pictureBytes = 0
    /// nil before the first picture.
    var clock: TakeClock?
    var lastPicture: MediaTime?
    var lastArrival: MediaTime?
    var ledger: PictureLedger
    /// The take's second 0 on the clock; nil in a pre-roll.
    var start: MediaTime?
    /// How much of the take is from before it was asked for.
    var lead = MediaTime.zero
    /// From the take's second 0.
    var limit: Limit?
    var pause: Pause?
    var end: End?

    /// How long the take is, up to the stamp of its last picture, or as far as that lasts.
    func length(with period: MediaTime = .zero) -> MediaTime {
      guard let clock, let lastPicture, let start else { return .zero }
      return clock.time(of: lastPicture) + period - start
    }
  }

  private let state: Monitor<State>
  private let framePeriod: MediaTime
  private let began: MediaTime
  private let maximumCount: Int
  private let maximumBytes: Int

  /// How long a take waits for its first picture, and for a next one after its limit has passed.
  private static let firstPictureGrace = MediaTime(seconds: 10)
  private static let pictureGrace = MediaTime(seconds: 1)

  /// A take that begins to wait for its first picture at `began` and ends at `limit` at the latest; `isPreRoll`: it
  /// only begins with `begin`, as if with a picture that came before. Where nothing else tells, a picture lasts
  /// `framePeriod`. At most `maximumCount` pictures of `maximumBytes` together wait for the encoder.
  package init(
    began: MediaTime, limit: Limit?, framePeriod: MediaTime, isPreRoll: Bool = false, maximumCount: Int = 60,
    maximumBytes: Int = 96 << 20
  ) {
    state = Monitor(
      State(ledger: PictureLedger(isOpen: !isPreRoll), start: isPreRoll ? nil : .zero, limit: limit))
    self.began = began
    self.framePeriod = framePeriod
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  /// Whether the take has not begun yet.
  package var isPreRoll: Bool { state.withLock { $0.start == nil } }

  /// Ends a pre-roll: the take's second 0 is the moment `start` of the clock, and it lasts no longer than `limit` from
  /// the stamp `asked` on: what was before does not count.
  package func begin(at start: MediaTime, asked: MediaTime, limit: Limit?) {
    state.withLock { state in
      guard state.start == nil else { return }
      let lead = max(.zero, (state.clock?.time(of: asked) ?? start) - start)
      state.start = start
      state.lead = lead
      state.limit = limit.map { ($0.time + lead, $0.reason) }
      state.ledger.begin(at: start)
    }
  }

  /// Pictures before this moment of the clock are in no take any more.
  package func forget(before time: MediaTime) {
    state.withLock { $0.ledger.forget(before: time) }
  }

  /// Offers a picture that has come at `now`. Answers at once; where the source can wait, only when there is
  /// room. A picture at or after the limit ends the take.
  package func offer(_ frame: VideoFrame, now: MediaTime, canWait: Bool) -> Answer {
    offer(.frame(frame), now: now, canWait: canWait)
  }

  /// Offers a compressed picture, likewise. The first one, that after a pause, and that after one for which there was
  /// no room, is a key frame; those before it are left out.
  package func offer(_ packet: EncodedPacket, now: MediaTime, canWait: Bool) -> Answer {
    offer(.packet(packet), now: now, canWait: canWait)
  }

  private func offer(_ sample: CameraSample, now: MediaTime, canWait: Bool) -> Answer {
    let (bytes, stamp, canBegin) = (sample.byteCount, sample.time, sample.canBegin)
    let answer = state.wait { state -> Answer? in
      guard state.end == nil else { return .outside }
      if let last = state.lastPicture, stamp <= last { return .outside }
      guard canBegin || state.clock != nil else { return .outside }
      guard goesOn(&state, with: stamp, canBegin: canBegin) else { return .outside }
      let clock = state.clock ?? TakeClock(origin: stamp)
      let time = clock.time(of: stamp)
      if let limit = state.limit, let start = state.start, time - start >= limit.time {
        state.end = End(time: limit.time, reason: limit.reason)
        return .outside
      }
      let isFull =
        state.pictures.count > 0
        && (state.pictures.count >= maximumCount || state.pictureBytes + bytes > maximumBytes)
      if isFull && canWait { return nil }
      state.clock = clock
      state.lastPicture = stamp
      state.lastArrival = now
      state.isBroken = isFull || state.isBroken && !canBegin
      if state.isBroken {
        state.ledger.add(time, isDropped: true)
        return .dropped
      }
      state.ledger.add(time)
      state.pictures.append(sample.taken(at: time))
      state.pictureBytes += bytes
      return .accepted
    }
    return answer ?? .outside
  }

  /// Whether a picture with this stamp is in the take, as far as pauses tell; one after a pause ends it, if decoding
  /// can begin with it.
  private func goesOn(_ state: inout State, with stamp: MediaTime, canBegin: Bool) -> Bool {
    // One that was taken before may come late.
    guard let pause = state.pause, stamp >= pause.start else { return true }
    guard let end = pause.end, stamp >= end, canBegin else { return false }
    // The picture before the pause lasts as long as any other.
    if let last = state.lastPicture { state.clock?.leaveOut(from: last + framePeriod, to: stamp) }
    state.pause = nil
    return true
  }

  /// Leaves out pictures that are taken at `stamp` or later. Already so: changes nothing.
  package func pause(at stamp: MediaTime) {
    state.withLock { state in
      if state.pause == nil {
        state.pause = Pause(start: stamp)
      } else {
        // No picture came in between.
        state.pause?.end = nil
      }
    }
  }

  /// Goes on with the first picture that is taken at `stamp` or later.
  package func resume(at stamp: MediaTime) {
    state.withLock { state in
      guard let pause = state.pause, pause.end == nil else { return }
      state.pause?.end = max(stamp, pause.start)
    }
  }

  /// Whether pictures are left out.
  package var isPaused: Bool {
    state.withLock { $0.pause.map { $0.end == nil } ?? false }
  }

  /// Where sound with these stamps belongs, as far as is known.
  package func place(ofSound stamps: Range<MediaTime>) -> SoundPlace {
    state.withLock { state in
      guard let clock = state.clock else { return .undecided }
      guard state.end == nil, let pause = state.pause else { return .inside(clock.parts(of: stamps)) }
      let cut = state.lastPicture.map { $0 + framePeriod } ?? pause.start
      if stamps.upperBound <= cut { return .inside(clock.parts(of: stamps)) }
      // Pictures from before the pause may still come, and with the first one after it all is known.
      if stamps.lowerBound < pause.start + framePeriod { return .undecided }
      if let end = pause.end, stamps.upperBound > end { return .undecided }
      return .outside
    }
  }

  /// The moment of the clock that a stamp stands for; nil before the first picture.
  package func time(of stamp: MediaTime) -> MediaTime? {
    state.withLock { $0.clock?.time(of: stamp) }
  }

  /// Takes the next picture, waiting for it; nil when the take is over and all its pictures were taken. Where
  /// pictures have stopped, the clock ends the take. The picture's time is that of the clock.
  package func takePicture(clock: () -> MediaTime) -> VideoFrame? {
    while let sample = takeSample(clock: clock) {
      if case .frame(let frame) = sample { return frame }
    }
    return nil
  }

  /// Takes the next compressed picture, likewise.
  package func takePacket(clock: () -> MediaTime) -> EncodedPacket? {
    while let sample = takeSample(clock: clock) {
      if case .packet(let packet) = sample { return packet }
    }
    return nil
  }

  private func takeSample(clock: () -> MediaTime) -> CameraSample? {
    enum Step { case picture(CameraSample), over }
    while true {
      let now = clock()
      let deadline = state.withLock { state in endByClock(&state, now: now) }
      let step = state.wait(until: deadline) { state -> Step? in
        if let sample = state.pictures.popFirst() {
          state.pictureBytes -= sample.byteCount
          return .picture(sample)
        }
        return state.end != nil ? .over : nil
      }
      switch step {
      case .picture(let sample): return sample
      case .over: return nil
      case nil: continue
      }
    }
  }

  /// Ends the take where no picture came in time, or says when to look again.
  private func endByClock(_ state: inout State, now: MediaTime) -> MediaTime? {
    guard state.end == nil, state.pause == nil else { return nil }
    guard let clock = state.clock, let arrival = state.lastArrival else {
      let deadline = began + Self.firstPictureGrace
      guard now >= deadline else { return deadline }
      let error = RetakeError(
        .deviceLost, "the camera delivered no picture within \(Int(Self.firstPictureGrace.seconds)) s",
        advice: "Check the camera's cable, and that no other program uses it.")
      state.end = End(time: .zero, reason: .cameraLost, error: error)
      return nil
    }
    guard let limit = state.limit, let start = state.start else { return nil }
    let deadline = max(clock.stamp(of: start + limit.time), arrival) + Self.pictureGrace
    guard now >= deadline else { return deadline }
    state.end = End(time: limit.time, reason: limit.reason)
    return nil
  }

  /// Ends the take after the last picture that came. Who comes first decides; later calls change nothing.
  package func end(_ reason: RecordingEndReason, error: RetakeError? = nil) {
    state.withLock { state in
      guard state.end == nil else { return }
      var time = state.length(with: framePeriod)
      if let limit = state.limit { time = min(time, limit.time) }
      state.end = End(time: time, reason: reason, error: error)
    }
  }

  /// Ends the take at `time`, before pictures that came already; a later end gives way.
  package func cut(at time: MediaTime, _ reason: RecordingEndReason, error: RetakeError? = nil) {
    state.withLock { state in
      if let end = state.end, end.time <= time { return }
      state.end = End(time: time, reason: reason, error: error)
    }
  }

  /// The stamp of the take's second 0; nil before there is one. Where the take was paused, that of a take of the same
  /// length without pauses.
  package var origin: MediaTime? {
    state.withLock { state in
      guard let clock = state.clock, let start = state.start else { return nil }
      return clock.stamp(of: start)
    }
  }

  /// The take's second 0 on its clock; nil in a pre-roll.
  package var start: MediaTime? {
    state.withLock { $0.start }
  }

  /// How long the take is by now, up to its last picture.
  package var length: MediaTime {
    state.withLock { $0.length() }
  }

  /// How much of it is from before it was asked for: its pre-roll.
  package var lead: MediaTime {
    state.withLock { $0.lead }
  }

  /// The limit of its length, pre-roll and all.
  package var limit: Limit? {
    state.withLock { $0.limit }
  }

  /// The end; nil while the take runs.
  package var end: End? {
    state.withLock { $0.end }
  }

  /// How far sound may go now, on the clock and as a stamp: to the end, or while the take runs to its last picture.
  package var horizon: (time: MediaTime, stamp: MediaTime, isEnd: Bool) {
    state.withLock { state in
      guard let clock = state.clock, let last = state.lastPicture else {
        return (.zero, began, state.end != nil)
      }
      let time = state.end.map { (state.start ?? .zero) + $0.time } ?? clock.time(of: last)
      return (time, clock.stamp(of: time), state.end != nil)
    }
  }

  /// Waits for the first picture until `deadline`: whether it has come.
  package func waitForPicture(until deadline: MediaTime) -> Bool {
    state.wait(until: deadline) { state -> Bool? in
      if state.clock != nil { return true }
      return state.end != nil ? false : nil
    } ?? false
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
  package func leaveOut(_ frame: VideoFrame) {
    state.withLock { $0.ledger.drop(frame.time) }
  }

  /// A compressed one, likewise.
  package func leaveOut(_ packet: EncodedPacket) {
    state.withLock { $0.ledger.drop(packet.presentationTime) }
  }

  /// Pictures that were in the take, and those of them that found no room.
  package var counts: (captured: Int, dropped: Int) {
    state.withLock { ($0.ledger.captured, $0.ledger.dropped) }
  }
}

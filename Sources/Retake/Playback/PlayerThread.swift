internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The thread of a player: does what is ordered, decodes ahead, and hands each picture out when its time comes.
final class PlayerThread {
  /// What to do after a turn.
  private enum Next {
    case again
    case wait(until: MediaTime)
    case rest
  }

  /// Pictures decoded ahead at most; together with decoding ahead only while there is time, enough for one that
  /// takes long.
  private static let picturesAhead = 4
  /// Sound that must come anew is a little later than where its last block began.
  private static let soundTolerance = MediaTime(nanoseconds: 25_000_000)
  /// An exact seek gives way to a newer one only while pictures come this often.
  private static let longestBlindness = MediaTime(nanoseconds: 250_000_000)
  /// Pictures later than this make the decoder leave out what it can.
  private static let lateness = MediaTime(nanoseconds: 300_000_000)
  /// Sound is looked after at least this often, and closely while it is waited for.
  private static let soundPeriod = MediaTime(nanoseconds: 50_000_000)
  private static let holdPeriod = MediaTime(nanoseconds: 5_000_000)
  /// Where no pictures come, the time is told this often.
  private static let tellPeriod = MediaTime(nanoseconds: 100_000_000)

  private let orders: Monitor<PlayerOrders>
  private let status: Monitor<PlayerStatus>
  private let outbox: PlayerOutbox
  private let output: (any AudioOutput)?
  private var sound: SoundFeed?
  private var clock = PlaybackClock()
  private var isPlaying = false
  private var loops = false
  private var volume: Float?
  private var isAtEnd = false
  /// The output holds sound of another place than the clock's.
  private var isSoundStale = false
  /// The reader's count of jumps that the sound knows of.
  private var knownJumps = 0
  /// When the last picture was handed out.
  private var lastPut = MediaTime(nanoseconds: .min / 2)
  /// The time that was told last.
  private var lastTold = MediaTime.zero
  /// How long decoding a picture takes, on the average.
  private var decodeTime = MediaTime.zero
  /// The orders that were seen.
  private var serial = 0

  init(
    orders: Monitor<PlayerOrders>, status: Monitor<PlayerStatus>, outbox: PlayerOutbox,
    output: (any AudioOutput)?
  ) {
    self.orders = orders
    self.status = status
    self.outbox = outbox
    self.output = output
  }

  /// Plays the file at `path` until it is told to stop or fails.
  func run(_ path: String) {
    do throws(CodecError) {
      let file = try InputFile(path: path)
      status.withLock { $0.file = file }
      if !isStopping { try play(MovieReader(file), named: file.name) }
    } catch {
      if !isStopping { fail(RetakeError(error, path: path)) }
    }
    sound?.setSounding(false)
    output?.stop()
    let unanswered = orders.withLock { orders in
      orders.isOver = true
      defer { _ = orders.takeMoves() }
      return orders.droppedTokens
    }
    for token in unanswered { outbox.post(.seekCancelled(token: token)) }
    status.withLock { status in
      status.clock.stop(at: MonotonicClock.now)
      status.file = nil
    }
  }

  private var isStopping: Bool { orders.withLock { $0.isStopping } }

  private func fail(_ error: RetakeError) {
    outbox.post(.failed(error))
  }

  private func play(_ reader: MovieReader, named name: String) throws(CodecError) {
    let first = reader.decodeNext()
    guard first != nil || reader.hasSoundPacket() else {
      throw CodecError(.invalidData, "open \(name)", "there is nothing in it that can be played")
    }
    let media = PlayerMedia(
      video: first == nil ? nil : reader.video, audio: reader.audio, duration: reader.duration)
    status.withLock { $0.media = media }
    outbox.post(.readyToPlay)
    if let first {
      reader.run.moveCursor(near: first.time)
      put(first)
      outbox.post(.firstPicture)
    }
    if let track = reader.audio, let output {
      // Sound that cannot be decoded does not take the pictures with it.
      sound = try? SoundFeed(track, of: reader, to: output)
    }
    while true {
      let (taken, moves) = orders.withLock { ($0, $0.isStopping ? (nil, .init()) : $0.takeMoves()) }
      guard !taken.isStopping else { return }
      serial = taken.serial
      obey(taken, moves, reader)
      switch turn(reader) {
      case .again: continue
      case .wait(let deadline): waitForOrders(until: deadline)
      case .rest: waitForOrders(until: nil)
      }
    }
  }

  private func waitForOrders(until deadline: MediaTime?) {
    let serial = serial
    _ = orders.wait(until: deadline) { $0.serial != serial ? true : nil }
  }

  private func put(_ frame: VideoFrame, completing completions: [PlayerOutbox.Completion] = []) {
    lastPut = MonotonicClock.now
    outbox.put(frame, completing: completions)
  }

  /// Tells the owner where it stands.
  private func publish() {
    status.withLock { status in
      status.clock = clock
      status.isAtEnd = isAtEnd
    }
  }

  // MARK: Orders

  private func obey(
    _ taken: PlayerOrders, _ moves: (seek: PlayerOrders.Seek?, steps: PlayerOrders.Steps),
    _ reader: MovieReader
  ) {
    loops = taken.loops
    let loudness = taken.isMuted ? 0 : taken.volume
    if volume != loudness {
      volume = loudness
      output?.volume = loudness
    }
    if taken.rate != clock.rate { setRate(taken.rate, reader) }
    if !taken.wantsToPlay { stopPlaying() }
    if let seek = moves.seek {
      stopPlaying()
      guard move(to: seek.time, isExact: seek.isExact, completing: seek.token, reader) else {
        // Given up, and the steps from there with it, for a newer one, which is done next.
        for token in moves.steps.tokens { outbox.post(.seekCancelled(token: token)) }
        return
      }
      isAtEnd = !taken.wantsToPlay && isLast(reader)
    }
    if !moves.steps.tokens.isEmpty { step(moves.steps, reader) }
    if taken.wantsToPlay { startPlaying(reader) }
    publish()
  }

  private func setRate(_ rate: Double, _ reader: MovieReader) {
    clock.setRate(rate, at: MonotonicClock.now)
    isSoundStale = true
    guard isPlaying else { return }
    isPlaying = false
    startPlaying(reader)
  }

  private func startPlaying(_ reader: MovieReader) {
    guard !isPlaying else { return }
    if isAtEnd {
      isAtEnd = false
      _ = move(to: .zero, isExact: true, completing: nil, reader)
    }
    isPlaying = true
    let time = clock.time(at: MonotonicClock.now)
    var awaitsSound = false
    if let sound, clock.rate == 1 {
      if time < sound.floor - Self.soundTolerance {
        reader.jump(to: time)
        _ = reader.seek(to: time, isExact: true)
      }
      settleSound(reader)
      if isSoundStale { sound.restart(at: time) }
      isSoundStale = false
      sound.feed(from: time)
      awaitsSound = sound.hasSound(after: time)
      sound.setSounding(true)
    } else {
      sound?.setSounding(false)
    }
    clock.start(at: MonotonicClock.now, awaitsSound: awaitsSound)
  }

  private func stopPlaying() {
    guard isPlaying else { return }
    isPlaying = false
    clock.stop(at: MonotonicClock.now)
    sound?.setSounding(false)
    tell(clock.time(at: MonotonicClock.now))
  }

  /// Lets the sound follow the reader's jumps.
  private func settleSound(_ reader: MovieReader) {
    guard reader.jumpCount != knownJumps else { return }
    knownJumps = reader.jumpCount
    sound?.reset()
    isSoundStale = false
  }

  private func isLast(_ reader: MovieReader) -> Bool {
    reader.isOnLastPicture && clock.time(at: MonotonicClock.now) >= reader.run.current?.time ?? .zero
  }

  /// Goes to `time` and hands its picture out; false where it was given up.
  private func move(
    to time: MediaTime, isExact: Bool, completing token: Int?, _ reader: MovieReader
  ) -> Bool {
    let end = reader.video == nil ? reader.duration : reader.lastFrameTime.map { max($0, soundEnd(reader)) }
    let wanted = end.map { min(time, $0) } ?? time
    let outcome = reader.seek(to: wanted, isExact: isExact) {
      let (isStopping, isNewer) = orders.withLock { ($0.isStopping, $0.seek != nil) }
      return isStopping || isNewer && MonotonicClock.now - lastPut < Self.longestBlindness
    }
    settleSound(reader)
    isSoundStale = true
    let now = MonotonicClock.now
    switch outcome {
    case .found:
      guard let frame = reader.run.current else { return true }
      var place = isExact ? max(wanted, frame.time) : frame.time
      if reader.isOnLastPicture {
        place = min(place, max(frame.time, soundEnd(reader)))
      }
      clock.move(to: place, at: now)
      publish()
      orders.withLock { $0.finishSeek(at: serial) }
      put(frame, completing: token.map { [.init(token: $0, position: frame.time)] } ?? [])
    case .nothing:
      clock.move(to: wanted, at: now)
      publish()
      orders.withLock { $0.finishSeek(at: serial) }
      if let token { outbox.post(.seekCompleted(token: token, position: wanted)) }
    case .abandoned:
      if let token { outbox.post(.seekCancelled(token: token)) }
      return false
    }
    tell(clock.time(at: now))
    return true
  }

  private func tell(_ time: MediaTime) {
    lastTold = time
    outbox.post(.timeChanged(time))
  }

  /// Where sound goes on for long after the pictures, the place shortly before its end; else zero.
  private func soundEnd(_ reader: MovieReader) -> MediaTime {
    guard let end = reader.declaredSoundEnd, let last = reader.lastFrameTime,
      end > last + MediaTime(seconds: 1)
    else { return .zero }
    return end - MediaTime(seconds: 0.1)
  }

  private func step(_ steps: PlayerOrders.Steps, _ reader: MovieReader) {
    isAtEnd = false
    let now = MonotonicClock.now
    if reader.run.current == nil { _ = reader.seek(to: clock.time(at: now), isExact: true) }
    reader.step(by: steps.count) { orders.withLock { $0.isStopping || $0.seek != nil } }
    settleSound(reader)
    isSoundStale = true
    if let frame = reader.run.current {
      clock.move(to: frame.time, at: now)
      isAtEnd = isLast(reader)
      publish()
      put(frame, completing: steps.tokens.map { .init(token: $0, position: frame.time) })
    } else {
      for token in steps.tokens {
        outbox.post(.seekCompleted(token: token, position: clock.time(at: now)))
      }
    }
    tell(clock.time(at: now))
  }

  // MARK: Playing

  /// Shows what is due, and gets something ready.
  private func turn(_ reader: MovieReader) -> Next {
    guard isPlaying else { return .rest }
    let now = MonotonicClock.now
    let time = followSound(at: now, reader)
    let hasShown = showDue(at: time, reader)
    publish()
    if hasShown || abs((time - lastTold).nanoseconds) >= Self.tellPeriod.nanoseconds { tell(time) }
    if let end = reader.playingEnd, reader.run.aheadCount == 0, time >= end {
      self.end(at: end, reader)
      return .again
    }
    let patience = now + (clock.isHolding ? Self.holdPeriod : Self.soundPeriod)
    if reader.run.aheadCount >= Self.picturesAhead || reader.arePicturesOver {
      return .wait(until: min(due(reader, time, now), patience))
    }
    if let next = reader.run.next {
      let rest = MediaTime(seconds: (next.time - time).seconds / clock.rate)
      // What is decoded now must not make the next picture late.
      if rest.nanoseconds < decodeTime.nanoseconds * 3 / 2 {
        return .wait(until: min(now + max(rest, .zero), patience))
      }
    }
    decodeAhead(at: time, reader)
    return .again
  }

  /// When the next picture is due, or the end.
  private func due(_ reader: MovieReader, _ time: MediaTime, _ now: MediaTime) -> MediaTime {
    guard let next = reader.run.next?.time ?? reader.playingEnd else { return now + Self.soundPeriod }
    return now + MediaTime(seconds: max(0, (next - time).seconds) / clock.rate)
  }

  private func decodeAhead(at time: MediaTime, _ reader: MovieReader) {
    let isLate = reader.run.last.map { time - $0.time > Self.lateness } ?? false
    let began = MonotonicClock.now
    guard reader.decodeNext(skippingBefore: isLate ? time : nil) != nil else {
      noteDuration(reader)
      return
    }
    let cost = MonotonicClock.now - began
    decodeTime = MediaTime(nanoseconds: (decodeTime.nanoseconds * 7 + cost.nanoseconds) / 8)
  }

  /// A file that was cut is shorter than it says.
  private func noteDuration(_ reader: MovieReader) {
    guard reader.isFileOver, let found = reader.duration else { return }
    status.withLock { status in
      let told = status.media?.duration
      if told.map({ abs(($0 - found).seconds) > 0.25 }) ?? true { status.media?.duration = found }
    }
  }

  /// Feeds the sound and goes by it; the time.
  private func followSound(at now: MediaTime, _ reader: MovieReader) -> MediaTime {
    guard let sound, let output, clock.rate == 1 else {
      let time = clock.time(at: now)
      if let sound { sound.skip(to: time) } else { _ = reader.dropSound(before: time) }
      return time
    }
    let isAstray = clock.follow(output.position(at: now), at: now)
    let time = clock.time(at: now)
    if isAstray { sound.restart(at: time) }
    sound.feed(from: time)
    return time
  }

  /// Hands the newest picture out whose time has come, if there is one.
  private func showDue(at time: MediaTime, _ reader: MovieReader) -> Bool {
    var due: VideoFrame?
    while let next = reader.run.next, next.time <= time {
      reader.run.showNext()
      if due != nil { outbox.late.increment() }
      due = next
    }
    if let due { put(due) }
    return due != nil
  }

  private func end(at time: MediaTime, _ reader: MovieReader) {
    if loops {
      stopPlaying()
      if move(to: .zero, isExact: true, completing: nil, reader) { startPlaying(reader) }
      publish()
      return
    }
    stopPlaying()
    clock.move(to: time, at: MonotonicClock.now)
    isAtEnd = true
    let serial = serial
    orders.withLock { if $0.serial == serial { $0.wantsToPlay = false } }
    noteDuration(reader)
    publish()
    tell(time)
    outbox.post(.ended)
  }
}

extension RetakeError {
  /// Why a file cannot be played.
  fileprivate init(_ error: CodecError, path: String) {
    self.init(
      .inputUnreadable, "cannot play \(path): \(error.text)",
      advice: "Give a video or audio file that is there and may be read.")
  }
}

internal import RetakeMedia
internal import RetakeRuntime

/// What a player hands out: the newest picture, and events in their order. Any thread may call.
final class PlayerOutbox: Sendable {
  /// A seek or step that waits for its picture to be taken.
  struct Completion: Sendable {
    var token: Int
    var position: MediaTime
  }

  fileprivate struct Contents {
    var frame: VideoFrame?
    var completions: [Completion] = []
    var events = Fifo<PlayerEvent>()
    /// Told by one event, however often it changes before that is read.
    var time: MediaTime?
  }
  private let contents = Monitor(Contents())
  private let wake: @Sendable () -> Void
  /// Pictures that were never taken because a newer one came.
  let replaced = Counter()
  /// Pictures that were not handed out because a later one was due.
  let late = Counter()

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Hands out a picture; `completions` are told once it, or a newer one, was taken.
  func put(_ frame: VideoFrame, completing completions: [Completion] = []) {
    // The old picture is let go after the lock: its last owner may give memory back.
    let old = contents.withLock { contents in
      let old = contents.frame
      contents.frame = frame
      contents.completions += completions
      return old
    }
    if old == nil { wake() } else { replaced.increment() }
  }

  /// The newest picture, once.
  func takeFrame() -> VideoFrame? {
    let (frame, hasNews) = contents.withLock { contents in
      let frame = contents.frame
      contents.frame = nil
      let wasEmpty = contents.isSilent
      for completion in contents.completions {
        contents.events.append(.seekCompleted(token: completion.token, position: completion.position))
      }
      contents.completions.removeAll()
      return (frame, wasEmpty && !contents.isSilent)
    }
    if hasNews { wake() }
    return frame
  }

  /// Tells an event.
  func post(_ event: PlayerEvent) {
    let wasEmpty = contents.withLock { contents in
      let wasEmpty = contents.isSilent
      if case .timeChanged(let time) = event { contents.time = time } else { contents.events.append(event) }
      return wasEmpty
    }
    if wasEmpty { wake() }
  }

  /// The oldest event, once; the time comes last.
  func nextEvent() -> PlayerEvent? {
    contents.withLock { contents in
      if let event = contents.events.popFirst() { return event }
      defer { contents.time = nil }
      return contents.time.map { .timeChanged($0) }
    }
  }
}

extension PlayerOutbox.Contents {
  fileprivate var isSilent: Bool { events.count == 0 && time == nil }
}

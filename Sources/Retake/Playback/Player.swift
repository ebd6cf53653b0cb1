internal import RetakeCodec
public import RetakeMedia
internal import RetakeRuntime
internal import Synchronization

/// Plays one file: pictures are taken from it, sound goes to an `AudioOutput`.
///
/// Any thread may call, and each call but `join` returns at once: the file is opened, read and decoded on a thread of
/// the player's own. It begins paused and shows the first picture as soon as there is one. Time is the sound's
/// while sound is heard, else CLOCK_MONOTONIC's; where sound ends early, is missing, or its output goes away, playback
/// goes on. The end stops it on the last picture.
///
/// The owner ends it with `stop` and `join`, before it lets go of it (else it traps) and before it gives the audio
/// output to another player.
public final class Player: Sendable {
  /// A number that no other player of this process has, and that grows: an answer that carries an old one is late.
  public let generation: Int
  /// The slowest and the fastest speed.
  public static let rates = 0.25...2.0

  private static let generations = Atomic<Int>(0)

  private let thread = OSThread(name: "player")
  private let orders: Monitor<PlayerOrders>
  private let status: Monitor<PlayerStatus>
  private let outbox: PlayerOutbox

  /// A player for the file at `path`, which it begins to open. `wake` is called, on any thread, when there is a
  /// picture or an event and was none before; it must return at once.
  public init(path: String, audioOutput: (any AudioOutput)?, wake: @escaping @Sendable () -> Void) {
    generation = Self.generations.add(1, ordering: .relaxed).newValue
    let (orders, status) = (Monitor(PlayerOrders()), Monitor(PlayerStatus()))
    let outbox = PlayerOutbox(wake: wake)
    (self.orders, self.status, self.outbox) = (orders, status, outbox)
    thread.start {
      PlayerThread(orders: orders, status: status, outbox: outbox, output: audioOutput).run(path)
    }
  }

  // MARK: Playing

  /// Plays on; from the start where it stands at the end.
  public func play() {
    order { $0.wantsToPlay = true }
  }

  /// Stands still, on the picture that is shown.
  public func pause() {
    order { $0.wantsToPlay = false }
  }

  /// Seconds of the file in a second, clamped to `rates`; 1 at first. Other speeds than 1 are silent.
  public var rate: Double {
    get { orders.withLock { $0.rate } }
    set {
      guard newValue.isFinite else { return }
      order { $0.rate = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound) }
    }
  }

  /// Whether it begins again at the end, without an `ended`.
  public var loops: Bool {
    get { orders.withLock { $0.loops } }
    set { order { $0.loops = newValue } }
  }

  /// How loud the sound is, 0 silent to 1 as recorded; clamped.
  public var volume: Float {
    get { orders.withLock { $0.volume } }
    set {
      guard newValue.isFinite else { return }
      order { $0.volume = min(max(newValue, 0), 1) }
    }
  }

  /// Whether the sound is off; `volume` stays.
  public var isMuted: Bool {
    get { orders.withLock { $0.isMuted } }
    set { order { $0.isMuted = newValue } }
  }

  private func order(_ change: (inout PlayerOrders) -> Void) {
    orders.withLock { orders in
      change(&orders)
      orders.ordered()
    }
  }

  // MARK: Moving

  /// Goes to a time of the file, clamped to its ends, playing on if it plays. `isExact`: to the picture that
  /// belongs there, which is the last that is not later; else to a key frame before it, which is quick: for
  /// dragging. The newest seek wins. Ends with a `seekCompleted` or `seekCancelled` that carries `token`.
  public func seek(to time: MediaTime, exact isExact: Bool = true, token: Int = 0) {
    let far = MediaTime(seconds: 1e8)
    let seek = PlayerOrders.Seek(time: min(max(time, .zero), far), isExact: isExact, token: token)
    cancel(orders.withLock { $0.isOver ? [token] : $0.replaceSeek(seek) })
  }

  /// Pauses and goes on by `frames` pictures (below zero: back), as far as there are any. Steps add up. Ends with a
  /// `seekCompleted` or `seekCancelled` that carries `token`.
  public func step(by frames: Int, token: Int = 0) {
    let isOver = orders.withLock { orders in
      if !orders.isOver { orders.addSteps(frames, token: token) }
      return orders.isOver
    }
    if isOver { cancel([token]) }
  }

  private func cancel(_ tokens: [Int]) {
    for token in tokens { outbox.post(.seekCancelled(token: token)) }
  }

  // MARK: What it hands out

  /// The newest picture that was not taken yet. Its `time` counts from the start of the file.
  public func takeFrame() -> VideoFrame? {
    outbox.takeFrame()
  }

  /// The oldest event that was not taken yet; `timeChanged` comes after the others.
  public func nextEvent() -> PlayerEvent? {
    outbox.nextEvent()
  }

  /// What the file is; nil until it is open.
  public var media: PlayerMedia? {
    status.withLock { $0.media }
  }

  /// How long the file is; nil while that is not known.
  public var duration: MediaTime? {
    status.withLock { $0.media?.duration }
  }

  /// The time of the file at which it stands; where a seek is on its way, the time that it goes to.
  public var currentTime: MediaTime {
    let target = orders.withLock { $0.seekTarget }
    let (clock, end) = status.withLock { ($0.clock, $0.media?.duration) }
    let time = target ?? clock.time(at: MonotonicClock.now)
    return end.map { min(time, $0) } ?? time
  }

  /// Whether it plays.
  public var timeControlStatus: TimeControlStatus {
    let (wantsToPlay, isSeeking) = orders.withLock { ($0.wantsToPlay && !$0.isOver, $0.seekTarget != nil) }
    guard wantsToPlay else { return .paused }
    let clock = status.withLock { $0.clock }
    return clock.isRunning && !clock.isHolding && !isSeeking ? .playing : .waitingToPlay
  }

  /// Whether it stands, paused, on the end.
  public var isAtEnd: Bool {
    status.withLock { $0.isAtEnd }
  }

  /// Pictures that were never taken because a newer one came.
  public var replacedFrameCount: Int { outbox.replaced.count }

  /// Pictures that were left out in playing because a later one was due.
  public var lateFrameCount: Int { outbox.late.count }

  // MARK: End

  /// Tells the thread to end, whatever it does. What it handed out can still be taken.
  public func stop() {
    order { $0.isStopping = true }
    status.withLock { $0.file }?.cancel()
  }

  /// Waits for the thread, after `stop`: for one picture's decoding at the most. One thread calls.
  public func join() {
    thread.join()
  }
}

internal import RetakeMedia

/// Decides when a take's encoder has to work faster, and when it may take more care again: pure arithmetic, fed with
/// each picture.
///
/// It goes down when pictures pile up, long before there is no room for them, one rung at a time until the pile no
/// longer grows. Up it goes after a calm time; where the higher rung then proves too slow, the next try waits twice
/// as long. Below the fastest rung every second picture is left out, then two of three, then three of four: evenly,
/// where a full queue would tear holes. That is done as late, and undone as early, as it can be.
struct SpeedLadder {
  /// Where the encoder stands.
  private(set) var pace: EncoderPace
  /// Rungs that can be used, the slowest and best first; empty where the encoder has one speed.
  private var speeds: [EncoderSpeed]
  private let maySkip: Bool
  private let framePeriod: Double
  /// The share of a picture's time that encoding takes, smoothed.
  private var busy = 0.0
  /// When the pile was last looked at, and how high it was then.
  private var lastLook: MediaTime?
  private var lastWaiting = 0
  private var calmSince: MediaTime?
  private var lastRise: MediaTime?
  private var patience = Self.shortestPatience

  /// What to do before the next picture.
  enum Advice: Equatable {
    case stay
    case slowDown
    case speedUp
  }

  /// Seconds that may wait, or the share of a queue that is bounded by bytes and may fill, before the pace changes:
  /// soon where that costs no picture, late where it does, and in time for the 2 s that a full queue holds at 30
  /// frames a second.
  private static let cheap = (backlog: 0.25, fill: 0.25)
  private static let dear = (backlog: 1.0, fill: 0.6)
  /// The share of a queue from which pictures are left out though the pile stays as it is.
  private static let alarmingFill = 0.8
  /// How long a change has to show itself.
  private static let look = MediaTime(seconds: 0.3)
  /// What a picture may take of its time for the next rung up to be tried: how much dearer that is nobody knows.
  private static let calmShare = 0.5
  /// The same, as foreseen, where the rung stays and only more pictures go in.
  private static let fullShare = 0.85
  private static let smoothing = 1.0 / 16
  private static let largestShare = 4.0
  private static let shortestPatience = MediaTime(seconds: 4)
  private static let skippingPatience = MediaTime(seconds: 1)
  /// A rise that lasted so long was no mistake.
  private static let proof = MediaTime(seconds: 20)
  private static let longestPatience = MediaTime(seconds: 64)
  private static let largestDivisor = 4

  /// A ladder whose top is `speed`; nil for an encoder with one speed. `isFixed`: that rung and no other. `maySkip`:
  /// pictures may be left out where nothing else helps.
  init(from speed: EncoderSpeed?, isFixed: Bool, maySkip: Bool, framePeriod: MediaTime) {
    pace = EncoderPace(speed: speed)
    speeds =
      speed.map { top in isFixed ? [top] : EncoderSpeed.allCases.filter { $0 <= top }.reversed() } ?? []
    self.maySkip = maySkip
    self.framePeriod = framePeriod.seconds
  }

  /// Takes note of a picture that the encoder took `took` for, while `waiting` others, which fill `fill` of the room
  /// (0 to 1), wait behind it.
  mutating func advise(waiting: Int, fill: Double, took: MediaTime, now: MediaTime) -> Advice {
    // One picture that took long, as the first one does, says little about the others.
    let share = min(took.seconds / (framePeriod * Double(pace.divisor)), Self.largestShare)
    busy += (share - busy) * Self.smoothing
    let bound = hasFasterRung ? Self.cheap : Self.dear
    let isPiling = Double(waiting) * framePeriod >= bound.backlog || fill >= bound.fill
    guard let look = lastLook else {
      // Opening the encoder has taken time; that pile says nothing.
      (lastLook, lastWaiting, calmSince) = (now, waiting, now)
      return .stay
    }
    // Those that are left out wait, too.
    let isCalm = waiting <= pace.divisor && hasTime
    if !isCalm { calmSince = nil }
    if isPiling {
      guard now - look >= Self.look else { return .stay }
      let grows = waiting > lastWaiting
      let isStuck = waiting == lastWaiting && (hasFasterRung || fill >= Self.alarmingFill)
      (lastLook, lastWaiting) = (now, waiting)
      return (grows || isStuck) && canSpeedUp ? .speedUp : .stay
    }
    lastWaiting = 0
    guard let calm = calmSince else {
      if isCalm { calmSince = now }
      return .stay
    }
    return now - calm >= patience && canSlowDown ? .slowDown : .stay
  }

  /// Whether the pace above this one may be kept up with.
  private var hasTime: Bool {
    guard pace.divisor > 1 else { return busy <= Self.calmShare }
    return busy * Double(pace.divisor) / Double(pace.divisor - 1) <= Self.fullShare
  }

  private var hasFasterRung: Bool {
    pace.speed != speeds.last
  }

  private var canSpeedUp: Bool {
    next(after: pace) != nil
  }

  private var canSlowDown: Bool {
    pace.divisor > 1 || pace.speed != speeds.first
  }

  /// The pace below this one; nil at the end of the ladder.
  private func next(after pace: EncoderPace) -> EncoderPace? {
    if let speed = pace.speed, let index = speeds.firstIndex(of: speed), index + 1 < speeds.count {
      return EncoderPace(speed: speeds[index + 1])
    }
    guard maySkip, pace.divisor < Self.largestDivisor else { return nil }
    return EncoderPace(speed: pace.speed, divisor: pace.divisor + 1)
  }

  /// The pace that `advice` leads to.
  func target(of advice: Advice) -> EncoderPace {
    switch advice {
    case .stay: return pace
    case .speedUp: return next(after: pace) ?? pace
    case .slowDown:
      if pace.divisor > 1 { return EncoderPace(speed: pace.speed, divisor: pace.divisor - 1) }
      guard let speed = pace.speed, let index = speeds.firstIndex(of: speed), index > 0 else { return pace }
      return EncoderPace(speed: speeds[index - 1])
    }
  }

  /// The encoder has that pace from now on.
  mutating func move(to target: EncoderPace, now: MediaTime) {
    let isRise = target.divisor < pace.divisor || (target.speed ?? .ultrafast) > (pace.speed ?? .ultrafast)
    if isRise {
      lastRise = now
    } else if let rise = lastRise, now - rise < max(patience, Self.proof) {
      patience = min(MediaTime(seconds: patience.seconds * 2), Self.longestPatience)
      lastRise = nil
    } else if lastRise != nil || pace.divisor == 1 && target.divisor > 1 {
      patience = target.divisor > 1 ? Self.skippingPatience : Self.shortestPatience
      lastRise = nil
    }
    // The pictures that go in take as long as before, of more time or of less.
    busy = target.speed == pace.speed ? busy * Double(pace.divisor) / Double(target.divisor) : Self.calmShare
    pace = target
    (lastLook, calmSince) = (now, nil)
  }

  /// The rung cannot be used in this take.
  mutating func discard(_ speed: EncoderSpeed) {
    speeds.removeAll { $0 == speed }
  }
}

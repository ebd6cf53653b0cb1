internal import RetakeMedia

/// Decides when a picture's light was taken: by the driver's stamp where it can be believed, else by the
/// moment when the picture was handed over.
struct StampCheck: Sendable {
  /// What was wrong with a stamp.
  enum Fault: String, Hashable, Sendable {
    case otherClock = "are not of CLOCK_MONOTONIC"
    case zero = "are not set"
    case farOff = "are seconds away from now"
    case late = "lie far back in time"
    case future = "lie in the future"
    case backwards = "go backwards"
  }

  /// Beyond this a stamp is another clock's.
  private static let farOff = MediaTime(seconds: 2)
  /// A first picture that is older than this was not taken then: the driver's arithmetic is off. A picture
  /// waits for less, even in a long exposure.
  private static let oldest = MediaTime(seconds: 0.5)
  /// A stamp may lie this far ahead: some drivers give the end of an exposure that goes on.
  private static let newest = MediaTime(seconds: 0.1)

  private var last: MediaTime?
  /// What is added to the stamps of a driver whose arithmetic is off.
  private var offset = MediaTime.zero
  /// Whether the last time was not the driver's stamp.
  private(set) var isRestamped = false
  /// Kinds of faults that there were.
  private(set) var faults: Set<Fault> = []

  /// The time of a picture stamped `stamp` and handed over at `now`, later than that of the one before; and a
  /// fault, the first time that there is one of its kind.
  mutating func time(
    of stamp: MediaTime, isMonotonic: Bool, now: MediaTime
  ) -> (time: MediaTime, fault: Fault?) {
    var (time, fault) = believed(stamp, isMonotonic, now: now)
    if let last, time <= last {
      if fault == nil { fault = .backwards }
      time = max(now, last + MediaTime(nanoseconds: 1_000))
    }
    last = time
    isRestamped = time != stamp
    return (time, fault.flatMap { faults.insert($0).inserted ? $0 : nil })
  }

  private mutating func believed(
    _ stamp: MediaTime, _ isMonotonic: Bool, now: MediaTime
  ) -> (MediaTime, Fault?) {
    guard stamp.nanoseconds != 0 else { return (now, .zero) }
    // Loopback drivers leave open whose the stamps are. Those of another clock do not come to lie so near to now.
    if !isMonotonic, stamp > now || now - stamp > Self.oldest { return (now, .otherClock) }
    if last == nil, now - stamp > Self.oldest, now - stamp <= Self.farOff {
      offset = now - stamp
      return (now, .late)
    }
    var time = stamp + offset
    if offset.nanoseconds > 0, time > now {
      // The first picture had only waited long, or the driver has mended itself.
      offset = max(.zero, now - stamp)
      time = min(now, stamp + offset)
    }
    if time > now + Self.farOff || now > time + Self.farOff { return (now, .farOff) }
    if time > now + Self.newest { return (now, .future) }
    return (time, nil)
  }
}

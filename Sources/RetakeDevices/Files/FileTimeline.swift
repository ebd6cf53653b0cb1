internal import RetakeMedia

/// Turns the stamps of a file, read again and again, into times since the session's start that only grow.
struct FileTimeline {
  /// A longer wait for the next picture than this is taken for a damaged stamp.
  private static let longestGap = MediaTime(seconds: 60)
  /// A step back of more than this is taken for a new clock (joined files), which the rest follows.
  private static let newClock = MediaTime(seconds: 1)

  /// How long all rounds before this one were.
  private(set) var offset = MediaTime.zero
  /// What the stamps of this round must be moved by since the file changed its clock.
  private var shift = MediaTime.zero
  /// The first element's time in this round: where the next round's first one will lie in that.
  private var first = MediaTime.zero
  /// The last element's time in this round, and how long it lasts.
  private var last: (time: MediaTime, duration: MediaTime)?

  /// The end, in this round, of the element that was placed last.
  var end: MediaTime {
    last.map { $0.time + $0.duration } ?? .zero
  }

  /// The time since the session's start for an element that the file stamps with `stamp`.
  mutating func place(_ stamp: MediaTime, lasting duration: MediaTime) -> MediaTime {
    var time = stamp + shift
    if let last, time <= last.time {
      let isNewClock = last.time - time > Self.newClock
      // A stamp that only stumbles gets half a step, so that the next good one still fits behind it.
      time = isNewClock ? end : last.time + MediaTime(nanoseconds: max(1, last.duration.nanoseconds / 2))
      if isNewClock { shift = time - stamp }
    } else if time < .zero || time - end > Self.longestGap {
      time = end
      shift = time - stamp
    }
    if last == nil { first = time }
    last = (time, duration)
    return offset + time
  }

  /// Begins the next round, `length` after this one began.
  mutating func repeatAfter(_ length: MediaTime) {
    offset += length
    shift = .zero
    last = nil
  }

  /// How long the file is, the same for its picture and its sound, so that both stay in step however often
  /// they begin again: what its container says, as far as it was really there (it may be cut off). Where that
  /// cannot be, because the next round's first element would come more than `slack` before the end of this one or the file's
  /// clock has jumped, what was placed.
  func length(observedEnd: MediaTime, declaredEnd: MediaTime?, slack: MediaTime) -> MediaTime {
    let length = min(declaredEnd ?? observedEnd, observedEnd)
    let next = length + first
    guard shift == .zero, next + slack >= end, last.map({ next > $0.time }) ?? true else { return end }
    return length
  }
}

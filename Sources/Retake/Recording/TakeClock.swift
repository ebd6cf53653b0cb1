package import RetakeMedia

/// The clock of a take: monotonic stamps, without the times that were paused. A value.
package struct TakeClock: Hashable, Sendable {
  /// The stamp of its second 0.
  package let origin: MediaTime
  /// The stamps that are left out, in order.
  private var pauses: [Range<MediaTime>] = []

  /// A clock without pauses.
  package init(origin: MediaTime) {
    self.origin = origin
  }

  /// Takes a pause out that begins after all others. An empty one changes nothing.
  package mutating func leaveOut(from start: MediaTime, to end: MediaTime) {
    if start < end { pauses.append(start..<end) }
  }

  /// The time of a stamp. What was paused lies in one moment, that of the cut.
  package func time(of stamp: MediaTime) -> MediaTime {
    var time = stamp - origin
    for pause in pauses where stamp > pause.lowerBound {
      time = time - (min(stamp, pause.upperBound) - pause.lowerBound)
    }
    return time
  }

  /// The stamp of a moment after the last pause.
  package func stamp(of time: MediaTime) -> MediaTime {
    pauses.reduce(origin + time) { $0 + ($1.upperBound - $1.lowerBound) }
  }

  /// The parts of these stamps that are not left out, in order.
  package func parts(of stamps: Range<MediaTime>) -> [Range<MediaTime>] {
    var parts: [Range<MediaTime>] = []
    var start = stamps.lowerBound
    for pause in pauses where pause.upperBound > start && pause.lowerBound < stamps.upperBound {
      if start < pause.lowerBound { parts.append(start..<pause.lowerBound) }
      start = max(start, pause.upperBound)
    }
    if start < stamps.upperBound { parts.append(start..<stamps.upperBound) }
    return parts
  }
}

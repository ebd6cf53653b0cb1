package import RetakeMedia

/// The needle of the level meter: up at once, down 20 dB a second, the peak held for a second. What another
/// microphone was heard to say, or one that is off now, is gone at once.
package struct LevelMeter: Hashable, Sendable {
  /// What a meter shows at one moment.
  package struct Reading: Hashable, Sendable {
    /// dBFS; at most 0.
    package var level = -100.0
    /// The held peak, dBFS.
    package var peak = -100.0
    /// Nothing has been heard for 3 s.
    package var isSilent = false

    package init() {}
  }

  /// Under this nothing is heard, dBFS.
  package static let silence = -60.0
  private static let fall = 20.0
  private static let hold = 1.0
  private static let silentAfter = 3.0

  private var reading = Reading()
  private var last: MediaTime
  private var peakTime: MediaTime
  private var heard: MediaTime
  /// The microphone that is listened to; nil for none.
  private var source: String?

  package init(now: MediaTime) {
    last = now
    peakTime = now
    heard = now
  }

  /// Takes the loudest level since the last call, dBFS, nil where there was no sound at all.
  /// - Parameter source: the id of the microphone; nil where none is listened to.
  package mutating func update(_ level: Double?, of source: String?, at now: MediaTime) -> Reading {
    guard source == self.source else {
      // What was heard since the last call may be the other one's.
      self = LevelMeter(now: now)
      self.source = source
      return reading
    }
    let fallen = max(-100, reading.level - Self.fall * max(0, (now - last).seconds))
    last = max(last, now)
    let level = min(level ?? -100, 0)
    reading.level = max(level, fallen)
    if level >= reading.peak || (now - peakTime).seconds > Self.hold {
      reading.peak = reading.level
      peakTime = now
    }
    if level > Self.silence { heard = now }
    reading.isSilent = (now - heard).seconds >= Self.silentAfter
    return reading
  }
}

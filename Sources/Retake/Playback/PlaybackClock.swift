internal import RetakeMedia

/// The time of playback: the sound's while it is heard, else CLOCK_MONOTONIC's. A value.
///
/// Whatever the sound does, time goes on: it is waited for only at the start, a sound that stands still is not
/// believed for long, and one that has lost its place is to be brought back to the pictures.
struct PlaybackClock {
  /// How long a start waits for the sound, so that the two begin together.
  static let longestHold = MediaTime(nanoseconds: 200_000_000)
  /// A sound that shows the same place for this long has stopped.
  static let longestStall = MediaTime(nanoseconds: 250_000_000)
  /// Sound further away than this is brought back; less is followed. Above a device's jitter, below what is seen.
  static let largestError = MediaTime(nanoseconds: 120_000_000)
  /// Sound is brought back no more often than this.
  static let restartPeriod = MediaTime(nanoseconds: 1_000_000_000)

  /// The place in the file at `host`.
  private var media = MediaTime.zero
  /// A moment on CLOCK_MONOTONIC.
  private var host = MediaTime.zero
  /// Seconds of the file in a second.
  private(set) var rate = 1.0
  /// Whether time runs, or would if it did not wait for the sound.
  private(set) var isRunning = false
  /// Until when it waits for the sound; nil where it does not.
  private var holdDeadline: MediaTime?
  /// The sound's last place, and since when it has been that.
  private var lastSound: (position: MediaTime, since: MediaTime)?
  /// Nothing was heard when something should have been: the next start does not wait.
  private var isSoundAbsent = false
  private var lastRestart: MediaTime?

  /// Whether it waits for the sound to begin.
  var isHolding: Bool { isRunning && holdDeadline != nil }

  /// The place in the file at `now`.
  func time(at now: MediaTime) -> MediaTime {
    guard isRunning, holdDeadline == nil else { return media }
    return media + MediaTime(seconds: (now - host).seconds * rate)
  }

  /// Goes to a place.
  mutating func move(to time: MediaTime, at now: MediaTime) {
    media = time
    host = now
    lastSound = nil
    lastRestart = nil
  }

  /// Lets time run; where `awaitsSound`, not before the sound does, or after a short while.
  mutating func start(at now: MediaTime, awaitsSound: Bool) {
    media = time(at: now)
    host = now
    isRunning = true
    lastSound = nil
    holdDeadline = awaitsSound && !isSoundAbsent ? now + Self.longestHold : nil
  }

  /// Stops time.
  mutating func stop(at now: MediaTime) {
    media = time(at: now)
    host = now
    isRunning = false
    holdDeadline = nil
  }

  /// Changes the speed.
  mutating func setRate(_ rate: Double, at now: MediaTime) {
    media = time(at: now)
    host = now
    self.rate = rate
  }

  /// Follows the sound, whose place is `position` at `now` (nil: none is heard). True where the sound has lost its
  /// place and must be started anew at `time(at: now)`.
  mutating func follow(_ position: MediaTime?, at now: MediaTime) -> Bool {
    guard isRunning else { return false }
    guard let position, isMoving(position, at: now) else {
      if position == nil { lastSound = nil }
      if let holdDeadline, now >= holdDeadline {
        isSoundAbsent = true
        self.holdDeadline = nil
        host = now
      }
      return false
    }
    isSoundAbsent = false
    let expected = time(at: now)
    holdDeadline = nil
    host = now
    media = expected
    guard abs((position - expected).nanoseconds) > Self.largestError.nanoseconds else {
      media = position
      return false
    }
    if let lastRestart, now - lastRestart < Self.restartPeriod { return false }
    lastRestart = now
    return true
  }

  private mutating func isMoving(_ position: MediaTime, at now: MediaTime) -> Bool {
    guard let lastSound, lastSound.position == position else {
      lastSound = (position, now)
      return true
    }
    return now - lastSound.since < Self.longestStall
  }
}

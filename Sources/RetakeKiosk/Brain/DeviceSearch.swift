package import RetakeMedia

/// When to look for a device that is not there: soon after it went, at once when one is plugged in, and slowly for
/// ever after, because some faults (another program that lets go of it) are told by nobody.
///
/// Pauses grow, because some cameras never come up when they are opened again and again.
package struct DeviceSearch: Hashable, Sendable {
  private static let pauses = [0.5, 1, 2, 4]
  /// At most, for what is not plugged in: where the system would tell of it, and where not.
  private static let absent = (told: 10.0, untold: 2.0)
  /// After an event: a device comes as several, one after another, and gets its names meanwhile.
  private static let settling = 0.4

  /// Whether the system tells of devices that are plugged in.
  package var hearsOfDevices = false
  /// When to look next; nil: nothing is looked for.
  package private(set) var next: MediaTime?
  private var attempts = 0

  package init() {}

  /// The device went away, at `now`.
  package mutating func lost(at now: MediaTime) {
    attempts = 0
    schedule(Self.pauses[0], after: now)
  }

  /// It was looked for and is not to be had. `isKnownAbsent`: none is plugged in.
  package mutating func failed(at now: MediaTime, isKnownAbsent: Bool) {
    attempts += 1
    if attempts < Self.pauses.count {
      schedule(min(Self.pauses[attempts], absentPause), after: now)
    } else {
      schedule(isKnownAbsent ? absentPause : Self.pauses[Self.pauses.count - 1], after: now)
    }
  }

  private var absentPause: Double { hearsOfDevices ? Self.absent.told : Self.absent.untold }

  /// Something else stands in for it.
  package mutating func substituted(at now: MediaTime) {
    attempts = Self.pauses.count
    schedule(absentPause, after: now)
  }

  /// A device was plugged in; no matter where nothing is looked for.
  package mutating func appeared(at now: MediaTime) {
    guard let planned = next else { return }
    attempts = 0
    next = min(planned, now + MediaTime(seconds: Self.settling))
  }

  /// It cannot be looked for now.
  package mutating func postpone(at now: MediaTime) {
    schedule(Self.pauses[0], after: now)
  }

  /// It is being looked for, or is there: the outcome says how it goes on.
  package mutating func pause() {
    next = nil
  }

  /// It is there.
  package mutating func found() {
    next = nil
    attempts = 0
  }

  private mutating func schedule(_ seconds: Double, after now: MediaTime) {
    next = now + MediaTime(seconds: seconds)
  }
}

package import RetakeMedia

/// Notices that the machine has slept, and that somebody has set its wall clock: pure arithmetic.
package struct ClockWatch: Sendable {
  /// What has happened since the reading before.
  package enum Event: Hashable, Sendable {
    /// The machine slept so long.
    case slept(MediaTime)
    /// The wall clock was set forward by so much, or back where it is negative.
    case wallClockSet(by: MediaTime)
  }

  private var last: ClockReading?

  /// Less is what a clock is corrected by in small steps, or how finely it can be read.
  private static let smallest = MediaTime(seconds: 1)

  /// A watch that has seen nothing yet.
  package init() {}

  /// Compares a reading with the one before.
  package mutating func look(_ reading: ClockReading) -> Event? {
    defer { last = reading }
    guard let last else { return nil }
    let slept = (reading.boot - last.boot) - (reading.monotonic - last.monotonic)
    if slept >= Self.smallest { return .slept(slept) }
    let set = (reading.wall - last.wall) - (reading.boot - last.boot)
    return set >= Self.smallest || set <= .zero - Self.smallest ? .wallClockSet(by: set) : nil
  }
}

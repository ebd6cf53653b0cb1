internal import CLinux
package import RetakeMedia

/// The machine's clocks, all read at one moment.
package struct ClockReading: Hashable, Sendable {
  /// CLOCK_MONOTONIC: stands still while the machine sleeps.
  package var monotonic: MediaTime
  /// CLOCK_BOOTTIME: goes on while it sleeps.
  package var boot: MediaTime
  /// CLOCK_REALTIME: what people set.
  package var wall: MediaTime

  /// A reading; see the fields.
  package init(monotonic: MediaTime, boot: MediaTime, wall: MediaTime) {
    self.monotonic = monotonic
    self.boot = boot
    self.wall = wall
  }

  /// Now; nil where the thread was held up between two clocks, and the reading tells nothing.
  package static var now: ClockReading? {
    let before = MonotonicClock.now
    let boot = MediaTime(nanoseconds: SystemCalls.time(of: CLOCK_BOOTTIME))
    let wall = MediaTime(nanoseconds: SystemCalls.time(of: CLOCK_REALTIME))
    guard MonotonicClock.now - before < patience else { return nil }
    return ClockReading(monotonic: before, boot: boot, wall: wall)
  }

  private static let patience = MediaTime(seconds: 0.05)
}

internal import CLinux
package import RetakeMedia

/// CLOCK_MONOTONIC, the one clock of the frame path.
package enum MonotonicClock {
  /// Now.
  package static var now: MediaTime {
    MediaTime(nanoseconds: SystemCalls.time(of: CLOCK_MONOTONIC))
  }
}

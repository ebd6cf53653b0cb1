// Time on the frame path: one clock, one unit, until the muxer.

/// A point on CLOCK_MONOTONIC, or a span of time, in whole nanoseconds.
public struct MediaTime: Hashable, Comparable, Sendable {
  /// Nanoseconds; may be negative.
  public var nanoseconds: Int64

  /// A time of `nanoseconds`.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A time of `seconds`, rounded to the nearest nanosecond. Not finite or out of range traps.
  public init(seconds: Double) {
    self.nanoseconds = Int64((seconds * 1e9).rounded())
  }

  /// A time of `ticks` of a clock with `ticksPerSecond`, rounded to the nearest nanosecond.
  public init(ticks: Int64, per ticksPerSecond: Rational) {
    self.nanoseconds = ticks.scaled(
      by: 1_000_000_000 * Int64(ticksPerSecond.denominator), over: Int64(ticksPerSecond.numerator))
  }

  /// No time.
  public static let zero = MediaTime(nanoseconds: 0)

  /// The time in seconds.
  public var seconds: Double {
    Double(nanoseconds) / 1e9
  }

  /// The nearest tick of a clock with `timescale` ticks a second.
  public func ticks(timescale: Int32) -> Int64 {
    nanoseconds.scaled(by: Int64(timescale), over: 1_000_000_000)
  }

  /// Earlier than.
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The sum of two times.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds + right.nanoseconds)
  }

  /// The span from `right` to `left`.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    MediaTime(nanoseconds: left.nanoseconds - right.nanoseconds)
  }

  /// Adds a time.
  public static func += (left: inout MediaTime, right: MediaTime) {
    left = left + right
  }
}

extension Int64 {
  /// `self * factor / divisor`, rounded to nearest with halves away from zero, without overflow of the
  /// product. `factor` and `divisor` must be positive; a result that does not fit traps.
  package func scaled(by factor: Int64, over divisor: Int64) -> Int64 {
    let product = magnitude.multipliedFullWidth(by: factor.magnitude)
    let half = divisor.magnitude / 2
    let (low, carry) = product.low.addingReportingOverflow(half)
    let quotient = divisor.magnitude.dividingFullWidth((product.high + (carry ? 1 : 0), low)).quotient
    return self < 0 ? -Int64(quotient) : Int64(quotient)
  }
}

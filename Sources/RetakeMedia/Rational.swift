/// A positive fraction, kept as it was given: frame rates (frames a second) and clock rates.
public struct Rational: Hashable, Sendable {
  /// Above zero.
  public var numerator: Int32
  /// Above zero.
  public var denominator: Int32

  /// `numerator / denominator`; both must be above zero, else it traps.
  public init(_ numerator: Int32, _ denominator: Int32 = 1) {
    precondition(numerator > 0 && denominator > 0, "a rate is above zero")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The value as a floating-point number.
  public var value: Double {
    Double(numerator) / Double(denominator)
  }

  /// The time of one period, rounded to the nanosecond.
  public var period: MediaTime {
    time(of: 1)
  }

  /// The time of the tick with this number, counted from zero: exact to the nanosecond for any count.
  public func time(of tick: Int64) -> MediaTime {
    MediaTime(ticks: tick, per: self)
  }
}

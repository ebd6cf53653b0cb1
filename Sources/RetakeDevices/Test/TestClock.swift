package import RetakeMedia

/// The seconds on which test camera and test microphone agree: when the picture flashes and the sound beeps.
///
/// Times are spans since the epoch that both were started with.
package enum TestClock {
  /// When frame `number` is taken.
  package static func time(ofFrame number: UInt64, rate: Rational) -> MediaTime {
    rate.time(of: Int64(number))
  }

  /// The number of the newest frame at `time`, which is not negative.
  package static func frame(at time: MediaTime, rate: Rational) -> UInt64 {
    var number = time.nanoseconds.scaled(
      by: Int64(rate.numerator), over: 1_000_000_000 * Int64(rate.denominator))
    if rate.time(of: number) > time { number -= 1 }
    return UInt64(max(0, number))
  }

  /// Whether frame `number` is the first at or after a whole second, frame 0 included.
  package static func isFlash(frame number: UInt64, rate: Rational) -> Bool {
    guard number > 0 else { return true }
    // In whole numbers, so that frame 30 of 30 a second stands on the second and not beside it: is there
    // a whole second in (time of the frame before, time of the frame]?
    let numerator = UInt64(rate.numerator)
    let denominator = UInt64(rate.denominator)
    return number * denominator / numerator != (number - 1) * denominator / numerator
  }

  /// When the flash and the beep of second `second` come: with the first frame at or after it. Without a
  /// camera's rate: on the second.
  package static func flash(ofSecond second: Int64, rate: Rational?) -> MediaTime {
    guard let rate else { return MediaTime(nanoseconds: second * 1_000_000_000) }
    let numerator = Int64(rate.numerator)
    let denominator = Int64(rate.denominator)
    return rate.time(of: (second * numerator + denominator - 1) / denominator)
  }
}

internal import RetakeMedia

/// The parts of a test device's SPEC: bare words and `key=value`, between commas.
struct TestSpecFields {
  /// Words without a `=`, at most one.
  private(set) var bare: [Substring] = []
  /// Values by their keys.
  private(set) var values: [Substring: Substring] = [:]

  /// Takes `text` apart; unknown keys, double keys, and empty parts throw `.invalidArgument`.
  init(_ text: String, device: String, keys: [Substring]) throws(RetakeError) {
    guard !text.isEmpty else { return }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        guard bare.isEmpty, !part.isEmpty else {
          throw RetakeError(.invalidArgument, "\(device): '\(text)' has an empty or a second plain part")
        }
        bare.append(part)
        continue
      }
      guard keys.contains(sides[0]) else {
        throw RetakeError(
          .invalidArgument,
          "\(device): unknown key '\(sides[0])', it has \(keys.joined(separator: " and "))")
      }
      guard values.updateValue(sides[1], forKey: sides[0]) == nil else {
        throw RetakeError(.invalidArgument, "\(device): '\(sides[0])' is given twice")
      }
    }
  }

  /// A whole number of one to nine ASCII digits; a sign is none.
  static func number(_ text: Substring) -> Int? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// A decimal number such as `29.97`, in units of 10 to the power of minus `digits`; nil where it has more
  /// digits behind the point, or is no number.
  static func decimal(_ text: Substring, digits: Int) -> Int64? {
    let sides = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = number(sides[0]) else { return nil }
    let fraction = sides.count == 2 ? sides[1] : "0"
    guard fraction.utf8.count <= digits, var units = number(fraction) else { return nil }
    for _ in fraction.utf8.count..<digits { units *= 10 }
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    return Int64(whole) * Int64(scale) + Int64(units)
  }
}

extension Rational {
  /// Reads a frame rate as people write it: `30`, `12.5`, `30000/1001`, and the rounded NTSC rates, so that
  /// `29.97` is 30000/1001. Nil where it is none.
  init?(frameRate text: Substring) {
    let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if sides.count == 2 {
      guard let top = TestSpecFields.number(sides[0]), let bottom = TestSpecFields.number(sides[1]),
        top > 0, bottom > 0
      else { return nil }
      self.init(Int32(top), Int32(bottom))
      return
    }
    guard let thousandths = TestSpecFields.decimal(text, digits: 3), thousandths > 0,
      thousandths <= Int64(Int32.max)
    else { return nil }
    // SMPTE's rates are written with two or three digits: 23.976 or 23.98, 29.97, 59.94, 119.88.
    for whole in [Int64(24), 30, 60, 120] where thousandths != whole * 1000 {
      if abs(thousandths * 1001 - whole * 1_000_000) < 5005 {
        self.init(Int32(whole) * 1000, 1001)
        return
      }
    }
    let divisor = Self.greatestCommonDivisor(thousandths, 1000)
    self.init(Int32(thousandths / divisor), Int32(1000 / divisor))
  }

  private static func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
    right == 0 ? left : greatestCommonDivisor(right, left % right)
  }
}

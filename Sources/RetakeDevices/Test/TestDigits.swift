internal import RetakeMedia

/// A line of figures in a picture of dots, 5 wide and 7 high each: digits, `.` and `:`.
struct TestDigits {
  /// Characters a line holds at most.
  static let capacity = 16
  /// Dots from one character to the next.
  static let advance = 6
  /// Dots of a character's height.
  static let height = 7

  private var glyphs = InlineArray<16, UInt8>(repeating: 0)
  /// Characters in the line.
  private(set) var count = 0

  /// The dots of row `row` of the character at `index`, the leftmost in bit 4.
  func dots(_ index: Int, row: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: Self.shapes[Int(glyphs[index])] >> UInt64(5 * (6 - row)) & 0b11111)
  }

  /// Appends `value` in decimal, with zeros in front up to `digits`.
  mutating func append(_ value: UInt64, digits: Int = 1) {
    var divisor: UInt64 = 1
    var width = 1
    while width < digits || value / divisor >= 10 {
      divisor *= 10
      width += 1
    }
    while divisor > 0 {
      append(glyph: UInt8(value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends a `.`
  mutating func appendPoint() { append(glyph: 10) }
  /// Appends a `:`
  mutating func appendColon() { append(glyph: 11) }

  private mutating func append(glyph: UInt8) {
    guard count < Self.capacity else { return }
    glyphs[count] = glyph
    count += 1
  }

  /// 0 to 9, point, colon: seven rows of five dots, the top row in the highest bits.
  private static let shapes: [UInt64] = [
    0b01110_10001_10011_10101_11001_10001_01110,
    0b00100_01100_00100_00100_00100_00100_01110,
    0b01110_10001_00001_00110_01000_10000_11111,
    0b01110_10001_00001_00110_00001_10001_01110,
    0b00010_00110_01010_10010_11111_00010_00010,
    0b11111_10000_11110_00001_00001_10001_01110,
    0b00110_01000_10000_11110_10001_10001_01110,
    0b11111_00001_00010_00100_01000_01000_01000,
    0b01110_10001_10001_01110_10001_10001_01110,
    0b01110_10001_10001_01111_00001_00010_01100,
    0b00000_00000_00000_00000_00000_01100_01100,
    0b00000_01100_01100_00000_01100_01100_00000,
  ]
}

extension TestDigits {
  /// Appends a time as hours, minutes, seconds and milliseconds: `0012:34:56.789`.
  mutating func append(clock time: MediaTime) {
    let milliseconds = UInt64(max(0, time.nanoseconds)) / 1_000_000
    append(milliseconds / 3_600_000, digits: 4)
    appendColon()
    append(milliseconds / 60_000 % 60, digits: 2)
    appendColon()
    append(milliseconds / 1000 % 60, digits: 2)
    appendPoint()
    append(milliseconds % 1000, digits: 3)
  }
}

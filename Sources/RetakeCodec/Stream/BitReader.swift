/// Reads the fields of a unit of H.264 or HEVC, most significant bit first. The bytes that keep start codes from
/// appearing inside of a unit (00 00 03) are taken out.
struct BitReader {
  private var bytes: [UInt8] = []
  private var position = 0

  /// A reader of what `unit` begins with.
  init(_ unit: some Sequence<UInt8>) {
    var zeros = 0
    for byte in unit {
      if zeros >= 2 && byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
  }

  /// Leaves out `count` bits.
  mutating func skip(_ count: Int) {
    position += count
  }

  /// The next `count` bits (at most 32) as a number; nil behind the end.
  mutating func bits(_ count: Int) -> Int? {
    guard count >= 0, count <= 32, position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  /// The next bit; nil behind the end.
  mutating func flag() -> Bool? {
    bits(1).map { $0 == 1 }
  }

  /// A number in Exp-Golomb code, `ue(v)`.
  mutating func unsigned() -> Int? {
    var zeros = 0
    while true {
      guard let bit = bits(1), zeros <= 31 else { return nil }
      if bit == 1 { break }
      zeros += 1
    }
    return bits(zeros).map { (1 << zeros) - 1 + $0 }
  }

  /// A signed number in Exp-Golomb code, `se(v)`.
  mutating func signed() -> Int? {
    unsigned().map { $0 & 1 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
  }
}

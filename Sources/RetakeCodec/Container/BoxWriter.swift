/// Makes the bytes of boxes, which may stand inside each other.
struct BoxWriter {
  private(set) var bytes: [UInt8] = []
  /// Where the boxes begin that are open.
  private var open: [Int] = []

  /// Begins a box: what is written up to its `end` is inside.
  mutating func begin(_ type: FourCC) {
    open.append(bytes.count)
    write(UInt32(0))
    write(type.rawValue)
  }

  /// Begins a box with version and flags.
  mutating func begin(_ type: FourCC, version: UInt8, flags: UInt32 = 0) {
    begin(type)
    write(UInt32(version) << 24 | flags)
  }

  /// Ends the box that was begun last. Throws where it is larger than a box's size can tell.
  mutating func end() throws(CodecError) {
    let start = open.removeLast()
    guard let size = UInt32(exactly: bytes.count - start) else {
      throw CodecError(
        .invalidData, "write movie boxes", "a box of \(bytes.count - start) bytes is too large")
    }
    for offset in 0..<4 { bytes[start + offset] = UInt8(truncatingIfNeeded: size >> (24 - 8 * offset)) }
  }

  /// Writes a number, its highest byte first.
  mutating func write(_ number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Writes a time, which is long or short as the version of its box tells; a short one must fit.
  mutating func write(_ time: UInt64, isLong: Bool) {
    if isLong { write(time) } else { write(UInt32(time)) }
  }

  /// Writes bytes as they are.
  mutating func copy(_ source: [UInt8], _ range: Range<Int>) {
    bytes += source[range]
  }
}

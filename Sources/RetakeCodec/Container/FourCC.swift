/// The name of a box or of a codec in a movie file: four characters (ISO/IEC 14496-12, 4.2).
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The characters, the first in the highest byte.
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(stringLiteral text: String) {
    precondition(text.utf8.count == 4, "a name has four characters")
    rawValue = text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  var description: String {
    String(
      stride(from: 24, through: 0, by: -8).map {
        Character(Unicode.Scalar(UInt8(truncatingIfNeeded: rawValue >> $0)))
      })
  }
}

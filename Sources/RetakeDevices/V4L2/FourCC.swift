/// V4L2's name of a kind of picture: four characters in 32 bits, the first one lowest.
struct FourCC: Hashable, Sendable {
  /// The number, as the kernel has it.
  var value: UInt32

  /// The name of this number.
  init(value: UInt32) {
    self.value = value
  }

  /// The number of a name of one to four ASCII characters; blanks fill it up. `-BE` at the end means the bit
  /// for big-endian samples, as v4l2-ctl writes it.
  init(_ name: String) {
    let isBigEndian = name.hasSuffix("-BE")
    var characters = Array(name.utf8.prefix(4))
    while characters.count < 4 { characters.append(UInt8(ascii: " ")) }
    value = characters.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) }
    if isBigEndian { value |= 1 << 31 }
  }

  /// The name, as v4l2-ctl writes it, without blanks at its end.
  var name: String {
    var text = ""
    for index in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index))) & 0x7F
      text.unicodeScalars.append(Unicode.Scalar(byte >= 0x20 && byte < 0x7F ? byte : UInt8(ascii: "?")))
    }
    while text.last == " " { text.removeLast() }
    return value >> 31 == 0 ? text : text + "-BE"
  }
}

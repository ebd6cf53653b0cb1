/// What can be said of a line of JSON without reading it: whether it is worth giving to a decoder, whose
/// work grows with depth and members.
struct LineShape {
  /// Far above what any command needs.
  private static let deepest = 16
  private static let mostMembers = 32

  /// Whether the first token opens an object.
  private(set) var isObject = false
  private var isEmpty = true
  /// Colons at the first level: as many as the object has members, if it is one.
  private(set) var memberCount = 0
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Looks at each byte once.
  ///
  /// - Throws: what is wrong, in words.
  init(_ line: [UInt8]) throws(RemoteRefusal) {
    for byte in line { try read(byte) }
  }

  private mutating func read(_ byte: UInt8) throws(RemoteRefusal) {
    // JSON allows a tab and a carriage return between tokens; a decoder would take NUL for another encoding.
    if byte < 0x20, isInText || (byte != 0x09 && byte != 0x0D) {
      throw RemoteRefusal(.badJSON, "a control character that is not escaped")
    }
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return
    }
    if isEmpty, byte > 0x20 {
      isEmpty = false
      isObject = byte == UInt8(ascii: "{")
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if depth > Self.deepest { throw RemoteRefusal(.badJSON, "nested deeper than \(Self.deepest) levels") }
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: ":") where depth == 1:
      memberCount += 1
      if memberCount > Self.mostMembers {
        throw RemoteRefusal(.badJSON, "more than \(Self.mostMembers) members")
      }
    default: break
    }
  }
}

/// Reads a line of JSON as RFC 8259 has it and no otherwise: Foundation's decoder lets commas too many, names that
/// stand twice and other encodings pass. What is read comes from anybody, so depth is limited.
struct JSONReader {
  /// Levels of lists and objects; far above what any command needs.
  private static let deepest = 16

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  /// The value in `line`.
  ///
  /// - Throws: `bad_json`, with the byte where it ceases to be JSON.
  static func read(_ line: [UInt8]) throws(RemoteRefusal) -> RemoteValue {
    guard String(validating: line, as: UTF8.self) != nil else { throw RemoteRefusal(.badJSON, "not UTF-8") }
    var reader = JSONReader(bytes: line)
    let value = try reader.value()
    guard reader.next() == nil else { throw reader.unexpected() }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Tokens

  /// The first byte of the next token, which is not taken yet; nil at the end.
  private mutating func next() -> UInt8? {
    while let byte = peek, " \t\r\n".utf8.contains(byte) { at += 1 }
    return peek
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(RemoteRefusal) {
    guard take(character) else { throw unexpected() }
  }

  private func unexpected() -> RemoteRefusal {
    guard at < bytes.count else { return RemoteRefusal(.badJSON, "it ends too early") }
    return RemoteRefusal(.badJSON, "no JSON from byte \(at + 1)")
  }

  // MARK: Values

  private mutating func value() throws(RemoteRefusal) -> RemoteValue {
    switch next() {
    case UInt8(ascii: "{"): return try nested { reader throws(RemoteRefusal) in .object(try reader.object()) }
    case UInt8(ascii: "["): return try nested { reader throws(RemoteRefusal) in .list(try reader.list()) }
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(
    _ read: (inout JSONReader) throws(RemoteRefusal) -> RemoteValue
  ) throws(RemoteRefusal) -> RemoteValue {
    at += 1
    depth += 1
    guard depth <= Self.deepest else {
      throw RemoteRefusal(.badJSON, "nested deeper than \(Self.deepest) levels")
    }
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func object() throws(RemoteRefusal) -> RemoteObject {
    var fields: [RemoteObject.Field] = []
    var names: Set<String> = []
    if take("}") { return RemoteObject() }
    repeat {
      guard next() == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try text()
      guard names.insert(name).inserted else { throw RemoteRefusal(.badJSON, "a name stands twice") }
      try expect(":")
      fields.append(.init(name, try value()))
    } while take(",")
    try expect("}")
    return RemoteObject(fields)
  }

  private mutating func list() throws(RemoteRefusal) -> [RemoteValue] {
    var values: [RemoteValue] = []
    if take("]") { return values }
    repeat { values.append(try value()) } while take(",")
    try expect("]")
    return values
  }

  private mutating func word(_ word: String, _ value: RemoteValue) throws(RemoteRefusal) -> RemoteValue {
    guard bytes[at...].starts(with: word.utf8) else { throw unexpected() }
    at += word.utf8.count
    return value
  }

  private mutating func number() throws(RemoteRefusal) -> RemoteValue {
    let start = at
    if peek == UInt8(ascii: "-") { at += 1 }
    let isZero = peek == UInt8(ascii: "0")
    try digits()
    if isZero, at - start > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) { throw unexpected() }
    if peek == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if let byte = peek, "eE".utf8.contains(byte) {
      at += 1
      if let sign = peek, "+-".utf8.contains(sign) { at += 1 }
      try digits()
    }
    return RemoteValue(digits: String(decoding: bytes[start..<at], as: UTF8.self))
  }

  /// One digit or more.
  private mutating func digits() throws(RemoteRefusal) {
    let start = at
    while let byte = peek, "0123456789".utf8.contains(byte) { at += 1 }
    if at == start { throw unexpected() }
  }

  // MARK: Texts

  private mutating func text() throws(RemoteRefusal) -> String {
    at += 1
    var content: [UInt8] = []
    while let byte = peek, byte >= 0x20 {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): content += String(Character(try escape())).utf8
      default: content.append(byte)
      }
    }
    throw unexpected()
  }

  private mutating func escape() throws(RemoteRefusal) -> Unicode.Scalar {
    guard let byte = peek else { throw unexpected() }
    let plain: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
      UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let scalar = plain[byte] {
      at += 1
      return scalar
    }
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Half of a character above U+FFFF, which stands as two units of UTF-16.
    guard UTF16.isLeadSurrogate(first), peek == UInt8(ascii: "\\") else { throw unexpected() }
    at += 1
    let second = try unit()
    guard UTF16.isTrailSurrogate(second) else { throw unexpected() }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  /// `uXXXX`.
  private mutating func unit() throws(RemoteRefusal) -> UInt16 {
    guard peek == UInt8(ascii: "u"), at + 5 <= bytes.count else { throw unexpected() }
    let digits = bytes[(at + 1)..<(at + 5)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw unexpected() }
    at += 5
    return unit
  }
}

/// Blanks what is not code in Swift and C: comments, and string literals with what is interpolated in them.
struct SourceStripper {
  private let source: [UInt8]
  private var at = 0
  private var result: [UInt8] = []

  private static let newline = UInt8(ascii: "\n")
  private static let quote = UInt8(ascii: "\"")
  private static let pound = UInt8(ascii: "#")
  private static let backslash = UInt8(ascii: "\\")
  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// The code of `text`; line breaks are kept.
  static func strip(_ text: String) -> String {
    var stripper = SourceStripper(source: Array(text.utf8))
    stripper.run()
    return String(decoding: stripper.result, as: UTF8.self)
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  private mutating func run() {
    while at < source.count {
      if starts(Self.slash, Self.slash) {
        while at < source.count, source[at] != Self.newline { at += 1 }
      } else if starts(Self.slash, Self.star) {
        skipComment()
      } else if starts(Self.quote) || startsRawString {
        skipString()
      } else {
        result.append(source[at])
        at += 1
      }
    }
  }

  private var startsRawString: Bool {
    starts(Self.pound, Self.quote) || starts(Self.pound, Self.pound, Self.quote)
  }

  private func starts(_ bytes: UInt8...) -> Bool {
    // The first byte decides nearly always, and this is the innermost loop.
    source[at] == bytes[0] && source[at...].starts(with: bytes)
  }

  /// Steps over `count` bytes, keeping line breaks.
  private mutating func skip(_ count: Int) {
    let end = min(at + count, source.count)
    result += source[at..<end].filter { $0 == Self.newline }
    at = end
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(Self.slash, Self.star) {
        depth += 1
        skip(2)
      } else if starts(Self.star, Self.slash) {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while at < source.count && depth > 0
  }

  private mutating func skipString() {
    let pounds = source[at...].prefix { $0 == Self.pound }
    skip(pounds.count)
    let isMultiline = source[at...].starts(with: [Self.quote, Self.quote, Self.quote])
    let quotes = [UInt8](repeating: Self.quote, count: isMultiline ? 3 : 1)
    skip(quotes.count)
    while at < source.count {
      if source[at...].starts(with: quotes + pounds) {
        return skip(quotes.count + pounds.count)
      }
      guard source[at...].starts(with: [Self.backslash] + pounds) else {
        skip(1)
        continue
      }
      skip(1 + pounds.count)
      let isInterpolation = at < source.count && source[at] == UInt8(ascii: "(")
      skip(1)
      if isInterpolation { skipInterpolation() }
    }
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while at < source.count, depth > 0 {
      if starts(Self.quote) {
        skipString()
        continue
      }
      if source[at] == UInt8(ascii: "(") { depth += 1 }
      if source[at] == UInt8(ascii: ")") { depth -= 1 }
      skip(1)
    }
  }
}

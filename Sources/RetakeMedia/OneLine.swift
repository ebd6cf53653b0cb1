extension String {
  /// The text as it can stand in a line of a log, an error, a reply or a list, whoever wrote it: what would end the line,
  /// steer a terminal or turn the direction of writing is written as an escape (`\n`, `\u{1B}`), and of more than
  /// `limit` Unicode scalars the middle is left out. Errors, refusals and the log do this to all that they say.
  package func inOneLine(limit: Int = .max) -> String {
    // A text is never longer than its bytes.
    let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPlain, utf8.count <= limit { return self }
    let scalars = Array(unicodeScalars)
    guard scalars.count > limit else { return Self.escaped(scalars[...]) }
    // The end says what is the matter as often as the beginning.
    let tail = limit / 3
    return Self.escaped(scalars.prefix(max(0, limit - tail - 3))) + "..." + Self.escaped(scalars.suffix(tail))
  }

  private static func escaped(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isSteering: text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it moves what is written instead of being written.
  fileprivate var isSteering: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The format characters that turn the direction; the others join letters and emoji.
    case .format: properties.isBidiControl
    default: false
    }
  }
}

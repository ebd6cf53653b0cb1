/// Text for a terminal.
package enum TextLayout {
  /// Characters a line, of a terminal that does not say.
  package static let width = 80

  /// `text` in lines of at most `width` characters, broken at spaces.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }

  /// `text` with spaces up to `width` characters.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A name, and from `column` on what is said about it.
  static func row(_ name: String, _ text: String, column: Int, _ width: Int = width) -> [String] {
    let margin = String(repeating: " ", count: column)
    let lines = wrapped(text, width - column)
    let head = "  " + name
    // A name that is too long has a line for itself.
    guard head.count + 2 <= column else { return [head] + lines.map { margin + $0 } }
    return [head + margin.dropFirst(head.count) + lines[0]] + lines.dropFirst().map { margin + $0 }
  }
}

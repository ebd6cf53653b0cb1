internal import RetakeMedia

/// A value as it stands in a config file, before the key table has looked at it.
package enum ConfigValue: Hashable, Sendable {
  /// Nothing said: the key's own behaviour.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number; may be infinite or not a number, as JSON5 allows it.
  case number(Double)
  /// A text.
  case text(String)
  /// Several values.
  case list([ConfigValue])
  /// Keys and their values.
  case object([String: ConfigValue])
}

extension ConfigValue {
  /// The value of a word of the command line: a number where it reads as one, else the text.
  package init(number text: String) {
    // Double() would also take hexadecimal, "inf" and "nan".
    let isPlain = text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) }
    if let whole = Int(text) {
      self = .integer(whole)
    } else if isPlain, let number = Double(text) {
      self = .number(number)
    } else {
      self = .text(text)
    }
  }

  /// How a message calls it: as it was written, but never longer than a short line.
  package var quoted: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .text(let text): "'" + text.inOneLine(limit: 60) + "'"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// As JSON writes it, over several lines, each but the first behind `margin`.
  package func json(margin: String = "") -> String {
    switch self {
    case .text(let text): Self.escaped(text)
    case .list(let values): "[" + values.map { $0.json(margin: margin) }.joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{\n"
        + members.sorted { $0.key < $1.key }.map { key, value in
          margin + "  " + Self.escaped(key) + ": " + value.json(margin: margin + "  ")
        }.joined(separator: ",\n") + "\n" + margin + "}"
    default: quoted
    }
  }

  private static func escaped(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20:
        "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  /// As JSON5 writes it on one line.
  package var literal: String {
    switch self {
    case .text(let text): "\"" + text + "\""
    case .list(let values): "[" + values.map(\.literal).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.literal)" }.joined(separator: ", ")
        + "}"
    default: quoted
    }
  }
}

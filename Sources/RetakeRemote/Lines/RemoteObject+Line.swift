extension RemoteObject {
  /// Compact JSON on one line, without the newline; `/` stands as it is.
  package var line: String {
    var text = ""
    write(to: &text)
    return text
  }

  fileprivate func write(to text: inout String) {
    text += "{"
    for (index, field) in fields.enumerated() {
      if index > 0 { text += "," }
      RemoteValue.write(field.name, to: &text)
      text += ":"
      field.value.write(to: &text)
    }
    text += "}"
  }
}

extension RemoteValue {
  /// Its JSON.
  var literal: String {
    var text = ""
    write(to: &text)
    return text
  }

  fileprivate func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let isOn): text += isOn ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += Self.written(number)
    case .digits(let digits): text += digits
    case .text(let value): Self.write(value, to: &text)
    case .object(let object): object.write(to: &text)
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    }
  }

  /// The shortest digits that give the number back; JSON has no word for what is none.
  private static func written(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }

  fileprivate static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

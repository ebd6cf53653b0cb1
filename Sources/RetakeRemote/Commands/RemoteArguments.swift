internal import RetakeKiosk
internal import RetakeMedia

/// The arguments of a command while they are taken out of its line one by one.
struct RemoteArguments {
  private var values: RemoteObject

  /// The members of a line but `id` and `command`.
  init(_ values: RemoteObject) {
    self.values = values
  }

  mutating func number(_ name: String, _ range: ClosedRange<Double>) throws(RemoteRefusal) -> Double {
    guard let number = try required(name).double, range.contains(number) else {
      let lower = RemoteValue.number(range.lowerBound), upper = RemoteValue.number(range.upperBound)
      throw Self.bad(name, "a number from \(lower.literal) to \(upper.literal)")
    }
    return number
  }

  mutating func whole(
    _ name: String, _ range: ClosedRange<Int>, default usual: Int
  ) throws(RemoteRefusal) -> Int {
    guard let value = optional(name) else { return usual }
    guard let number = value.double.flatMap(Int.init(exactly:)), range.contains(number) else {
      throw Self.bad(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// nil where it is left out.
  mutating func flag(_ name: String) throws(RemoteRefusal) -> Bool? {
    guard let value = optional(name) else { return nil }
    guard case .bool(let isOn) = value else { throw Self.bad(name, "true or false") }
    return isOn
  }

  /// A text; nil where it is left out.
  mutating func text(_ name: String) throws(RemoteRefusal) -> String? {
    guard let value = optional(name) else { return nil }
    guard case .text(let text) = value, !text.isEmpty else { throw Self.bad(name, "a text") }
    return text
  }

  /// The `id` of a device; nil where it is left out.
  mutating func device() throws(RemoteRefusal) -> String? {
    guard let value = optional("id") else { return nil }
    guard case .text(let text) = value, !text.isEmpty else { throw Self.badDevice }
    return text
  }

  static let badDevice = bad("id", "a text, as `retake devices` lists them; left out, it is the next one")

  /// One of the words of an enumeration.
  mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(RemoteRefusal) -> Word where Word.RawValue == String {
    guard case .text(let text) = try required(name), let word = Word(rawValue: text) else {
      throw Self.bad(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }

  /// The value of a camera's control; nil where it is left out.
  mutating func setting(_ name: String) throws(RemoteRefusal) -> ControlSetting? {
    guard let value = optional(name) else { return nil }
    if case .bool(let isOn) = value { return .on(isOn) }
    guard let number = value.double.flatMap(Int.init(exactly:)) else {
      throw Self.bad(name, "a whole number, true or false")
    }
    return .number(number)
  }

  /// A path, which may be relative to the kiosk's folder.
  mutating func path(_ name: String) throws(RemoteRefusal) -> String {
    guard case .text(let path) = try required(name), !path.isEmpty else { throw Self.bad(name, "a path") }
    // The kernel would take it for the end of the path.
    guard !path.utf8.contains(0) else { throw Self.bad(name, "a path without a NUL") }
    return path
  }

  /// A key's name. A digit is one, too: `retake ctl` makes it a number.
  mutating func key(_ name: String) throws(RemoteRefusal) -> String {
    switch try required(name) {
    case .text(let key) where !key.isEmpty: return key
    case .integer(let digit) where (0...9).contains(digit): return String(digit)
    default: throw Self.bad(name, "the name of a key")
    }
  }

  /// Nothing must be left.
  func finish(_ command: String) throws(RemoteRefusal) {
    guard let stray = values.fields.first?.name else { return }
    throw RemoteRefusal(.badArgument, "\(command) takes no '\(stray.inOneLine(limit: 60))'")
  }

  private mutating func required(_ name: String) throws(RemoteRefusal) -> RemoteValue {
    guard let value = optional(name) else { throw RemoteRefusal(.badArgument, "\(name) is missing") }
    return value
  }

  /// nil where it is left out, or null.
  private mutating func optional(_ name: String) -> RemoteValue? {
    guard let value = values.remove(name), value != .null else { return nil }
    return value
  }

  private static func bad(_ name: String, _ wanted: String) -> RemoteRefusal {
    RemoteRefusal(.badArgument, "\(name) must be \(wanted)")
  }
}

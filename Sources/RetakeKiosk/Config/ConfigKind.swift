/// What the values of a key look like, and how they become a typed value and back.
package struct ConfigKind<Value: Hashable & Sendable>: Sendable {
  /// Completes "must be ...".
  let expectation: String
  /// The words it knows, for near misses.
  let words: [String]
  /// A word of the command line as a file would say it.
  let lift: @Sendable (String) -> ConfigValue
  /// The typed value; nil where it is not of this kind.
  let read: @Sendable (ConfigValue) -> Value?
  /// As a file says it.
  let write: @Sendable (Value) -> ConfigValue
  /// The part of a refused value that is to blame; nil: all of it.
  var blame: @Sendable (ConfigValue) -> ConfigBlame? = { _ in nil }
}

/// A part of a value that makes it wrong.
struct ConfigBlame {
  /// The keys that lead to it.
  var path: [String]
  var value: ConfigValue
  /// Completes "must be ...".
  var expectation: String
}

extension ConfigKind {
  /// The same, and null for none.
  func optional() -> ConfigKind<Value?> {
    ConfigKind<Value?>(
      expectation: expectation, words: words, lift: lift,
      read: { value in value == .null ? .some(.none) : read(value).map { .some($0) } },
      write: { value in value.map(write) ?? .null }, blame: blame)
  }
}

extension ConfigKind where Value == Bool {
  /// `true` or `false`; `on` and `off` are as good.
  static let bool = ConfigKind(
    expectation: "true or false (on or off)", words: ["on", "off", "true", "false"],
    lift: { .text($0) },
    read: { value in
      switch value {
      case .bool(let value): value
      case .text("on"), .text("true"): true
      case .text("off"), .text("false"): false
      default: nil
      }
    },
    write: { .bool($0) })
}

extension ConfigKind where Value == Int {
  /// A whole number in `range`, `what` it counts.
  static func whole(_ what: String, _ range: ClosedRange<Int>) -> ConfigKind {
    ConfigKind(
      expectation: "\(what) from \(range.lowerBound) to \(range.upperBound)", words: [],
      lift: { ConfigValue(number: $0) },
      read: { value in value.whole.flatMap { range.contains($0) ? $0 : nil } },
      write: { .integer($0) })
  }

  /// One of a few numbers.
  static func number(of choices: [Int]) -> ConfigKind {
    ConfigKind(
      expectation: sentence(of: choices.map(String.init)), words: [],
      lift: { ConfigValue(number: $0) },
      read: { value in value.whole.flatMap { choices.contains($0) ? $0 : nil } },
      write: { .integer($0) })
  }

  /// A number of `what` that may be written with k, M or G (1000 each).
  static func scaled(_ what: String, _ range: ClosedRange<Int>) -> ConfigKind {
    ConfigKind(
      expectation:
        "\(what) from \(written(range.lowerBound)) to \(written(range.upperBound)), such as 500k or 2G",
      words: [],
      lift: { ConfigValue(number: $0) },
      read: { value in
        let number: Int?
        if case .text(let text) = value { number = scaledNumber(text) } else { number = value.whole }
        return number.flatMap { range.contains($0) ? $0 : nil }
      },
      write: { number in number < 1000 || number % 1000 != 0 ? .integer(number) : .text(written(number)) })
  }
}

extension ConfigKind where Value == Double {
  /// A finite number in `range`, `what` it measures.
  static func real(_ what: String, _ range: ClosedRange<Double>) -> ConfigKind {
    ConfigKind(
      expectation: "\(what) from \(plain(range.lowerBound)) to \(plain(range.upperBound))", words: [],
      lift: { ConfigValue(number: $0) },
      read: { value in value.real.flatMap { range.contains($0) ? $0 : nil } },
      write: { number in Int(exactly: number).map { .integer($0) } ?? .number(number) })
  }
}

extension ConfigKind where Value == String {
  /// A text of `what`, refused where `isRight` says no.
  static func text(_ what: String, _ isRight: @escaping @Sendable (String) -> Bool) -> ConfigKind {
    ConfigKind(
      expectation: what, words: [], lift: { .text($0) },
      read: { value in
        if case .text(let text) = value, isRight(text) { text } else { nil }
      },
      write: { .text($0) })
  }
}

extension ConfigKind {
  /// A text that `parse` understands.
  static func parsed(
    _ what: String, words: [String] = [], parse: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) -> ConfigKind {
    ConfigKind(
      expectation: what, words: words, lift: { .text($0) },
      read: { value in
        if case .text(let text) = value { parse(text) } else { nil }
      },
      write: { .text(write($0)) })
  }
}

extension ConfigKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the words of an enumeration.
  static var word: ConfigKind {
    let words = Value.allCases.map(\.rawValue)
    return .parsed(
      sentence(of: words), words: words, parse: { Value(rawValue: $0) }, write: { $0.rawValue })
  }
}

extension ConfigValue {
  /// A whole number, also one that was written as 3.0.
  fileprivate var whole: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// A finite number.
  fileprivate var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value) where value.isFinite: value
    default: nil
    }
  }
}

/// "a, b or c".
private func sentence(of words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}

/// A number without a needless ".0".
private func plain(_ number: Double) -> String {
  Int(exactly: number).map { String($0) } ?? String(number)
}

private let scales: [(suffix: Character, factor: Int)] = [
  ("G", 1_000_000_000), ("M", 1_000_000), ("k", 1000), ("K", 1000),
]

/// The number that "1.5M" writes; nil where it is none, has parts of one, or is too large.
private func scaledNumber(_ text: String) -> Int? {
  guard let scale = scales.first(where: { text.last == $0.suffix }) else { return nil }
  switch ConfigValue(number: String(text.dropLast())) {
  case .integer(let whole):
    let (product, overflow) = whole.multipliedReportingOverflow(by: scale.factor)
    return overflow ? nil : product
  case .number(let number): return Int(exactly: (number * Double(scale.factor)).rounded())
  default: return nil
  }
}

/// A number with the largest suffix that keeps it whole.
private func written(_ number: Int) -> String {
  guard number != 0, let scale = scales.first(where: { number % $0.factor == 0 }) else {
    return String(number)
  }
  return "\(number / scale.factor)\(scale.suffix)"
}

/// A JSON value of the socket's lines.
package enum RemoteValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  /// A number as it was written that is neither of the two, such as one of 30 digits.
  case digits(String)
  case text(String)
  case list([RemoteValue])
  case object(RemoteObject)
}

extension RemoteValue {
  /// The number that is written so in JSON.
  init(digits: String) {
    if let whole = Int(digits) {
      self = .integer(whole)
    } else if let number = Double(digits), number.isFinite, digits.utf8.count <= 15 {
      self = .number(number)
    } else {
      self = .digits(digits)
    }
  }

  /// The number that it is; nil where it is none.
  var double: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .number(let number): number
    case .digits(let digits): Double(digits)
    default: nil
    }
  }

  /// A measured number without the noise of its arithmetic: rounded to millionths; nil is null.
  package init(measured number: Double?) {
    guard let number else {
      self = .null
      return
    }
    let millionths = (number * 1e6).rounded()
    // Beyond, a Double has no millionths to be noisy in.
    self = .number(abs(millionths) < 1e15 ? millionths / 1e6 : number)
  }

  /// A text; nil is null.
  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }
}

extension RemoteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

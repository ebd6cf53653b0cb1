/// A JSON value of the socket's lines.
package enum RemoteValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([RemoteValue])
  case object(RemoteObject)
}

extension RemoteValue {
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
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}

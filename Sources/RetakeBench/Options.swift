/// What stands behind a command of the bench: `--name value` pairs.
struct Options {
  private var values: [String: String] = [:]

  /// Reads the pairs; throws where one is incomplete or not among `names`.
  init(_ arguments: [String], names: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard names.contains(name), let value = rest.popFirst() else {
        throw BenchError("\(name): one of \(names.joined(separator: " ")) with a value")
      }
      values[name] = value
    }
  }

  /// A number, or what is usual.
  func number(_ name: String, usual: Int) throws -> Int {
    guard let text = values[name] else { return usual }
    guard let number = Int(text), number > 0 else {
      throw BenchError("\(name) takes a whole number above zero")
    }
    return number
  }

  /// A text, or what is usual.
  func text(_ name: String, usual: String) -> String {
    values[name] ?? usual
  }
}

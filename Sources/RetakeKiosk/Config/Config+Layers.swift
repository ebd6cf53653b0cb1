package import RetakeMedia

extension Config {
  /// Lays values over this config. Nothing is taken over where one of them is wrong.
  ///
  /// - Throws: `invalidArgument` naming the place and the key; the first one in the order of the alphabet.
  package mutating func lay(
    _ values: [String: ConfigValue], from source: ConfigSource
  ) throws(RetakeError) {
    var laid = self
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let key = ConfigKey.named(name) else {
        throw Self.unknownKey(name, source)
      }
      guard key.assign(&laid, value) else {
        throw Self.wrongValue(value, of: key, source)
      }
      guard let rival = key.rival, value.isActive else { continue }
      guard values[rival]?.isActive != true else {
        throw RetakeError(
          .invalidArgument,
          "\(source.place(of: name)) and \(source.name(of: rival)) exclude each other",
          advice: "Give one of them.")
      }
      // A rival that this layer does not set comes from a lower one, which has lost.
      if values[rival] == nil { _ = ConfigKey.named(rival)?.assign(&laid, .null) }
    }
    self = laid
  }

  private static func unknownKey(_ name: String, _ source: ConfigSource) -> RetakeError {
    let near = NearMiss.of(name, among: ConfigKey.table.map(\.name))
    return RetakeError(
      .invalidArgument, source.place(of: ConfigValue.text(name).quoted) + " is not a key",
      advice: near.map { "Did you mean '\($0)'?" } ?? source.advice)
  }

  private static func wrongValue(
    _ value: ConfigValue, of key: ConfigKey, _ source: ConfigSource
  ) -> RetakeError {
    var near: String?
    if case .text(let text) = value { near = NearMiss.of(text, among: key.words) }
    let blame = key.blame(value) ?? ConfigBlame(path: [], value: value, expectation: key.expectation)
    let place = ([source.place(of: key.name)] + blame.path.map { $0.inOneLine(limit: 60) }).joined(
      separator: ".")
    return RetakeError(
      .invalidArgument, "\(place) must be \(blame.expectation), not \(blame.value.quoted)",
      advice: near.map { "Did you mean '\($0)'?" } ?? source.advice)
  }
}

extension ConfigValue {
  /// Whether a key that has it asks for something, against its rival.
  fileprivate var isActive: Bool {
    self != .null && self != .bool(false) && self != .text("off")
  }
}

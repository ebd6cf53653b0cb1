/// One row of the table of everything that can be set.
///
/// The table is the only place that knows a key: files, command line, help and documentation are made from
/// it. A default stands in `Config`, beside the property that the key sets.
package struct ConfigKey: Sendable {
  /// As a config file writes it.
  package let name: String
  /// What it is about.
  package let group: ConfigGroup
  /// One line for a person.
  package let summary: String
  /// How the command line gives it; nil where only a file can.
  package let option: ConfigOption?
  /// Another key that means the opposite: the later one wins, both in one place are an error.
  let rival: String?
  /// Completes "must be ...".
  let expectation: String
  /// The words it knows, for near misses.
  let words: [String]
  /// A word of the command line as a file would say it.
  let lift: @Sendable (String) -> ConfigValue
  /// Takes a value over into the config; false where it is not one of this key's.
  let assign: @Sendable (inout Config, ConfigValue) -> Bool
  /// The part of a refused value that is to blame; nil: all of it.
  let blame: @Sendable (ConfigValue) -> ConfigBlame?
  /// The config's value as a file would say it.
  package let current: @Sendable (Config) -> ConfigValue

  init<Value>(
    _ name: String, _ property: any WritableKeyPath<Config, Value> & Sendable, _ kind: ConfigKind<Value>,
    _ group: ConfigGroup, option: ConfigOption? = nil, rival: String? = nil, _ summary: String
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.option = option
    self.rival = rival
    expectation = kind.expectation
    words = kind.words
    lift = kind.lift
    assign = { config, value in
      guard let typed = kind.read(value) else { return false }
      config[keyPath: property] = typed
      return true
    }
    blame = kind.blame
    current = { config in kind.write(config[keyPath: property]) }
  }

  /// A key that may be null.
  init<Value>(
    _ name: String, optional property: any WritableKeyPath<Config, Value?> & Sendable,
    _ kind: ConfigKind<Value>, _ group: ConfigGroup, option: ConfigOption? = nil, rival: String? = nil,
    _ summary: String
  ) {
    self.init(name, property, kind.optional(), group, option: option, rival: rival, summary)
  }
}

extension ConfigKey {
  /// The value where nothing is said.
  package var defaultValue: ConfigValue {
    current(Config())
  }

  /// As the command line writes it.
  package var optionName: String {
    Self.optionName(of: name)
  }

  /// The value of an option as a file would say it; a flag's is true.
  package func value(ofArgument text: String?) -> ConfigValue {
    text.map(lift) ?? .bool(true)
  }

  /// `value` in this key's own way of writing; nil where it is not one of its values.
  package func normalised(_ value: ConfigValue) -> ConfigValue? {
    var config = Config()
    return assign(&config, value) ? current(config) : nil
  }

  /// The key of this name, or nil.
  package static func named(_ name: String) -> ConfigKey? {
    table.first { $0.name == name }
  }

  /// `--max-duration` for `max_duration`.
  static func optionName(of name: String) -> String {
    "--" + String(name.map { $0 == "_" ? "-" : $0 })
  }
}

/// An option that is no key of the config.
package enum CommandOption: String, Sendable, CaseIterable {
  /// The file to write.
  case output = "-o"
  /// The length of the take.
  case seconds = "-t"
  /// The config file.
  case config = "--config"
  /// The result as JSON.
  case json = "--json"
  /// Nothing but the version.
  case version = "--version"
  /// Nothing but the help.
  case help = "--help"

  /// Those that every command has.
  static let common: [CommandOption] = [.config, .json, .version, .help]

  /// What the help calls its value; nil where it has none.
  var placeholder: String? {
    switch self {
    case .output, .config: "FILE"
    case .seconds: "SECONDS"
    case .json, .version, .help: nil
    }
  }

  /// One line for a person.
  var summary: String {
    switch self {
    case .output: "the file to write: .mp4 or .mov"
    case .seconds: "ends the take after so many seconds"
    case .config: "read this config file and no other"
    case .json: "the result as one line of JSON"
    case .version: "print the version"
    case .help: "print this help"
    }
  }

  /// The option that is written so.
  init?(written name: String) {
    if name == "-h" { self = .help } else { self.init(rawValue: name) }
  }
}

/// Where a layer of the config comes from.
package enum ConfigSource: Hashable, Sendable {
  /// A file at this path.
  case file(String)
  /// The program's arguments.
  case commandLine
}

extension ConfigSource {
  /// How a message calls this key here.
  func place(of key: String) -> String {
    switch self {
    case .file(let path): path + ": " + key
    case .commandLine: ConfigKey.optionName(of: key)
    }
  }

  /// How a message calls this key beside another one.
  func name(of key: String) -> String {
    self == .commandLine ? ConfigKey.optionName(of: key) : key
  }

  /// What to do about a wrong value.
  var advice: String {
    switch self {
    case .file: "Correct the file; kiosk/retake.json5 describes every key."
    case .commandLine: "See retake --help."
    }
  }
}

package import RetakeKiosk
package import RetakeRemote

/// What the arguments ask for.
package enum Request: Hashable, Sendable {
  /// The version.
  case version
  /// The help of the program, or of a command.
  case help(Command?)
  /// To do something.
  case perform(Task, CommonOptions)

  /// A command with its arguments.
  package enum Task: Hashable, Sendable {
    /// The kiosk.
    case run
    /// A file in a window.
    case play(String)
    /// A take into `output`, for `seconds` or until it is stopped.
    case record(output: String, seconds: Double?)
    /// The list of devices.
    case devices
    /// Something with the library; the take is empty for the list.
    case takes(TakesAction, take: String)
    /// A command for a running kiosk, with its arguments.
    case ctl(RemoteObject)
    /// The checks.
    case doctor
  }

  /// The options that every command has.
  package struct CommonOptions: Hashable, Sendable {
    /// The file that `--config` names.
    package var configFile: String?
    /// The config's keys that were given as options.
    package var keys: [String: ConfigValue] = [:]
    /// Whether the result is JSON.
    package var isJSON = false

    /// None given.
    package init() {}
  }
}

internal import RetakeKiosk
internal import RetakeMedia

/// The texts of `--help`, made from the tables of commands and keys. No line is longer than 80 characters.
package enum Help {
  /// Where descriptions begin.
  private static let column = 26

  /// The program's help.
  package static var program: String {
    let commands = Command.allCases.filter(\.isAvailable)
    return sections([
      ["Retake \(RetakeVersion.current): record a take, look at it, keep it or throw it away."],
      ["Usage: retake \(Command.run.isAvailable ? "[COMMAND]" : "COMMAND") [OPTIONS]"],
      ["Commands:"] + commands.flatMap { TextLayout.row($0.rawValue, $0.summary, column: 12) },
      TextLayout.wrapped(
        "retake COMMAND --help shows what a command does and which options it has.", TextLayout.width),
      ["Options of every command:"] + commonRows,
      [
        "A first take, without and with a camera:",
        "  retake record -o first.mp4 -t 5 --camera test",
        "  retake record -o first.mp4 -t 5",
      ],
      ["Config:"]
        + paragraph(
          "Every option that sets something is also a key of the config file, --max-duration for example "
            + "max_duration. The first of these that exists is read: --config FILE, $RETAKE_CONFIG, "
            + "~/.config/retake/retake.json5, /etc/retake/retake.json5. kiosk/retake.json5 describes every "
            + "key."),
      [
        "Exit codes:",
        "  0  done, also where a limit or Ctrl+C ended it",
        "  1  failed",
        "  2  wrong usage or config",
        "  3  a camera or microphone is missing, busy, lost or not permitted",
        "  4  the storage is missing, not writable, full or in use",
      ],
    ])
  }

  /// A command's help.
  package static func of(_ command: Command) -> String {
    let usage = command.synopsis.enumerated().map { ($0 == 0 ? "Usage: " : "       ") + $1 }
    var parts = [usage] + command.explanation.map { TextLayout.wrapped($0, TextLayout.width) }
    if !command.options.isEmpty {
      parts.append(["Options:"] + command.options.flatMap(row))
    }
    for group in command.groups {
      let keys = ConfigKey.table.filter { $0.group == group && $0.option != nil }
      guard group != .program, !keys.isEmpty else { continue }
      parts.append([group.rawValue + ":"] + keys.flatMap(row))
    }
    parts.append(["Options of every command:"] + commonRows)
    if !command.examples.isEmpty {
      parts.append(["Examples:"] + command.examples.map { "  " + $0 })
    }
    return sections(parts)
  }

  private static var commonRows: [String] {
    let keys = ConfigKey.table.filter { $0.group == .program && $0.option != nil }
    return CommandOption.common.prefix(2).flatMap(row) + keys.flatMap(row)
      + CommandOption.common.dropFirst(2).flatMap(row)
  }

  private static func row(_ option: CommandOption) -> [String] {
    let name = option == .help ? "-h, --help" : option.rawValue
    return TextLayout.row(name + (option.placeholder.map { " " + $0 } ?? ""), option.summary, column: column)
  }

  private static func row(_ key: ConfigKey) -> [String] {
    var name = key.optionName
    if case .value(let placeholder)? = key.option { name += " " + placeholder }
    let value = key.defaultValue
    let note = value == .null || value == .bool(false) ? "" : " [\(written(value))]"
    return TextLayout.row(name, key.summary + note, column: column)
  }

  /// A default as the command line would say it.
  private static func written(_ value: ConfigValue) -> String {
    switch value {
    case .text(let text): text
    case .bool(let isOn): isOn ? "on" : "off"
    default: value.literal
    }
  }

  private static func paragraph(_ text: String) -> [String] {
    TextLayout.wrapped(text, TextLayout.width - 2).map { "  " + $0 }
  }

  private static func sections(_ parts: [[String]]) -> String {
    parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

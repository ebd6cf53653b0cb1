internal import RetakeKiosk
package import RetakeMedia
internal import RetakeRemote

/// Reads the program's arguments. Options may stand anywhere; the last of an option's values wins.
package struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var command: Command?
  private var operands: [String] = []
  private var common = Request.CommonOptions()
  private var output: String?
  private var seconds: Double?
  private var wantsHelp = false
  private var wantsVersion = false

  /// What `arguments`, without the program's name, ask for.
  ///
  /// - Throws: `invalidArgument` with what is wrong and, where it can be guessed, what was meant.
  package static func parse(_ arguments: [String]) throws(RetakeError) -> Request {
    var parser = ArgumentParser(rest: arguments[...])
    try parser.readAll()
    return try parser.request()
  }

  private init(rest: ArraySlice<String>) {
    self.rest = rest
  }

  private mutating func readAll() throws(RetakeError) {
    var onlyOperands = false
    while let argument = rest.popFirst() {
      if onlyOperands || argument == "-" || !argument.hasPrefix("-") {
        try readOperand(argument)
      } else if argument == "--" {
        onlyOperands = true
      } else {
        try readOption(argument)
      }
    }
  }

  private mutating func readOperand(_ word: String) throws(RetakeError) {
    guard command != nil else {
      guard let named = Command(rawValue: word) else {
        let near = NearMiss.of(word, among: Command.allCases.filter(\.isAvailable).map(\.rawValue))
        throw usage("\(quoted(word)) is not a command", near.map { "Did you mean retake \($0)?" })
      }
      command = named
      // What its arguments are is not known here, so they are not looked at.
      if !named.isAvailable { throw Self.notYet(named) }
      return
    }
    operands.append(word)
  }

  // MARK: Options

  private mutating func readOption(_ argument: String) throws(RetakeError) {
    let (name, attached) = Self.split(argument)
    if let option = CommandOption(written: name) {
      try read(option, name, attached)
    } else if name.hasPrefix("--"), let key = Self.key(named: name), let option = key.option {
      switch option {
      case .flag:
        try refuse(attached, of: name)
        common.keys[key.name] = key.value(ofArgument: nil)
      case .value(let placeholder):
        common.keys[key.name] = key.value(ofArgument: try value(of: name, attached, placeholder))
      }
    } else {
      throw unknownOption(name)
    }
  }

  private mutating func read(
    _ option: CommandOption, _ name: String, _ attached: String?
  ) throws(RetakeError) {
    guard let placeholder = option.placeholder else {
      try refuse(attached, of: name)
      switch option {
      case .json: common.isJSON = true
      case .help: wantsHelp = true
      default: wantsVersion = true
      }
      return
    }
    let value = try value(of: name, attached, placeholder)
    switch option {
    case .output: output = value
    case .seconds: seconds = try Self.length(value)
    default:
      guard !value.isEmpty else { throw usage("--config needs the name of a file") }
      common.configFile = value
    }
  }

  /// An option's value: what stood behind `=`, else the next argument, which must not look like an option.
  private mutating func value(
    of name: String, _ attached: String?, _ placeholder: String
  ) throws(RetakeError) -> String {
    if let attached { return attached }
    guard let next = rest.first, !Self.looksLikeOption(next) else {
      throw usage("\(name) needs a value: \(name) \(placeholder)")
    }
    rest.removeFirst()
    return next
  }

  private func refuse(_ attached: String?, of name: String) throws(RetakeError) {
    if attached != nil { throw usage("\(name) takes no value") }
  }

  private func unknownOption(_ name: String) -> RetakeError {
    let known =
      ConfigKey.table.filter { $0.option != nil }.map(\.optionName) + CommandOption.common.map(\.rawValue)
    return usage(
      "unknown option \(quoted(name))",
      // A short option is near every other one.
      (name.hasPrefix("--") ? NearMiss.of(name, among: known) : nil).map { "Did you mean \($0)?" })
  }

  /// `--name=value`, `-tvalue` and `-t=value` into name and value.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    if argument.hasPrefix("--") {
      guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
      return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
    let name = String(argument.prefix(2))
    let value = argument.dropFirst(2)
    // Only an option that has a value can carry one; any other word is quoted whole.
    guard !value.isEmpty, CommandOption(written: name)?.placeholder != nil else { return (argument, nil) }
    return (name, String(value.first == "=" ? value.dropFirst() : value))
  }

  private static func looksLikeOption(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
    return !(second.isNumber || second == ".")
  }

  private static func key(named option: String) -> ConfigKey? {
    ConfigKey.table.first { $0.optionName == option }
  }

  private static func length(_ text: String) throws(RetakeError) -> Double {
    // A year is more than any take, and far from where nanoseconds overflow.
    let longest = 31_536_000.0
    let number: Double? =
      switch ConfigValue(number: text) {
      case .integer(let whole): Double(whole)
      case .number(let number): number
      default: nil
      }
    guard let number, number > 0, number <= longest else {
      throw RetakeError(
        .invalidArgument,
        "-t must be a number of seconds above 0 and up to 31536000 (a year), not "
          + ConfigValue.text(text).quoted,
        advice: "For example: -t 5")
    }
    return number
  }

  // MARK: The request

  private func request() throws(RetakeError) -> Request {
    if wantsHelp { return .help(command) }
    if wantsVersion { return .version }
    let command = command ?? .run
    if command != .record {
      for (option, isGiven) in [("-o", output != nil), ("-t", seconds != nil)] where isGiven {
        throw usage("\(option) is an option of retake record", "Did you mean retake record?")
      }
    }
    let task = try task(command)
    if let stray = operands.dropFirst(task.operandCount).first {
      throw usage("unexpected argument \(quoted(stray))")
    }
    return .perform(task, common)
  }

  private func task(_ command: Command) throws(RetakeError) -> Request.Task {
    switch command {
    case .record: return .record(output: try checkedOutput(), seconds: seconds)
    case .devices: return .devices
    case .doctor: return .doctor
    case .takes: return try takes()
    case .ctl: return .ctl(try remoteCommand())
    case .run: return .run
    case .play: return .play(try file())
    case .photo, .export: throw Self.notYet(command)
    }
  }

  private func file() throws(RetakeError) -> String {
    guard let file = operands.first, !file.isEmpty else {
      throw usage("play needs a file", "For example: retake play take.mp4")
    }
    return file
  }

  private func checkedOutput() throws(RetakeError) -> String {
    guard let output else {
      throw usage("record needs a file to write", "For example: retake record -o take.mp4")
    }
    guard let dot = output.lastIndex(of: "."),
      ["mp4", "mov"].contains(output[dot...].dropFirst().lowercased())
    else {
      throw usage("-o must name a file that ends in .mp4 or .mov, not \(quoted(output))")
    }
    return output
  }

  private func takes() throws(RetakeError) -> Request.Task {
    let words = TakesAction.allCases.map(\.rawValue)
    guard let word = operands.first else {
      throw usage("takes needs one of: " + words.joined(separator: ", "))
    }
    guard let action = TakesAction(rawValue: word) else {
      throw usage(
        "takes cannot \(quoted(word))", NearMiss.of(word, among: words).map { "Did you mean takes \($0)?" })
    }
    if action.operand == .none { return .takes(action, take: "") }
    guard operands.count > 1, !operands[1].isEmpty else {
      if action.operand == .optional, operands.count == 1 { return .takes(action, take: "") }
      throw usage("takes \(word) needs the id of a take", "See retake takes list.")
    }
    return .takes(action, take: operands[1])
  }

  private func remoteCommand() throws(RetakeError) -> RemoteObject {
    guard let name = operands.first else {
      throw usage("ctl needs a command for the kiosk", "For example: retake ctl state")
    }
    var command: RemoteObject = ["command": .text(name)]
    for word in operands.dropFirst() {
      guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
        throw usage("\(quoted(word)) is not NAME=VALUE", "For example: retake ctl seek seconds=2.5")
      }
      let argument = String(word[..<equals])
      guard command[argument] == nil else { throw usage("\(quoted(argument)) is given twice") }
      command.fields.append(.init(argument, RemoteValue(word: String(word[word.index(after: equals)...]))))
    }
    return command
  }

  // MARK: Words

  private static func notYet(_ command: Command) -> RetakeError {
    RetakeError(
      .invalidArgument, "\(command.rawValue) is not in this version yet",
      advice: "See retake --help for what is.")
  }

  private func usage(_ message: String, _ advice: String? = nil) -> RetakeError {
    let help = "See retake \(command.map { $0.rawValue + " " } ?? "")--help."
    return RetakeError(.invalidArgument, message, advice: advice ?? help)
  }

  private func quoted(_ word: String) -> String {
    ConfigValue.text(word).quoted
  }
}

extension Request.Task {
  /// How many arguments that are no options belong to it.
  fileprivate var operandCount: Int {
    switch self {
    case .takes(let action, _): action.operand == .none ? 1 : 2
    case .ctl(let command): command.fields.count
    case .play: 1
    case .run, .record, .devices, .doctor: 0
    }
  }
}

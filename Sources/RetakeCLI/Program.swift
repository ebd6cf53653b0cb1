internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// The program from its arguments to its exit code.
enum Program {
  /// Does what the arguments ask for. The first thread only.
  static func run(_ arguments: [String]) -> ExitCode {
    let started = MonotonicClock.now
    ProcessUsage.limitHeaps()
    Console.prepare()
    do throws(RetakeError) {
      switch try ArgumentParser.parse(arguments) {
      case .version:
        try Console.print("retake " + RetakeVersion.current)
        return .done
      case .help(let command):
        try Console.print(command.map(Help.of) ?? Help.program)
        return .done
      case .perform(let task, let options):
        return try perform(task, options, started: started)
      }
    } catch {
      Console.report(error)
      // Also of arguments that make no sense otherwise.
      if arguments.contains("--json") { JSONLine.report(error) }
      return ExitCode(error.code)
    }
  }

  private static func perform(
    _ task: Request.Task, _ options: Request.CommonOptions, started: MediaTime
  ) throws(RetakeError) -> ExitCode {
    switch task {
    case .run:
      let loaded = try load(options)
      let outcome = try Booth.run(loaded.config, overlay: loaded.overlay, started: started)
      if case .toured(let take, let screens) = outcome {
        let report = TourReport(take: take, screens: screens)
        try Console.print(options.isJSON ? try JSONLine.of(report) : report.lines)
      }
      return .done
    case .play(let file):
      try Booth.play(file, try config(options), started: started)
      return .done
    case .record(let output, let seconds):
      return try RecordCommand.run(
        try config(options), output: output, seconds: seconds, json: options.isJSON)
    case .devices:
      return try DevicesCommand.run(try config(options), json: options.isJSON)
    case .takes(let action, let take):
      return try TakesCommand.run(try config(options), action, take: take, json: options.isJSON)
    case .ctl(let command):
      return try CtlCommand.run(try config(options), command, json: options.isJSON)
    case .doctor:
      // A config that cannot be read is one of its findings.
      return try DoctorCommand.run(options)
    }
  }

  private static func config(_ options: Request.CommonOptions) throws(RetakeError) -> Config {
    try load(options).config
  }

  private static func load(_ options: Request.CommonOptions) throws(RetakeError) -> LoadedConfig {
    let loaded = try LoadedConfig.load(named: options.configFile, arguments: options.keys)
    Log.level = Log.Level(loaded.config.logLevel)
    return loaded
  }
}

extension Log.Level {
  /// The log's level for the config's word.
  init(_ level: LogLevel) {
    self =
      switch level {
      case .error: .error
      case .warning: .warning
      case .info: .info
      case .debug: .debug
      }
  }
}

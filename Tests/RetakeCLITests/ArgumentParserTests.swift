import RetakeCLI
import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct ArgumentParserTests {
  /// Arguments as a person types them; words are parted by spaces.
  private func parse(_ line: String) throws -> Request {
    try ArgumentParser.parse(line.split(separator: " ").map(String.init))
  }

  private func task(_ line: String) throws -> Request.Task? {
    if case .perform(let task, _) = try parse(line) { task } else { nil }
  }

  private func options(_ line: String) throws -> Request.CommonOptions? {
    if case .perform(_, let options) = try parse(line) { options } else { nil }
  }

  @Test func recordTakesItsOptionsInAnyOrderAndForm() throws {
    let expected = Request.Task.record(output: "a.mp4", seconds: 5)
    for line in [
      "record -o a.mp4 -t 5", "-t 5 record -oa.mp4", "record -o=a.mp4 -t=5", "-o a.mp4 -t5 record",
      "record -t 9 -o b.mov -t 5.0 -o a.mp4", "record -o a.mp4 -t +5 --",
    ] {
      #expect(try task(line) == expected, "\(line)")
    }
    #expect(try task("record -o DIR/A.MOV") == .record(output: "DIR/A.MOV", seconds: nil))
    #expect(try task("record -o ./-a.mp4 -t .5") == .record(output: "./-a.mp4", seconds: 0.5))
  }

  @Test func keysBecomeALayerOfTheConfig() throws {
    let options = try options(
      "devices --camera=file:a=b.mp4 --microphone file:- --max-duration=2.5 --stats --json --config=c --max-size 2G"
    )
    #expect(
      options?.keys == [
        "camera": .text("file:a=b.mp4"), "microphone": .text("file:-"), "max_duration": .number(2.5),
        "stats": .bool(true), "max_size": .text("2G"),
      ])
    #expect(options?.isJSON == true)
    #expect(options?.configFile == "c")
  }

  @Test func theLastOfAnOptionsValuesWins() throws {
    #expect(try options("doctor --gravity fit --gravity fill")?.keys == ["gravity": .text("fill")])
  }

  @Test func aNegativeNumberIsAValue() throws {
    #expect(try options("devices --max-duration -5")?.keys == ["max_duration": .integer(-5)])
    #expect(try options("devices --max-duration -.5")?.keys == ["max_duration": .number(-0.5)])
  }

  @Test func takesHasActions() throws {
    #expect(try task("takes list") == .takes(.list, take: ""))
    #expect(try task("takes --json show 1f") == .takes(.show, take: "1f"))
    #expect(try task("takes save -- -1f") == .takes(.save, take: "-1f"))
    #expect(try task("takes discard 1f") == .takes(.discard, take: "1f"))
    #expect(try task("takes verify") == .takes(.verify, take: ""))
    #expect(try task("takes verify 1f") == .takes(.verify, take: "1f"))
    #expect(try task("takes recover") == .takes(.recover, take: ""))
  }

  @Test func versionAndHelp() throws {
    #expect(try parse("--version") == .version)
    #expect(try parse("record --version") == .version)
    #expect(try parse("--help") == .help(nil))
    #expect(try parse("-h") == .help(nil))
    #expect(try parse("record --help") == .help(.record))
    #expect(try parse("--help takes") == .help(.takes))
    #expect(try parse("takes save --help") == .help(.takes))
  }

  @Test(arguments: [
    ("foo", "'foo' is not a command", "See retake --help."),
    ("recrod", "'recrod' is not a command", "Did you mean retake record?"),
    ("devices --camra x", "unknown option '--camra'", "Did you mean --camera?"),
    ("devices --camera_rotation 0", "unknown option '--camera_rotation'", "See retake devices --help."),
    ("devices -x", "unknown option '-x'", "See retake devices --help."),
    ("devices -jt", "unknown option '-jt'", "See retake devices --help."),
    ("devices x", "unexpected argument 'x'", "See retake devices --help."),
    ("devices - x", "unexpected argument '-'", "See retake devices --help."),
    ("devices --camera", "--camera needs a value: --camera SPEC", "See retake devices --help."),
    ("devices --camera --json", "--camera needs a value: --camera SPEC", "See retake devices --help."),
    ("record -o", "-o needs a value: -o FILE", "See retake record --help."),
    ("record -o -t 5", "-o needs a value: -o FILE", "See retake record --help."),
    ("record", "record needs a file to write", "For example: retake record -o take.mp4"),
    ("record -o a.mp4 b.mp4", "unexpected argument 'b.mp4'", "See retake record --help."),
    ("devices --json=1", "--json takes no value", "See retake devices --help."),
    ("devices --stats=on", "--stats takes no value", "See retake devices --help."),
    ("devices --config=", "--config needs the name of a file", "See retake devices --help."),
    ("devices -t 4", "-t is an option of retake record", "Did you mean retake record?"),
    (
      "takes", "takes needs one of: list, show, save, discard, recover, verify, purge",
      "See retake takes --help."
    ),
    ("takes lst", "takes cannot 'lst'", "Did you mean takes list?"),
    ("takes show", "takes show needs the id of a take", "See retake takes list."),
    ("takes list 1f", "unexpected argument '1f'", "See retake takes --help."),
    ("takes save 1f 2a", "unexpected argument '2a'", "See retake takes --help."),
    ("takes purge 1f", "unexpected argument '1f'", "See retake takes --help."),
    ("takes verify 1f 2a", "unexpected argument '2a'", "See retake takes --help."),
  ])
  func refuses(line: String, message: String, advice: String) throws {
    let error = try #require(#expect(throws: RetakeError.self) { try parse(line) })
    #expect(error == RetakeError(.invalidArgument, message, advice: advice))
  }

  @Test(arguments: ["a.avi", "mp4", "a", "a.mp4/", "a.mp4.part", ""])
  func refusesOutputsThatAreNoMovies(output: String) throws {
    let error = try #require(
      #expect(throws: RetakeError.self) { try ArgumentParser.parse(["record", "-o", output]) })
    #expect(error.message == "-o must name a file that ends in .mp4 or .mov, not '\(output)'")
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e999", "5s", "0x5", "", "1e300", "5,5"])
  func refusesLengthsThatAreNone(length: String) throws {
    let error = try #require(
      #expect(throws: RetakeError.self) { try ArgumentParser.parse(["record", "-o", "a.mp4", "-t", length]) })
    #expect(
      error.message == "-t must be a number of seconds above 0 and up to 31536000 (a year), not '\(length)'")
  }

  /// What a later version brings is said in one sentence, whatever its arguments will be.
  @Test(arguments: Command.allCases.filter { !$0.isAvailable }.map(\.rawValue))
  func saysWhatIsNotThereYet(command: String) throws {
    for line in [command, command + " x --strange y", command + " --help"] {
      let error = try #require(#expect(throws: RetakeError.self) { try parse(line) })
      #expect(error.code == .invalidArgument)
      #expect(error.message.hasSuffix("is not in this version yet"))
    }
  }
}

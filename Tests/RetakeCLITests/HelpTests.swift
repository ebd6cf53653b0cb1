import RetakeCLI
import RetakeKiosk
import Testing

@Suite struct HelpTests {
  private static let commands = Command.allCases.filter(\.isAvailable)

  @Test func everyTextFitsAnOrdinaryTerminal() {
    for text in [Help.program] + Self.commands.map(Help.of) {
      for line in text.split(separator: "\n") {
        #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)")
      }
    }
  }

  @Test func theProgramsHelpNamesEveryCommand() {
    for command in Command.allCases {
      #expect(Help.program.contains("\n  \(command.rawValue) ") == command.isAvailable)
    }
  }

  @Test func everyOptionIsInTheHelpOfACommandThatItMattersTo() {
    let texts = Self.commands.map(Help.of).joined()
    for key in ConfigKey.table where key.option != nil {
      let matters = Self.commands.contains { $0.groups.contains(key.group) }
      #expect(texts.contains("\n  \(key.optionName)") == matters, "\(key.name)")
    }
  }

  @Test func theFirstExamplesWorkOnAnyMachine() throws {
    for text in [Help.program, Help.of(.record)] {
      let example = try #require(text.split(separator: "\n").first { $0.hasPrefix("  retake record -o") })
      #expect(example.contains("--camera test"))
    }
  }

  @Test func recordsHelpNamesItsOwnOptions() {
    #expect(Help.of(.record).contains("\n  -o FILE "))
    #expect(Help.of(.record).contains("\n  -t SECONDS "))
    #expect(!Help.of(.devices).contains("-o FILE"))
  }
}

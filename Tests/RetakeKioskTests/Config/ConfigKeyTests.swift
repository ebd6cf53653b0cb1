import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct ConfigKeyTests {
  @Test func namesAreUniqueAndWellFormed() {
    let names = ConfigKey.table.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { $0.isASCII && $0.isLowercase || $0 == "_" }, "\(name)")
    }
  }

  /// Scripts outside the project use these options.
  @Test func everyCommonOptionIsThere() {
    let options = ConfigKey.table.filter { $0.option != nil }.map(\.optionName)
    let expected = [
      "--camera", "--microphone", "--preset", "--codec", "--bitrate", "--quality", "--encoder", "--library",
      "--max-duration", "--max-size", "--min-free", "--pre-roll", "--mirror", "--gravity", "--rotate",
      "--fullscreen", "--windowed", "--language", "--remote", "--stats", "--log-level",
    ]
    #expect(Set(options) == Set(expected))
  }

  @Test(arguments: ConfigKey.table.map(\.name))
  func everyDefaultIsAValueOfItsKey(name: String) throws {
    let key = try #require(ConfigKey.named(name))
    #expect(key.normalised(key.defaultValue) == key.defaultValue)
  }

  @Test(arguments: ConfigKey.table.map(\.name))
  func everySummaryFitsALineOfTheHelp(name: String) throws {
    let key = try #require(ConfigKey.named(name))
    #expect((1...54).contains(key.summary.count))
  }

  @Test func argumentsBecomeValues() throws {
    func value(_ name: String, _ text: String?) throws -> ConfigValue {
      try #require(ConfigKey.named(name)).value(ofArgument: text)
    }
    #expect(try value("max_duration", "2.5") == .number(2.5))
    #expect(try value("max_duration", "-5") == .integer(-5))
    #expect(try value("max_duration", "inf") == .text("inf"))
    #expect(try value("max_duration", "0x10") == .text("0x10"))
    #expect(try value("max_size", "500M") == .text("500M"))
    #expect(try value("max_size", "500") == .integer(500))
    #expect(try value("camera", "0") == .text("0"))
    #expect(try value("stats", nil) == .bool(true))
  }

  @Test func bytesAreWrittenAsPeopleWriteThem() throws {
    let key = try #require(ConfigKey.named("max_size"))
    #expect(key.normalised(.integer(2_000_000_000)) == .text("2G"))
    #expect(key.normalised(.text("1500k")) == .text("1500k"))
    #expect(key.normalised(.text("1.5M")) == .text("1500k"))
    #expect(key.normalised(.integer(1234)) == .integer(1234))
    #expect(key.normalised(.integer(0)) == .integer(0))
  }

  @Test func nearMisses() {
    let words = ["record", "devices", "doctor"]
    #expect(NearMiss.of("recrod", among: words) == "record")
    #expect(NearMiss.of("RECORD", among: words) == "record")
    #expect(NearMiss.of("device", among: words) == "devices")
    #expect(NearMiss.of("xyz", among: words) == nil)
    #expect(NearMiss.of("", among: words) == nil)
    #expect(NearMiss.of(String(repeating: "record", count: 100_000), among: words) == nil)
  }
}

import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct ConfigLayersTests {
  /// The error of laying `values`; fails where there is none.
  private func refusal(
    _ values: [String: ConfigValue], from source: ConfigSource = .commandLine
  ) throws -> RetakeError {
    let error = #expect(throws: RetakeError.self) {
      var config = Config()
      try config.lay(values, from: source)
    }
    return try #require(error)
  }

  @Test func laterLayersWin() throws {
    var config = Config()
    try config.lay(["countdown": .integer(5), "mirror": .bool(false)], from: .file("a"))
    try config.lay(["countdown": .integer(1)], from: .file("b"))
    #expect(config.countdown == 1)
    #expect(!config.mirror)
    #expect(config.camera == .auto)
  }

  @Test func nothingIsTakenOverFromAWrongLayer() throws {
    var config = Config()
    #expect(throws: RetakeError.self) {
      try config.lay(["countdown": .integer(5), "scale": .integer(7)], from: .file("a"))
    }
    #expect(config == Config())
  }

  @Test func unknownKeyNamesTheFileAndTheNearMiss() throws {
    let error = try refusal(["max_durration": .integer(1)], from: .file("/etc/x.json5"))
    #expect(error.code == .invalidArgument)
    #expect(error.message == "/etc/x.json5: 'max_durration' is not a key")
    #expect(error.advice == "Did you mean 'max_duration'?")
  }

  @Test func unknownKeyThatIsNearNothing() throws {
    #expect(try refusal(["colour": .null], from: .file("x")).advice.contains("kiosk/retake.json5"))
  }

  @Test func wrongValueNamesTheKeyAndWhatItTakes() throws {
    let error = try refusal(["gravity": .text("fil")], from: .file("x"))
    #expect(error.message == "x: gravity must be fill, fit or stretch, not 'fil'")
    #expect(error.advice == "Did you mean 'fill'?")
    #expect(
      try refusal(["max_duration": .text("abc")]).message
        == "--max-duration must be a number of seconds from 0 to 31536000, not 'abc'")
  }

  /// Inside an object it is the part that is to blame.
  @Test(arguments: [
    (ConfigValue.object(["x": .object(["a": .text("b")])]), "camera_controls.x.a", "not 'b'"),
    (.object(["x": .object(["a": .number(1e20)])]), "camera_controls.x.a", "not 1e+20"),
    (.object(["x": .object(["a": .integer(1), "b": .number(1.5)])]), "camera_controls.x.b", "not 1.5"),
    (.object(["x": .integer(1)]), "camera_controls.x", "not 1"), (.list([]), "camera_controls", "not a list"),
  ])
  func aWrongControlIsNamed(value: ConfigValue, place: String, what: String) throws {
    let error = try refusal(["camera_controls": value], from: .file("f"))
    #expect(
      error.message.hasPrefix("f: \(place) must be ") && error.message.hasSuffix(what), "\(error.message)")
  }

  @Test(arguments: [
    ("camera", ConfigValue.text("")), ("camera", .text("file:")), ("camera", .integer(0)), ("camera", .null),
    ("camera_rotation", .integer(45)), ("frame_rate", .number(.infinity)), ("frame_rate", .number(.nan)),
    ("frame_rate", .integer(0)), ("bitrate", .text("2")), ("bitrate", .text("M")), ("bitrate", .integer(1)),
    ("bitrate", .text("99999999999999999999G")), ("quality", .integer(101)), ("quality", .number(1.5)),
    ("encoder", .text("libx264:warp")), ("encoder", .text(":fast")), ("encoder", .text("a:fast:b")),
    ("encoder", .text("auto:fast")), ("max_size", .integer(-1)), ("max_size", .text("-1k")),
    ("max_duration", .integer(-1)), ("library", .text("")), ("library", .text("a\0b")),
    ("mirror", .text("maybe")), ("mirror", .integer(1)), ("windowed", .text("1280")),
    ("windowed", .text("1280x720x1")), ("windowed", .text("0x0")), ("windowed", .text("-1280x720")),
    ("countdown", .object([:])), ("countdown", .list([.integer(1)])), ("language", .text("")),
    ("language", .text("en_US")), ("language", .text("english-")), ("log_level", .text("loud")),
    ("remote", .text(String(repeating: "a", count: 108))),
  ])
  func refusesWhatIsNotOfTheKind(name: String, value: ConfigValue) throws {
    #expect(try refusal([name: value]).code == .invalidArgument)
  }

  @Test func takesEveryKindOfValue() throws {
    var config = Config()
    try config.lay(
      [
        "camera": .text("test:640x480@25,format=mjpeg"), "microphone": .text("hw:0,0"),
        "bitrate": .text("2.5M"), "encoder": .text("libx264:superfast"), "max_size": .text("2G"),
        "max_duration": .number(2.5), "mirror": .text("off"), "windowed": .text("800x480"),
        "countdown": .number(3), "language": .text("zh-Hant-TW"), "library": .text("/srv/takes"),
        "remote": .text("none"), "preset": .text("hd720"), "codec": .text("copy"), "rotate": .integer(270),
      ], from: .file("x"))
    #expect(config.camera == .test("640x480@25,format=mjpeg"))
    #expect(config.microphone == .device("hw:0,0"))
    #expect(config.rateControl == .bitrate(2_500_000))
    #expect(config.encoder == EncoderChoice(name: "libx264", speed: .superfast))
    #expect(config.maxSize == 2_000_000_000)
    #expect(config.maxDuration == 2.5)
    #expect(!config.mirror)
    #expect(config.window(usual: nil) == WindowSize(width: 800, height: 480))
    #expect(config.countdown == 3)
    #expect(config.language == "zh-Hant-TW")
    #expect(config.library == "/srv/takes")
    #expect(config.remote == "none")
    #expect(config.preset == .hd720)
    #expect(config.codec == .copy)
    #expect(config.rotate == 270)
  }

  @Test func theLaterOfTwoRivalsWins() throws {
    var config = Config()
    #expect(config.rateControl == .quality(60))
    try config.lay(["bitrate": .text("1M"), "quality": .null], from: .file("x"))
    #expect(config.rateControl == .bitrate(1_000_000))
    try config.lay(["quality": .integer(80)], from: .commandLine)
    #expect(config.rateControl == .quality(80))
    try config.lay(["windowed": .text("800x480")], from: .file("x"))
    try config.lay(["fullscreen": .bool(true)], from: .commandLine)
    #expect(config.window(usual: WindowSize(width: 640, height: 480)) == nil)
  }

  @Test func rivalsInOnePlaceExcludeEachOther() throws {
    let error = try refusal(["bitrate": .text("1M"), "quality": .integer(8)])
    #expect(error.message == "--bitrate and --quality exclude each other")
    #expect(
      try refusal(["fullscreen": .bool(true), "windowed": .text("800x480")], from: .file("x")).message
        == "x: fullscreen and windowed exclude each other")
    var config = Config()
    try config.lay(["fullscreen": .bool(false), "windowed": .text("800x480")], from: .file("x"))
    #expect(config.windowed == WindowSize(width: 800, height: 480))
  }

  @Test func zeroIsNoLimit() {
    var config = Config()
    #expect(config.durationLimit(usual: 300) == 300)
    #expect(config.durationLimit(usual: nil) == nil)
    config.maxDuration = 0
    #expect(config.durationLimit(usual: 300) == nil)
    config.maxDuration = 7
    #expect(config.durationLimit(usual: nil) == 7)
  }

  @Test func windowFollowsTheCommandUnlessToldOtherwise() {
    let size = WindowSize(width: 640, height: 480)
    var config = Config()
    #expect(config.window(usual: nil) == nil)
    #expect(config.window(usual: size) == size)
    config.fullscreen = false
    #expect(config.window(usual: nil) == WindowSize(width: 1280, height: 720))
    config.fullscreen = true
    #expect(config.window(usual: size) == nil)
  }
}

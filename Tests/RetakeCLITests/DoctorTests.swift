import RetakeBooth
import RetakeCLI
import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct DoctorTests {
  /// A machine with everything.
  private var well: Machine {
    let folders = [
      "/dev": ["null", "video0"], "/dev/snd": ["controlC0", "pcmC0D0c", "pcmC0D0p"],
      "/usr/share/fonts/opentype/inter": ["Inter-Medium.otf"],
      "/usr/share/fonts/truetype/noto": ["NotoSans-Regular.ttf"],
    ]
    return Machine(
      environment: ["HOME": "/home/me", "DISPLAY": ":0"], names: { folders[$0] ?? [] },
      access: { _ in .granted }, isFolder: { _ in true }, freeBytes: { _ in 50_000_000_000 },
      encoders: {
        [("libx264", "h264"), ("aac", "aac")].map { EncoderDescription(name: $0, codec: $1, speeds: []) }
      })
  }

  private func findings(_ machine: Machine, _ config: Config = Config()) -> [Finding] {
    let loaded = LoadedConfig(config: config, files: [], overlay: "")
    return Doctor(machine: machine, config: .success(loaded)).findings()
  }

  private func finding(_ name: String, _ machine: Machine, _ config: Config = Config()) throws -> Finding {
    try #require(findings(machine, config).first { $0.name == name })
  }

  @Test func findsNothingOnAMachineThatHasEverything() {
    let found = findings(well)
    #expect(found.map(\.state) == [Finding.State](repeating: .ok, count: 9))
    #expect(
      found.map(\.name) == [
        "config", "H.264", "AAC", "library", "camera", "microphone", "sound", "display", "fonts",
      ])
    #expect(found[3].finding == "/home/me/Videos/Retake, 50.0 GB free")
  }

  @Test func everythingThatIsNotWellSaysHowToMendIt() {
    var machine = well
    machine.environment = ["HOME": "/home/me"]
    machine.names = { _ in [] }
    machine.encoders = { [] }
    machine.freeBytes = { _ in 1 }
    let found = findings(machine).dropFirst()
    #expect(found.map(\.state) == [.fault, .fault, .fault, .warning, .warning, .warning, .warning, .warning])
    #expect(found.allSatisfy { !$0.mend.isEmpty })
  }

  @Test func anEncoderThatTheConfigNamesMustWork() throws {
    var config = Config()
    config.encoder = try #require(EncoderChoice("libx264"))
    #expect(try finding("encoder", well, config).state == .ok)
    config.encoder = try #require(EncoderChoice("h264_vaapi"))
    var machine = well
    machine.encoders = {
      [
        EncoderDescription(name: "libx264", codec: "h264", speeds: []),
        EncoderDescription(name: "h264_vaapi", codec: "h264", speeds: [], problem: "no graphics processor"),
      ]
    }
    let found = try finding("encoder", machine, config)
    #expect(found.state == .fault)
    #expect(found.finding.contains("no graphics processor"))
    #expect(findings(well).allSatisfy { $0.name != "encoder" })
  }

  @Test func aConfigThatIsWrongIsAFault() throws {
    let error = RetakeError(.invalidArgument, "x: y is not a key", advice: "Did you mean 'z'?")
    let found = Doctor(machine: well, config: .failure(error)).findings()
    #expect(found.first == Finding(.fault, "config", "x: y is not a key", mend: "Did you mean 'z'?"))
    #expect(found.count == 9)
  }

  @Test func devicesThatMayNotBeOpenedAreFaults() throws {
    var machine = well
    machine.access = { $0.hasPrefix("/dev") ? .refused : .granted }
    for (name, group) in [("camera", "video"), ("microphone", "audio"), ("sound", "audio")] {
      let found = try finding(name, machine)
      #expect(found.state == .fault)
      #expect(found.mend.contains("usermod -aG \(group) "))
    }
  }

  @Test func devicesThatTheConfigDoesNotWantAreNotMissed() throws {
    var machine = well
    machine.names = { _ in [] }
    var config = Config()
    config.camera = .test("")
    config.microphone = .none
    #expect(try finding("camera", machine, config).state == .ok)
    #expect(try finding("microphone", machine, config).state == .ok)
  }

  @Test func aLibraryThatIsNotThereYetIsJudgedByTheFolderAboveIt() throws {
    var machine = well
    machine.access = { ["/", "/home/me", "/srv"].contains($0) ? .granted : .missing }
    #expect(try finding("library", machine).state == .ok)
    var config = Config()
    config.library = "/srv/retake"
    #expect(try finding("library", machine, config).state == .ok)
    config.library = "/mnt/disk/retake"
    #expect(try finding("library", machine, config).state == .fault)
  }

  @Test func aLibraryThatCannotBeUsedIsAFault() throws {
    var machine = well
    machine.access = { _ in .refused }
    #expect(try finding("library", machine).finding == "/home/me/Videos/Retake may not be written to")
    machine = well
    machine.isFolder = { _ in false }
    #expect(try finding("library", machine).finding == "/home/me/Videos/Retake is not a folder")
    machine = well
    machine.environment = [:]
    #expect(try finding("library", machine).state == .fault)
  }

  @Test func noOwnerIsChangedButTheLibrarysOwn() throws {
    var machine = well
    machine.environment["HOME"] = "/nonexistent"
    machine.access = { $0 == "/" ? .refused : .missing }
    let homeless = try finding("library", machine)
    #expect(homeless.state == .fault && homeless.finding == "the home folder /nonexistent is not there")
    #expect(homeless.mend.contains("--library DIR") && !homeless.mend.contains("sudo"))

    machine = well
    machine.access = { ["/", "/home", "/home/me"].contains($0) ? .refused : .missing }
    #expect(try !finding("library", machine).mend.contains("sudo"))

    var config = Config()
    config.library = "/srv/my library"
    machine.access = { $0 == "/srv" ? .refused : .missing }
    let above = try finding("library", machine, config)
    #expect(above.state == .fault && !above.mend.contains("chown"))
    #expect(above.mend.contains("sudo install -d -o $USER '/srv/my library'"))
    machine.access = { $0 == "/srv/my library" ? .refused : .granted }
    #expect(try finding("library", machine, config).mend.contains("sudo chown $USER '/srv/my library',"))
    machine.access = { _ in .hidden }
    #expect(try !finding("library", machine, config).mend.contains("sudo"))
  }

  @Test func aHomeThatWouldBeMadeIsAWarning() throws {
    var machine = well
    machine.environment["HOME"] = "/nonexistent"
    machine.access = { $0 == "/" ? .granted : .missing }
    #expect(try finding("library", machine).state == .warning)
    machine.environment["XDG_VIDEOS_DIR"] = "/films"
    #expect(try finding("library", machine).state == .ok)
  }

  @Test func theFoldersInTheLibraryAreLookedAt() throws {
    var machine = well
    machine.access = { $0.hasSuffix("/takes") ? .refused : .granted }
    let refused = try finding("library", machine)
    #expect(refused.finding == "/home/me/Videos/Retake/takes may not be written to")
    #expect(refused.mend == "sudo chown -R $USER /home/me/Videos/Retake")
    machine = well
    machine.isFolder = { !$0.hasSuffix("/incoming") }
    #expect(try finding("library", machine).finding == "/home/me/Videos/Retake/incoming is not a folder")
  }

  @Test func littleSpaceIsAWarningAndNoneAFault() throws {
    var machine = well
    machine.freeBytes = { _ in 1_000_000_000 }
    #expect(try finding("library", machine).state == .warning)
    machine.freeBytes = { _ in 16_000_000 }
    #expect(try finding("library", machine).state == .fault)
  }
}

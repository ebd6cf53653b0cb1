import RetakeBooth
import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct LoadedConfigTests {
  private func load(
    _ folder: TestFolder, named: String? = nil, arguments: [String: ConfigValue] = [:],
    _ more: [String: String] = [:]
  ) throws -> LoadedConfig {
    let environment = ["HOME": folder.path].merging(more) { $1 }
    return try LoadedConfig.load(
      named: named, arguments: arguments, places: Places(environment: environment))
  }

  @Test func theFirstThatExistsIsReadAlone() throws {
    try withFolder { folder in
      let usual = try folder.write("{countdown: 1, scale: 1.1}", to: ".config/retake/retake.json5")
      let byVariable = try folder.write("{countdown: 2}", to: "variable/a.json5")
      let byName = try folder.write("{countdown: 3}", to: "named/b.json5")
      let variable = ["RETAKE_CONFIG": byVariable]

      #expect(try load(folder).files == [usual])
      #expect(try load(folder, ["RETAKE_CONFIG": ""]).config.countdown == 1)
      let second = try load(folder, variable)
      #expect(second.files == [byVariable])
      #expect(second.config.countdown == 2)
      #expect(second.config.scale == 1)
      #expect(try load(folder, named: byName, variable).files == [byName])
    }
  }

  @Test func theOperatorsChangesLieOverTheFileAndArgumentsOverBoth() throws {
    try withFolder { folder in
      let file = try folder.write("{countdown: 1, scale: 1.1, gravity: 'fit'}", to: "x/mine.json5")
      let overlay = try folder.write("{countdown: 2, scale: 1.2}", to: "x/retake.local.json5")
      let loaded = try load(folder, named: file, arguments: ["countdown": .integer(9)])
      #expect(loaded.files == [file, overlay])
      #expect(loaded.overlay == overlay)
      #expect(loaded.config.countdown == 9)
      #expect(loaded.config.scale == 1.2)
      #expect(loaded.config.gravity == .fit)
    }
  }

  @Test func changesGoToTheStateFolderWhereThereIsNoPlaceBesideTheFile() throws {
    try withFolder { folder in
      let state = ["XDG_STATE_HOME": folder.path + "/state"]
      #expect(try load(folder, state).overlay == folder.path + "/state/retake/retake.local.json5")
      try folder.write("{stats: true}", to: "state/retake/retake.local.json5")
      #expect(try load(folder, state).config.stats)
    }
  }

  @Test func aNamedFileMustExist() throws {
    try withFolder { folder in
      try folder.write("{}", to: ".config/retake/retake.json5")
      let missing = folder.path + "/none.json5"
      for (named, environment) in [(missing, [:]), (nil, ["RETAKE_CONFIG": missing])] {
        let error = #expect(throws: RetakeError.self) { try load(folder, named: named, environment) }
        #expect(try #require(error).message.contains(missing))
      }
    }
  }

  @Test func errorsNameTheFileThatIsWrong() throws {
    try withFolder { folder in
      let file = try folder.write("{countdown: 1}", to: "x/mine.json5")
      let overlay = try folder.write("{countdown: 'x'}", to: "x/retake.local.json5")
      let error = #expect(throws: RetakeError.self) { try load(folder, named: file) }
      #expect(try #require(error).message.hasPrefix(overlay + ": countdown must be "))
    }
  }
}

import RetakeBooth
import RetakeKiosk
import RetakeMedia
import Testing

@Suite struct ConfigFileTests {
  /// The error of reading a file with these bytes; fails where there is none.
  private func refusal(_ bytes: [UInt8]) throws -> RetakeError {
    try withFolder { folder in
      let path = try folder.write(bytes, to: "x.json5")
      let error = try #require(#expect(throws: RetakeError.self) { try ConfigFile.read(path) })
      #expect(error.code == .invalidArgument)
      #expect(error.message.contains(path))
      #expect(!error.message.contains("\n"))
      return error
    }
  }

  @Test func readsJSON5() throws {
    try withFolder { folder in
      let path = try folder.write(
        """
        // A comment.
        {
          camera: 'test', "max_size": "2G", countdown: +3, scale: .9, rotate: 0x5A, mirror: false,
          library: null, list: [1, 'a', { b: 2 }], /* the last comma is fine */
        }
        """, to: "x.json5")
      #expect(
        try ConfigFile.read(path) == [
          "camera": .text("test"), "max_size": .text("2G"), "countdown": .integer(3), "scale": .number(0.9),
          "rotate": .integer(90), "mirror": .bool(false), "library": .null,
          "list": .list([.integer(1), .text("a"), .object(["b": .integer(2)])]),
        ])
    }
  }

  @Test func takesAByteOrderMark() throws {
    try withFolder { folder in
      let path = try folder.write([0xEF, 0xBB, 0xBF] + Array("{stats: true}".utf8), to: "x.json5")
      #expect(try ConfigFile.read(path) == ["stats": .bool(true)])
    }
  }

  @Test(arguments: ["", "{", "{a: 1 b: 2}", "{a: b}", "{} x", "{a: 'x", "// nothing"])
  func refusesBrokenSyntax(text: String) throws {
    #expect(try refusal(Array(text.utf8)).message.contains("not valid JSON5"))
  }

  @Test(arguments: ["[1]", "1", "null", "'a'"])
  func refusesWhatIsNoObject(text: String) throws {
    #expect(try refusal(Array(text.utf8)).message.contains("holds no object"))
  }

  @Test(arguments: [[0x7B, 0xFF, 0x7D], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0x7B, 0, 0x7D, 0]] as [[UInt8]])
  func refusesWhatIsNotUTF8(bytes: [UInt8]) throws {
    #expect(try refusal(bytes).message.contains("not UTF-8"))
  }

  @Test func refusesDeepNesting() throws {
    for depth in [600, 200_000] {
      let text = "{a: " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
      #expect(try refusal(Array(text.utf8)).message.contains("not valid JSON5"))
    }
  }

  @Test func refusesANumberThatIsTooLarge() throws {
    let error = try refusal(Array("{a: 1, b: {c: 1e400}}".utf8))
    #expect(error.message.contains("b.c is a number that is too large"))
  }

  @Test func refusesALargeFile() throws {
    let spaces = [UInt8](repeating: 0x20, count: 1 << 20)
    #expect(try refusal(Array("{}".utf8) + spaces).message.contains("larger than 1 MiB"))
  }

  @Test func refusesAFolderAndAMissingFile() throws {
    try withFolder { folder in
      let asFolder = try #require(#expect(throws: RetakeError.self) { try ConfigFile.read(folder.path) })
      #expect(asFolder.message.contains("directory"))
      let missing = try #require(
        #expect(throws: RetakeError.self) { try ConfigFile.read(folder.path + "/x") })
      #expect(missing.message.contains("No such file"))
    }
  }
}

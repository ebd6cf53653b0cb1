import Foundation
import RetakeCLI
import RetakeMedia
import Testing

/// The built program, run as a person or a script runs it.
@Suite struct ProgramTests {
  @Test func theVersionIsOneLine() throws {
    #expect(
      try Retake.run("--version") == .init(code: 0, output: "retake \(RetakeVersion.current)\n", errors: ""))
  }

  @Test func helpGoesToStandardOutput() throws {
    #expect(try Retake.run("--help") == .init(code: 0, output: Help.program + "\n", errors: ""))
    #expect(try Retake.run("record", "-h") == .init(code: 0, output: Help.of(.record) + "\n", errors: ""))
  }

  @Test func wrongUsageGoesToStandardErrorInTwoLines() throws {
    #expect(
      try Retake.run("recrod")
        == .init(
          code: 2, output: "", errors: "retake: 'recrod' is not a command\nDid you mean retake record?\n"))
  }

  @Test func aBrokenConfigIsWrongUsage() throws {
    let config = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".json5")
    try Data("{countdown: 'soon'}".utf8).write(to: config)
    defer { try? FileManager.default.removeItem(at: config) }
    let result = try Retake.run("devices", "--config", config.path)
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("retake: \(config.path): countdown must be a whole number of seconds"))
    #expect(result.errors.split(separator: "\n").count == 2)
  }

  @Test func recordingNeedsACamera() throws {
    let result = try Retake.run("record", "-o", "a.mp4", "--camera", "none")
    #expect(result.code == 2)
    #expect(result.errors.split(separator: "\n").count == 2)
  }

  @Test(arguments: [
    (["record", "-t", "1", "-o", "/proc/none/a.mp4", "--camera", "test"], 4, "storage"),
    (["record", "-o", "a.mp4", "--camera", "none"], 2, "bad_argument"),
    (
      ["record", "-t", "1", "-o", "/proc/none/a.mp4", "--camera", "test", "--microphone", "hw:99,0"], 3,
      "device"
    ),
    (["record"], 2, "bad_argument"), (["recrod"], 2, "bad_argument"),
    (["devices", "--config", "/proc/none/a.json5"], 2, "bad_argument"),
    (["takes", "show", "nothing", "--library", "/proc/none"], 4, "storage"),
    (["export", "a.mp4", "-o", "b.mp4"], 2, "bad_argument"),
  ])
  func withJSONAFailureIsAnObject(arguments: [String], code: Int32, word: String) throws {
    let result = try Retake.run(arguments + ["--json"])
    #expect(result.code == code)
    let line = try #require(
      result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["ok"] as? Bool == false && object["code"] as? String == word)
    let message = try #require(object["error"] as? String)
    #expect(result.errors.contains("retake: \(message)\n"))
    // Without the option nothing is said there.
    #expect(try Retake.run(arguments).output == "")
  }

  @Test func aReaderThatHasGoneIsNoError() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(try Retake.run(["--help"], output: pipe.fileHandleForWriting).code == 0)
  }

  @Test func outputThatCannotBeWrittenIsAnError() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let result = try Retake.run(["--help"], output: full)
    #expect(result.code == 1)
    #expect(result.errors == "retake: standard output cannot be written: No space left on device\n")
  }
}

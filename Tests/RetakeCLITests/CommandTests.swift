import Fixtures
import Foundation
import RetakeCLI
import Testing

/// The commands of the built program, on a library of their own.
@Suite struct CommandTests {
  private func withLibrary(_ body: (String) throws -> Void) throws {
    let library = FileManager.default.temporaryDirectory.appendingPathComponent("takes-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: library.appendingPathComponent("incoming"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: library) }
    try body(library.path)
  }

  private func object(_ line: String) throws -> [String: Any] {
    #expect(line.hasSuffix("\n") && line.dropLast().allSatisfy { $0 != "\n" })
    #expect(!line.contains("\\/"))
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func aTakeIsListedSavedShownAndDiscarded() throws {
    try withLibrary { library in
      let id = UUID().uuidString.lowercased()
      let movie = try TestMedia.make("a.mp4", "-f lavfi -i testsrc2=s=320x240:r=25 -t 7 -c:v libx264")
      try FileManager.default.copyItem(atPath: movie, toPath: "\(library)/incoming/\(id).mp4")
      func takes(_ arguments: String...) throws -> Retake.Result {
        try Retake.run(["takes"] + arguments + ["--library", library])
      }

      let list = try object(try takes("list", "--json").output)
      let first = try #require((list["takes"] as? [[String: Any]])?.first)
      #expect(first["id"] as? String == id)
      #expect(first["state"] as? String == "incoming")
      #expect(first["duration"] as? Double == 7)

      let saved = try takes("save", String(id.prefix(8)))
      #expect(saved.code == 0)
      let path = saved.output.trimmingCharacters(in: .newlines)
      #expect(path.hasPrefix(library + "/takes/"))
      #expect(FileManager.default.contentsEqual(atPath: path, andPath: movie))

      let shown = try object(try takes("show", id, "--json").output)
      #expect(shown["path"] as? String == path)
      #expect(shown["details"] is [String: Any])
      #expect(try takes("show", id).output.contains("\nstate       saved\n"))

      #expect(try object(try takes("discard", id, "--json").output)["state"] as? String == "discarded")
      #expect(try takes("list").output.contains("\(id.prefix(8))  discarded  "))
    }
  }

  @Test func whatIsNotThereIsSaidInTwoLines() throws {
    try withLibrary { library in
      for (arguments, code) in [
        (["show", "abc", "--library", library], 1), (["save", "abc", "--library", library], 1),
        (["list", "--library", library + "/no/such"], 4),
      ] as [([String], Int32)] {
        let result = try Retake.run(["takes"] + arguments)
        #expect(result.code == code)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("retake: "))
        #expect(result.errors.split(separator: "\n").count == 2)
      }
      #expect(try Retake.run(["takes", "list", "--library", library]).output == "no takes in \(library)\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: library) == ["incoming"])
    }
  }

  @Test func devicesListsTheBuiltInOnesAndWhatEncodes() throws {
    let result = try Retake.run("devices", "--json")
    #expect(result.code == 0)
    let list = try object(result.output)
    for (key, id) in [("cameras", "id"), ("microphones", "id")] {
      let entries = try #require(list[key] as? [[String: Any]])
      #expect(entries.contains { $0[id] as? String == "test" })
      #expect(entries.allSatisfy { ($0["formats"] as? [Any])?.isEmpty == false || $0["problem"] != nil })
    }
    let encoders = try #require(list["encoders"] as? [[String: Any]])
    #expect(encoders.contains { $0["name"] as? String == "libx264" && $0["codec"] as? String == "h264" })
    // What does not work here is listed, too, with the reason.
    let missing = try #require(list["missing_encoders"] as? [[String: Any]])
    #expect(encoders.count + missing.count == 7)
    #expect(missing.allSatisfy { ($0["problem"] as? String)?.isEmpty == false })
    let text = try Retake.run("devices").output
    for name in missing.compactMap({ $0["name"] as? String }) { #expect(text.contains("\n  (\(name))")) }
    #expect(text.contains("\n  test ") && text.contains("\n  libx264 ") && text.contains("\n  file:PATH "))
  }

  @Test func theDoctorsReportIsAnObjectToo() throws {
    try withLibrary { library in
      let result = try Retake.run(["doctor", "--json", "--library", library])
      let report = try object(result.output)
      let checks = try #require(report["checks"] as? [[String: Any]])
      let isWell = !checks.contains { $0["state"] as? String == "fault" }
      #expect(report["ok"] as? Bool == isWell)
      #expect(result.code == (isWell ? 0 : 1))
      #expect(checks.first?["name"] as? String == "config")
      #expect(try Retake.run(["doctor", "--gravity", "up"]).code == 2)
    }
  }
}

import Fixtures
import Foundation
import Testing

/// `retake takes` with files that no recorder wrote.
@Suite struct TakesTests {
  private static let id = "0123abcd-0000-4000-8000-00000000000f"

  /// A library in a folder of its own, with this file in incoming/; the caller removes it.
  private func library(_ content: Data) throws -> URL {
    let root = FileManager.default.temporaryDirectory.appending(path: "retake-takes-\(UUID().uuidString)")
    let incoming = root.appending(path: "incoming")
    try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
    try content.write(to: incoming.appending(path: Self.id.uppercased() + ".mp4"))
    return root
  }

  @Test func aTakeWithoutASidecarHasALength() throws {
    let movie = try TestMedia.make("a.mp4", "-f lavfi -i testsrc2=s=320x240:r=25 -t 7 -c:v libx264")
    let root = try library(try Data(contentsOf: URL(filePath: movie)))
    defer { try? FileManager.default.removeItem(at: root) }
    #expect(try Retake.run("takes", "list", "--library", root.path).output.contains(" 0:07 "))
    let shown = try Retake.run("takes", "show", Self.id, "--library", root.path).output
    #expect(shown.contains("0:07\n") && shown.contains("320x240") && shown.contains("h264"))
    #expect(try Retake.run("takes", "save", Self.id, "--library", root.path).code == 0)
    #expect(try Retake.run("takes", "list", "--library", root.path).output.contains("saved"))
    #expect(try Retake.run("takes", "list", "--library", root.path).output.contains(" 0:07 "))
  }

  @Test func aTextIsNotSaved() throws {
    let root = try library(Data("a text\n".utf8))
    defer { try? FileManager.default.removeItem(at: root) }
    let result = try Retake.run("takes", "save", Self.id, "--library", root.path)
    #expect(result.code == 1 && result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count <= 2 && result.errors.contains("not a movie"))
    #expect(FileManager.default.fileExists(atPath: root.path + "/incoming/\(Self.id.uppercased()).mp4"))
  }

  @Test func aFolderThatCannotBeReadIsAFaultOfTheStorage() throws {
    let root = try library(Data())
    defer { try? FileManager.default.removeItem(at: root) }
    try Data().write(to: root.appending(path: "takes"))
    let result = try Retake.run("takes", "list", "--library", root.path)
    #expect(result.code == 4 && result.output.isEmpty)
    #expect(
      result.errors.contains("/takes cannot be read") && result.errors.split(separator: "\n").count == 2)
    let missing = try Retake.run("takes", "list", "--library", root.path + "/none")
    #expect(missing.code == 4 && missing.errors.contains("is not there"))
  }

  @Test func recoverLeavesStrangersAloneAndSaysSo() throws {
    let movie = try TestMedia.make("a.mp4", "-f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libx264")
    let root = try library(try Data(contentsOf: URL(filePath: movie)))
    defer { try? FileManager.default.removeItem(at: root) }
    let pipe = root.path + "/incoming/1123abcd-0000-4000-8000-00000000000f.mp4"
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    try Data("x".utf8).write(to: root.appending(path: "incoming/holiday.mp4"))
    let result = try Retake.run("takes", "recover", "--library", root.path)
    #expect(result.code == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("recovered \(root.path)/takes/"))
    #expect(lines.contains("left alone \(pipe): it is a pipe"))
    #expect(lines.contains { $0.hasSuffix("holiday.mp4: it is a file that is no take") })
    let json = try Retake.run("takes", "recover", "--json", "--library", root.path).output
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((report["left_alone"] as? [Any])?.count == 2 && (report["recovered"] as? [Any])?.isEmpty == true)
  }

  @Test func verifyFindsDamagedSoundLostFilmsAndLostSidecarsAndRecoverMendsTheLast() throws {
    let movie = try TestMedia.make(
      "a.mp4",
      "-f lavfi -i testsrc2=s=64x48:r=10:d=2 -f lavfi -i sine=d=2 -c:v libx264 -c:a aac -b:a 128k -shortest")
    let root = try library(try Data(contentsOf: URL(filePath: movie)))
    defer { try? FileManager.default.removeItem(at: root) }
    func takes(_ words: String...) throws -> Retake.Result {
      try Retake.run(["takes"] + words + ["--library", root.path])
    }
    #expect(try takes("save", Self.id).code == 0)
    #expect(try takes("verify").code == 0)
    let days = try FileManager.default.contentsOfDirectory(atPath: root.path + "/takes")
    let day = root.path + "/takes/" + (try #require(days.first))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: day).first { $0.hasSuffix(".mp4") })
    let film = URL(filePath: day + "/" + name)
    let sidecar = film.deletingPathExtension().appendingPathExtension("json")

    // Some packets of sound are something else.
    let good = try Data(contentsOf: film)
    var broken = good
    let sounds = try Tool.soundPackets(film.path)
    for (place, count) in sounds[20..<24] {
      for byte in place..<place + count { broken[byte] = UInt8(truncatingIfNeeded: byte &* 151 &+ 7) }
    }
    try broken.write(to: film)
    let damaged = try takes("verify")
    #expect(damaged.code == 1 && damaged.output.contains("the sound is damaged at 0.4"))
    try good.write(to: film)

    try FileManager.default.removeItem(at: sidecar)
    let bare = try takes("verify")
    #expect(bare.code == 1 && bare.output.contains("is missing or unreadable"))
    #expect(bare.errors.contains("takes recover"))
    #expect(try takes("list").output.contains("(no sidecar)"))
    let mended = try takes("recover")
    #expect(mended.code == 0 && mended.output.hasPrefix("mended \(film.path)"))
    #expect(try takes("verify").code == 0)
    #expect(try !takes("list").output.contains("(no sidecar)"))

    try Data("x".utf8).write(to: film.deletingLastPathComponent().appending(path: "notes.txt"))
    let strange = try takes("verify")
    #expect(strange.code == 0 && strange.output.contains("left alone \(day)/notes.txt"))
    try FileManager.default.removeItem(at: film)
    let lost = try takes("verify")
    #expect(lost.code == 1 && lost.output.contains("\(sidecar.path): only the sidecar is left"))
  }
}

private enum Tool {
  /// The places and lengths of the packets of sound.
  static func soundPackets(_ path: String) throws -> [(Int, Int)] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
      path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      return numbers.count >= 2 ? (numbers[1], numbers[0]) : nil
    }
  }
}

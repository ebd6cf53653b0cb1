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
}

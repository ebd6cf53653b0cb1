import Fixtures
import Foundation
import RetakeMedia
import Testing

@testable import RetakeLibrary

/// Files that somebody else put into the library, and folders that cannot be read.
struct ForeignFileTests {
  private static let id = "0123abcd-0000-4000-8000-00000000000f"

  private func reallyOpening(_ test: TestLibrary) throws(RetakeError) -> LibraryEditor {
    try LibraryEditor(at: test.location, timeZone: TestLibrary.utc, disk: LibraryDisk()) { TestLibrary.noon }
  }

  private func movie() throws -> String {
    try TestMedia.make("a.mp4", "-f lavfi -i testsrc2=s=320x240:r=25 -t 0.8 -c:v libx264 -preset ultrafast")
  }

  @Test func aMovieTellsWhatItsSidecarLacks() throws {
    let test = try TestLibrary()
    let editor = try reallyOpening(test)
    let path = test.root + "/incoming/\(Self.id).mp4"
    try FileManager.default.copyItem(atPath: try movie(), toPath: path)
    let found = try editor.library.take(Self.id)
    #expect(found.duration == nil)
    #expect(editor.library.measured(found).duration == MediaTime(seconds: 0.8))
    let known = try editor.library.record(of: Self.id)
    #expect(known.duration == 0.8 && known.settings == ["codec": "h264", "size": "320x240"])
    #expect(test.files() == ["incoming/\(Self.id).mp4"])
    let saved = try editor.save(Self.id)
    #expect(saved.duration == MediaTime(seconds: 0.8))
    let sidecar = try test.content(saved.path.replacing(".mp4", with: ".json"))
    #expect(sidecar.contains("\"duration\" : 0.8") && sidecar.contains("320x240"))
  }

  @Test func whatASidecarSaysIsNotReplaced() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let details = TakeDetails(duration: MediaTime(seconds: 3), settings: ["codec": "hevc", "encoder": "x"])
    let id = try test.record(with: editor, details: details)
    #expect(try editor.save(id).duration == MediaTime(seconds: 3))
    let settings = try editor.library.record(of: id).settings
    #expect(settings == ["codec": "hevc", "encoder": "x", "size": TestLibrary.facts.size])
  }

  @Test func whatIsNoMovieIsNotSavedAndStays() throws {
    let test = try TestLibrary()
    let editor = try reallyOpening(test)
    let movie = try Data(contentsOf: URL(filePath: movie()))
    let picture = try Data(
      contentsOf: URL(filePath: TestMedia.make("a.png", "-f lavfi -i color -frames:v 1")))
    for content in [Data("a text\n".utf8), Data(count: 5000), movie.prefix(300), picture] {
      let path = test.root + "/incoming/\(Self.id).mp4"
      try content.write(to: URL(filePath: path))
      let error = #expect(throws: RetakeError.self) { try editor.save(Self.id) }
      #expect(error?.code == .inputUnreadable)
      #expect(editor.library.measured(try editor.library.take(Self.id)).duration == nil)
      #expect(test.files() == ["incoming/\(Self.id).mp4"])
    }
    #expect(try editor.discard(Self.id).state == .discarded)
  }

  @Test func linksAreNeverTakes() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let outside = try movie()
    let day = test.root + "/takes/2026-11-30"
    try FileManager.default.createDirectory(atPath: day, withIntermediateDirectories: true)
    let names = ["incoming/\(Self.id).mp4", "discarded/\(Self.id).mp4"]
    for link in names.map({ test.root + "/" + $0 }) + [day + "/14-05-33-250-0123abcd.mp4"] {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside)
    }
    for state in Take.State.allCases { #expect(try editor.library.takes(in: state).isEmpty) }
    let errors = [
      #expect(throws: RetakeError.self) { try editor.save(Self.id) },
      #expect(throws: RetakeError.self) { try editor.discard(Self.id) },
      #expect(throws: RetakeError.self) { try editor.undo(Self.id) },
    ]
    for error in errors { #expect(error?.code == .inputUnreadable) }
    #expect(FileManager.default.fileExists(atPath: outside))
    #expect(try editor.save(try test.record(with: editor)).state == .saved)
  }

  @Test func namesMayBeInUpperCase() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let upper = Self.id.uppercased()
    try test.write("video", to: "incoming/\(upper).MP4")
    try test.write(
      #"{"id":"\#(upper)","date":"2020-01-01T00:00:00Z","tags":["kept"]}"#, to: "incoming/\(upper).json")
    #expect(try editor.library.takes(in: .incoming).map(\.id) == [Self.id])
    for id in [Self.id, upper, "0123AB", "0123ab"] { #expect(try editor.library.take(id).id == Self.id) }
    try editor.discard(upper)
    #expect(test.files() == ["discarded/\(Self.id).json", "discarded/\(Self.id).mp4"])
    #expect(try editor.save(Self.id).path.hasSuffix("-0123abcd.mp4"))
    #expect(try editor.library.record(of: upper).tags == ["kept"])
    try test.write("video", to: "takes/2026-11-30/14-05-33-250-ABCDEF01.mp4")
    #expect(try editor.library.take("abcdef01").id == "abcdef01")
  }

  @Test(arguments: ["incoming", "takes", "discarded", "takes/2026-11-30"])
  func aFolderThatCannotBeReadIsNotEmpty(folder: String) throws {
    let test = try TestLibrary()
    _ = try test.editor()
    let path = test.root + "/" + folder
    try? FileManager.default.removeItem(atPath: path)
    // Even the superuser cannot read this one.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let library = TakeLibrary(at: test.location)
    let error = #expect(throws: RetakeError.self) {
      for state in Take.State.allCases { _ = try library.takes(in: state) }
    }
    #expect(error?.message.hasPrefix("\(path) cannot be read: ") == true)
    #expect(error?.code == .storageFailed)
    #expect(throws: RetakeError.self) { try library.take("0123") }
    if folder != "incoming" {
      try test.write("video", to: "incoming/\(Self.id).mp4")
      #expect(try library.take(Self.id).state == .incoming)
      #expect(throws: RetakeError.self) { try library.take("0123") }
    }
  }

  @Test(
    .enabled(if: geteuid() != 0, "the superuser may read everything"), arguments: ["", "/incoming", "/takes"])
  func aFolderThatMayNotBeReadIsNotEmpty(folder: String) throws {
    let test = try TestLibrary()
    _ = try test.editor()
    func permit(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: test.root + folder)
    }
    try permit(0o000)
    defer { try? permit(0o755) }
    let library = TakeLibrary(at: test.location)
    let error = #expect(throws: RetakeError.self) {
      for state in Take.State.allCases { _ = try library.takes(in: state) }
    }
    #expect(error?.code == .storageNotWritable)
  }

  @Test func aFileInPlaceOfAFolderIsNamed() throws {
    let test = try TestLibrary()
    try test.write("a file", to: "takes")
    let error = #expect(throws: RetakeError.self) { _ = try test.editor() }
    #expect(error?.message.hasPrefix(test.root + "/takes cannot be written: ") == true)
    let other = #expect(throws: RetakeError.self) { try TakeLibrary(at: test.location).takes() }
    #expect(other?.code == .storageMissing)
  }
}

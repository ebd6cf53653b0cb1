import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeLibrary

/// Saved takes that lack something, and what else is in the library's folders.
struct MendingTests {
  private static let id = "0123abcd-0000-4000-8000-00000000000f"
  private static let day = "takes/2026-11-30"

  private func editor(_ test: TestLibrary, disk: LibraryDisk = LibraryDisk()) throws(RetakeError)
    -> LibraryEditor
  {
    try LibraryEditor(at: test.location, timeZone: TestLibrary.utc, disk: disk) { TestLibrary.noon }
  }

  /// Two seconds as a recorder finishes them.
  private static let movie = Result {
    let path = try TestMedia.make(
      "mended.mp4",
      "-f lavfi -i testsrc2=s=160x120:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -preset ultrafast -g 25 -c:a aac "
        + "-movflags +frag_keyframe+delay_moov+default_base_moof+skip_trailer -frag_duration 500000")
    var data = try Data(contentsOf: URL(filePath: path))
    data.insert(
      contentsOf: [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8), at: Int(data[3]))
    try data.write(to: URL(filePath: path))
    let file = try StoredFile(path: path)
    try #require(try MovieRepair.plan(for: file)).apply(to: file)
    return try Data(contentsOf: URL(filePath: path))
  }

  /// Puts a finished take into incoming/.
  private func record(in test: TestLibrary, with editor: borrowing LibraryEditor) throws {
    let path = test.root + "/incoming/\(Self.id).mp4"
    try Self.movie.get().write(to: URL(filePath: path))
    try editor.finish(Self.id, details: TakeDetails(duration: MediaTime(seconds: 2), tags: ["Anna"]))
  }

  private func mendAll(_ editor: borrowing LibraryEditor) throws -> [Mending] {
    try editor.savedFiles().compactMap { try editor.mend($0) }
  }

  @Test func aTakeThatWasSavedOnAFullDiskGetsItsSidecarLater() throws {
    let test = try TestLibrary()
    do {
      let full = LibraryDisk { (step) throws(SystemError) in
        if case .write(let path) = step { throw SystemError("write \(path)", code: ENOSPC) }
      }
      let editor = try editor(test, disk: full)
      try record(in: test, with: editor)
      try editor.save(Self.id)
    }
    let editor = try editor(test)
    let saved = try #require(try editor.library.listed().first)
    #expect(!saved.hasSidecar && test.files().count == 1)
    #expect(
      try editor.library.check(saved.take.id).contains { if case .sidecar = $0 { true } else { false } })
    let mending = try #require(try mendAll(editor).first)
    #expect(mending.wroteSidecar && !mending.madeIndex && mending.missing.isEmpty)
    #expect(mending.take.path == saved.take.path)
    #expect(mending.take.secondsSince1970 == saved.take.secondsSince1970)
    #expect(mending.take.duration == MediaTime(seconds: 2) && mending.take.id.utf8.count == 36)
    #expect(try editor.library.listed().first?.hasSidecar == true)
    #expect(try editor.library.check(mending.take.id).isEmpty)
    #expect(try mendAll(editor).isEmpty)
  }

  @Test func whatLacksNothingIsNotOpenedForWritingAndWhatCannotBeMendedKeepsItsSidecar() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try record(in: test, with: editor)
    let take = try editor.save(Self.id)
    // Somebody else writes it, or says so.
    let other = try StoredFile(path: take.path)
    #expect(try mendAll(editor).isEmpty)
    #expect(try editor.library.check(Self.id).isEmpty)
    _ = other
    let sidecar = take.path.replacing(".mp4", with: ".json")
    try Data("no json".utf8).write(to: URL(filePath: sidecar))
    try Self.movie.get().prefix(200).write(to: URL(filePath: take.path))
    #expect(try mendAll(editor).isEmpty)
    #expect(try test.content(sidecar) == "no json" && test.files().count == 2)
  }

  @Test func aSidecarThatCannotBeReadIsKeptAndWrittenAnew() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try record(in: test, with: editor)
    let take = try editor.save(Self.id)
    let sidecar = take.path.replacing(".mp4", with: ".json")
    try Data("{ \"id\": 3".utf8).write(to: URL(filePath: sidecar))
    #expect(try mendAll(editor).first?.wroteSidecar == true)
    #expect(
      try test.content(test.root + "/damaged/" + URL(filePath: sidecar).lastPathComponent) == "{ \"id\": 3")
    #expect(try editor.library.check(editor.library.takes()[0].id).isEmpty)
    // An empty one tells nothing.
    try Data().write(to: URL(filePath: sidecar))
    #expect(try mendAll(editor).count == 1 && test.files().filter { $0.hasPrefix("damaged/") }.count == 1)
    // That of another take is nobody's to change.
    try Data(#"{"id":"ffff0000-0000-4000-8000-00000000000f","date":"2026-11-30T14:05:33Z"}"#.utf8)
      .write(to: URL(filePath: sidecar))
    #expect(try mendAll(editor).isEmpty)
    #expect(try !editor.library.check(editor.library.takes()[0].id).isEmpty)
  }

  @Test func aSavedTakeThatLostItsEndIsMendedAndSaysWhatIsMissing() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try record(in: test, with: editor)
    let take = try editor.save(Self.id)
    let whole = try Self.movie.get()
    let index = try #require(whole.lastRange(of: Data("moov".utf8))).lowerBound
    for (kept, lost) in [(whole.count - 100, 0.0), (index - 5000, 0.5)] {
      try whole.prefix(kept).write(to: URL(filePath: take.path))
      #expect(try !editor.library.check(Self.id).isEmpty)
      let mending = try #require(try mendAll(editor).first)
      #expect(mending.madeIndex && !mending.wroteSidecar && mending.take.id == Self.id)
      #expect(try TestMedia.boxes(take.path) == ["ftyp", "mdat", "moov"])
      #expect(try editor.library.check(Self.id).isEmpty)
      let record = try editor.library.record(of: Self.id)
      #expect(record.tags == ["Anna"] && record.recovered == nil)
      #expect(abs((record.duration ?? 0) - 2 + lost) < 0.1)
      #expect(
        abs((record.missing?.first?.seconds ?? 0) - lost) < 0.1
          && record.missing == mending.missing.nilIfEmpty)
    }
    #expect(try mendAll(editor).isEmpty)
  }

  @Test(arguments: [true, false])
  func aTakeWhoseBeginningIsDamagedIsWholeAgain(wasSaved: Bool) throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try record(in: test, with: editor)
    if wasSaved { try editor.save(Self.id) }
    let path = test.root + "/" + (try #require(test.files().first { $0.hasSuffix(".mp4") }))
    let whole = try Self.movie.get()
    try (Data(count: 512) + whole[512...]).write(to: URL(filePath: path))
    if wasSaved {
      #expect(try editor.library.check(Self.id).isEmpty == false)
      #expect(try mendAll(editor).map(\.madeIndex) == [true])
    } else {
      for leftover in try editor.leftovers() {
        guard case .recovered(_, []) = try editor.recover(leftover) else {
          throw RetakeError(.failed, "not recovered")
        }
      }
    }
    #expect(try editor.library.check(Self.id).isEmpty)
    #expect(try editor.library.takes().count == 1 && mendAll(editor).isEmpty)
    let saved = test.root + "/" + (try #require(test.files().first { $0.hasSuffix(".mp4") }))
    let data = try Data(contentsOf: URL(filePath: saved))
    let isUntouched = data.count == whole.count && data[512...] == whole[512...]
    #expect(isUntouched)
  }

  @Test func aPhotoGetsASidecarAndWhatIsNoMovieIsLeftAlone() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try test.write("\u{FF}", to: Self.day + "/14-05-33-250-abcdef01.jpg")
    try test.write("a text", to: Self.day + "/14-05-34-250-abcdef02.mp4")
    try test.write("", to: Self.day + "/14-05-35-250-abcdef03.jpg")
    let mended = try mendAll(editor)
    #expect(mended.map(\.take.id.count) == [36] && mended[0].take.id.hasPrefix("abcdef01"))
    #expect(test.files().filter { $0.hasSuffix(".json") } == [Self.day + "/14-05-33-250-abcdef01.json"])
  }

  @Test func onlyTheNewestDaysAreLookedAtWhereThatIsAsked() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    for day in 1...5 { try test.write("x", to: "takes/2026-11-0\(day)/14-05-33-250-abcdef0\(day).jpg") }
    #expect(try editor.savedFiles(ofDays: 2).map(\.entry.folder) == ["takes/2026-11-05", "takes/2026-11-04"])
    #expect(try editor.savedFiles().count == 5)
  }

  // MARK: what else is there

  @Test func whatIsNoFileIsNeverOpenedAndToldOnce() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    let incoming = test.root + "/incoming/"
    func name(_ digit: Int) -> String { "\(digit)123abcd-0000-4000-8000-00000000000f.mp4" }
    try FileManager.default.createDirectory(atPath: incoming + name(0), withIntermediateDirectories: true)
    #expect(unsafe mkfifo(incoming + name(1), 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: incoming + name(2), withDestinationPath: "/etc/passwd")
    try FileManager.default.createSymbolicLink(atPath: incoming + name(3), withDestinationPath: "/nowhere")
    try test.write("mine", to: "incoming/party.mp4")
    try test.write("mine", to: "incoming/.hidden")
    try Self.movie.get().write(to: URL(filePath: incoming + name(4)))
    try Data("{}".utf8).write(to: URL(filePath: incoming + name(4).replacing("mp4", with: "json")))
    #expect(try editor.leftovers().map(\.id) == [String(name(4).dropLast(4))])
    let strangers = try editor.library.strangers(in: [.incoming])
    #expect(
      strangers.map(\.what) == [
        "a folder", "a pipe", "a symbolic link", "a symbolic link", "a file that is no take",
      ])
    #expect(strangers.last?.path == incoming + "party.mp4")
    // Also where one is put in a file's place at the last moment.
    for number in 0...3 {
      let entry = TakeEntry(.incoming, id: String(name(number).dropLast(4)), fileExtension: "mp4")
      let leftover = Leftover(entry: entry, path: incoming + name(number))
      #expect(try editor.recover(leftover) == .gone)
    }
    #expect(try editor.library.strangers(in: [.incoming]).count == 5)
  }

  @Test func strangersAmongTheSavedTakesAreFound() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try record(in: test, with: editor)
    try editor.save(Self.id)
    #expect(try editor.library.strangers(in: Take.State.allCases).isEmpty)
    for path in [Self.day + "/Thumbs.db", "takes/notes.txt", "takes/old/a.mp4", "discarded/b.mp4"] {
      try test.write("mine", to: path)
    }
    let found = try editor.library.strangers(in: Take.State.allCases).map {
      $0.path.dropFirst(test.root.count + 1)
    }
    #expect(found == ["discarded/b.mp4", "takes/2026-11-30/Thumbs.db", "takes/notes.txt", "takes/old"])
  }

  @Test func aTakeOfWhichOnlyTheSidecarIsLeftIsFound() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try record(in: test, with: editor)
    let take = try editor.save(Self.id)
    #expect(try editor.library.lostTakes().isEmpty)
    try FileManager.default.removeItem(atPath: take.path)
    let lost = try #require(try editor.library.lostTakes().first)
    #expect(lost == LostTake(id: "0123abcd", path: take.path.replacing(".mp4", with: ".json")))
    #expect(try editor.library.takes().isEmpty)
  }
}

extension Array {
  fileprivate var nilIfEmpty: Self? { isEmpty ? nil : self }
}

import Foundation
import RetakeMedia
import Testing

@testable import RetakeLibrary

struct LibraryEditorTests {
  @Test func aSavedTakeIsNamedByItsTimeAndId() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let details = TakeDetails(
      duration: MediaTime(seconds: 3.25), reason: "stopped", camera: "test", settings: ["codec": "h264"],
      tags: ["Anna & Ben"])
    let id = try test.record(with: editor, details: details)
    let take = try editor.save(id)
    let stem = "takes/2026-11-30/14-05-30-000-\(id.prefix(8))"
    #expect(take.path == test.root + "/\(stem).mp4")
    #expect(take.id == id)
    #expect(take.state == .saved)
    #expect(take.duration == MediaTime(seconds: 3.25))
    #expect(take.secondsSince1970 == TestLibrary.noon.timeIntervalSince1970 - 3.25)
    #expect(test.files() == [stem + ".json", stem + ".mp4"])
    let sidecar = try test.content(test.root + "/\(stem).json")
    #expect(sidecar.contains("\"date\" : \"2026-11-30T14:05:30.000Z\""))
    let record = try editor.library.record(of: id)
    #expect(record.tags == ["Anna & Ben"] && record.settings == ["codec": "h264"] && record.camera == "test")
    #expect(record.reason == "stopped" && record.microphone == nil && record.previous == nil)
  }

  @Test func sidecarsTellTheLocalTimeWithItsOffset() throws {
    let test = try TestLibrary()
    let timeZone = try #require(TimeZone(secondsFromGMT: -3600 * 3 - 1800))
    let editor = try LibraryEditor(at: test.location, timeZone: timeZone, disk: LibraryDisk()) {
      TestLibrary.noon
    }
    let id = try test.record(with: editor)
    let take = try editor.save(id)
    #expect(take.path.contains("takes/2026-11-30/10-35-33-250-"))
    let sidecar = try test.content(take.path.replacing(".mp4", with: ".json"))
    #expect(sidecar.contains("2026-11-30T10:35:33.250-03:30"))
    #expect(take.secondsSince1970 == TestLibrary.noon.timeIntervalSince1970)
  }

  @Test func savingTwiceChangesNothing() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    let first = try editor.save(id)
    let files = test.files()
    #expect(try editor.save(id) == first)
    #expect(test.files() == files)
  }

  @Test func aSavedTakeCanBeTakenBackAndSavedAgain() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    let first = try editor.save(id)
    #expect(try editor.unsave(id).path == test.root + "/incoming/\(id).mp4")
    #expect(test.files() == ["incoming/\(id).json", "incoming/\(id).mp4"])
    #expect(throws: RetakeError.self) { try editor.unsave(id) }
    #expect(try editor.save(id) == first)
  }

  @Test func whatIsTooShortLeavesNothing() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    try editor.remove(id)
    #expect(test.files() == [])
    #expect(throws: RetakeError.self) { try editor.remove(id) }
    let saved = try test.record(with: editor)
    try editor.save(saved)
    // Only what waits for a decision can go.
    #expect(throws: RetakeError.self) { try editor.remove(saved) }
  }

  @Test func aDiscardedTakeComesBackToWhereItWas() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let undecided = try test.record("one", with: editor)
    #expect(try editor.discard(undecided).path == test.root + "/discarded/\(undecided).mp4")
    #expect(try editor.discard(undecided).state == .discarded)
    #expect(test.files() == ["discarded/\(undecided).json", "discarded/\(undecided).mp4"])
    #expect(try editor.undo(undecided).path == test.root + "/incoming/\(undecided).mp4")

    let kept = try test.record("two", with: editor)
    let saved = try editor.save(kept)
    try editor.discard(kept)
    let back = try editor.undo(kept)
    #expect(back == saved)
    #expect(try test.content(back.path) == "two")
    #expect(throws: RetakeError.self) { try editor.undo(kept) }
  }

  @Test func aDiscardedTakeCanBeSaved() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    try editor.discard(id)
    let take = try editor.save(id)
    #expect(take.state == .saved)
    #expect(try editor.library.record(of: id).previous == nil)
  }

  @Test(arguments: [
    Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -1e12), Date(timeIntervalSince1970: 1e15),
    TestLibrary.noon,
  ])
  func namesAreUniqueWhateverTheClockSays(now: Date) throws {
    let test = try TestLibrary()
    let editor = try test.editor(at: now)
    let ids = try (0..<20).map { try test.record("take \($0)", with: editor) }
    let paths = try ids.map { try editor.save($0).path }
    #expect(Set(paths).count == 20)
    #expect(try paths.map { try test.content($0) } == (0..<20).map { "take \($0)" })
    #expect(try editor.library.takes().count == 20)
  }

  @Test func theSameStartOfTwoIdsGetsLongerNames() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let ids = ["0", "1", "2"].map { "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeee\($0)" }
    for id in ids {
      try test.write(id, to: "incoming/\(id).mp4")
      try editor.finish(id, details: TakeDetails())
      try editor.save(id)
    }
    for id in ids {
      let take = try editor.library.take(id)
      #expect(take.id == id)
      #expect(try test.content(take.path) == id)
    }
    let error = #expect(throws: RetakeError.self) { try editor.library.take("aaaaaaaa-b") }
    #expect(error?.code == .invalidArgument)
  }

  @Test func aFileThatHasTheNameAlreadyIsNotReplaced() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
    try test.write("new", to: "incoming/\(id).mp4")
    try editor.finish(id, details: TakeDetails())
    let taken = "takes/2026-11-30/14-05-33-250-aaaaaaaa"
    try test.write("old", to: taken + ".mp4")
    let longer = taken + "-bbbb"
    try test.write(#"{"id":"aaaaaaaa-bbbb-4000","date":"2020-01-01T00:00:00Z"}"#, to: longer + ".json")
    let take = try editor.save(id)
    #expect(take.path.hasSuffix("-\(id).mp4"))
    #expect(try test.content(take.path) == "new")
    #expect(try test.content(test.root + "/\(taken).mp4") == "old")
    #expect(try test.content(test.root + "/\(longer).json").contains("4000"))
  }

  @Test func aClockThatIsSetDuringTheTakeNamesItByTheNewTime() throws {
    let test = try TestLibrary()
    let id: String
    do {
      let early = try test.editor(at: Date(timeIntervalSince1970: 10))
      id = try early.begin().id
      try test.write("video", to: "incoming/\(id).mp4")
    }
    let late = try test.editor()
    try late.finish(id, details: TakeDetails(duration: MediaTime(seconds: 1)))
    #expect(try late.save(id).path.contains("takes/2026-11-30/14-05-32-250-"))
  }

  @Test(arguments: [
    "Hochzeit Anna 💍", "שלום", "cafe\u{301}", "100%s", "-o", "it's \"here\"", "new\nline", " ", "a;b|c&d",
  ])
  func anyFolderNameWorks(name: String) throws {
    let test = try TestLibrary(named: name)
    let editor = try test.editor()
    let id = try test.record(with: editor)
    let take = try editor.save(id)
    #expect(take.path.hasPrefix(test.root + "/takes/"))
    #expect(try test.content(take.path) == "video")
    try editor.discard(id)
    #expect(try editor.undo(id) == take)
  }

  @Test func anEmptyTakeIsNotSaved() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record("", with: editor)
    let error = #expect(throws: RetakeError.self) { try editor.save(id) }
    #expect(error?.code == .nothingRecorded)
    #expect(test.files().contains("incoming/\(id).mp4"))
  }

  @Test func aTakeWithoutItsSidecarIsStillATake() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = "0123abcd-0000-4000-8000-000000000000"
    try test.write("left by a crash", to: "incoming/\(id).mp4")
    let take = try editor.save("0123")
    #expect(take.id == id)
    try FileManager.default.removeItem(atPath: take.path.replacing(".mp4", with: ".json"))
    let found = try editor.library.take("0123abcd")
    #expect(found.id == "0123abcd")
    #expect(try editor.library.take(id) == found)
    #expect(abs(found.secondsSince1970 - take.secondsSince1970) < 1)
    #expect(throws: RetakeError.self) { try editor.library.take("0123abce") }
    try editor.discard("0123abcd")
    #expect(try test.content(try editor.undo("0123abcd").path) == "left by a crash")
  }

  @Test func aForeignSidecarIsNotBelieved() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    let path = try editor.save(id).path.replacing(".mp4", with: ".json")
    for hostile in ["", "{", "[]", #"{"id":"ffffffff","date":"2020-01-01T00:00:00Z"}"#, #"{"id":7}"#] {
      try test.write(hostile, to: path)
      #expect(try editor.library.take(String(id.prefix(8))).id == String(id.prefix(8)))
    }
    try test.write(#"{"id":"\#(id)","date":"2020-01-01T00:00:00Z","later":[1]}"#, to: path)
    #expect(try editor.library.take(id).secondsSince1970 == 1_577_836_800)
  }

  @Test func aHostilePlaceToComeBackToIsNotBelieved() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    try editor.discard(id)
    for hostile in ["../../evil.mp4", "takes/../../../x.mp4", "/etc/passwd", "takes/2026-11-30/x.mp4"] {
      let sidecar = #"{"id":"\#(id)","date":"2020-01-01T00:00:00Z","previous":"\#(hostile)"}"#
      try test.write(sidecar, to: "discarded/\(id).json")
      #expect(try editor.undo(id).path == test.root + "/incoming/\(id).mp4")
      try editor.discard(id)
    }
  }
}

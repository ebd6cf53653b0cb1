import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeLibrary

/// What a crash has left behind.
struct RecoveryTests {
  private static let id = "0123abcd-0000-4000-8000-00000000000f"

  /// Two seconds in fragments as a recorder leaves them: 16 spare bytes behind the file's type.
  private static let fragments = Result {
    try ["mp4", "mov"].map { container in
      let path = try TestMedia.make(
        "fragments." + container,
        "-f lavfi -i testsrc2=s=160x120:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -preset ultrafast -g 25 -c:a aac "
          + "-movflags +frag_keyframe+delay_moov+default_base_moof+skip_trailer -frag_duration 500000")
      var data = try Data(contentsOf: URL(filePath: path))
      let end = Int(data[3])
      data.insert(contentsOf: [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8), at: end)
      return data
    }
  }

  private func movie(_ fileExtension: String = "mp4") throws -> Data {
    let all = try Self.fragments.get()
    return fileExtension == "mp4" ? all[0] : all[1]
  }

  /// The same as a recorder leaves it when it has finished.
  private func finished() throws -> Data {
    let path = TestMedia.path("finished.mp4")
    try movie().write(to: URL(filePath: path))
    let file = try StoredFile(path: path)
    try #require(try MovieRepair.plan(for: file)).apply(to: file)
    return try Data(contentsOf: URL(filePath: path))
  }

  private func editor(_ test: TestLibrary, disk: LibraryDisk = LibraryDisk()) throws(RetakeError)
    -> LibraryEditor
  {
    try LibraryEditor(at: test.location, timeZone: TestLibrary.utc, disk: disk) { TestLibrary.noon }
  }

  /// Leaves a file behind that was last written at this moment; its path.
  @discardableResult
  private func leave(
    _ data: Data, in test: TestLibrary, as name: String = id + ".mp4", at date: Date = TestLibrary.noon
  ) throws -> String {
    let path = test.root + "/incoming/" + name
    try FileManager.default.createDirectory(
      atPath: test.root + "/incoming", withIntermediateDirectories: true)
    try data.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    return path
  }

  private func recoverAll(_ editor: borrowing LibraryEditor) throws -> [Recovery] {
    try editor.leftovers().map { try editor.recover($0) }
  }

  private func json(_ path: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    return try #require(object as? [String: Any])
  }

  @Test(arguments: ["mp4", "mov"])
  func aTornTakeIsSavedAsAnOrdinaryMovieAndDatedByItsBeginning(fileExtension: String) throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    try editor.describe(Self.id, details: TakeDetails(camera: "Webcam", microphone: "Mic", tags: ["Anna"]))
    try leave(movie(fileExtension).dropLast(500), in: test, as: Self.id + "." + fileExtension)
    guard case .recovered(let take, _) = try recoverAll(editor).first else {
      Issue.record("not recovered")
      return
    }
    #expect(try TestMedia.boxes(take.path) == ["ftyp", "mdat", "moov"])
    let length = try #require(take.duration).seconds
    #expect(length > 1.4 && length < 1.7)
    #expect(abs(take.secondsSince1970 + length - TestLibrary.noon.timeIntervalSince1970) < 0.002)
    #expect(take.path.hasPrefix(test.root + "/takes/2026-11-30/14-05-3"))
    #expect(take.state == .saved && test.files().count == 2)
    let sidecar = try json(take.path.replacing("." + fileExtension, with: ".json"))
    #expect(sidecar["recovered"] as? Bool == true && sidecar["camera"] as? String == "Webcam")
    #expect(sidecar["tags"] as? [String] == ["Anna"])
    #expect((sidecar["settings"] as? [String: String])?["size"] == "160x120")
    #expect(try editor.library.check(take.id).isEmpty)
    #expect(try recoverAll(editor).isEmpty)
  }

  @Test func whoeverEndsItTooEarlyTheNextOneFinishesIt() throws {
    let data = try movie().dropLast(500)
    func steps() throws -> Int {
      let test = try TestLibrary()
      try leave(data, in: test)
      let counter = FaultyDisk()
      let editor = try editor(test, disk: counter.disk)
      counter.reset()
      _ = try recoverAll(editor)
      return counter.count
    }
    let count = try steps()
    #expect(count > 12)
    var results: Set<[String]> = []
    for step in 0..<count {
      let test = try TestLibrary()
      try leave(data, in: test)
      do {
        // The folders are there: only the steps of the recovery are counted.
        _ = try self.editor(test)
        let disk = FaultyDisk(faults: step + 1..<Int.max)
        let editor = try editor(test, disk: disk.disk)
        disk.reset()
        _ = try? recoverAll(editor)
      }
      let between = test.files().filter { $0.hasSuffix(".mp4") }
      #expect(between.count == 1, "step \(step): \(between)")
      let editor = try editor(test)
      _ = try recoverAll(editor)
      let takes = try editor.library.takes()
      #expect(takes.count == 1 && test.files().count == 2, "step \(step): \(test.files())")
      guard let take = takes.first else { continue }
      #expect(try TestMedia.boxes(take.path) == ["ftyp", "mdat", "moov"], "step \(step)")
      #expect(try editor.library.record(of: take.id).recovered == true)
      #expect(try editor.library.check(take.id).isEmpty, "step \(step)")
      results.insert([take.path.replacing(test.root, with: ""), "\(take.duration?.seconds ?? 0)"])
    }
    // Name and date too are the same, whenever it was interrupted.
    #expect(results.count == 1, "\(results)")
  }

  enum FullFor: String, CaseIterable { case sidecars, indexes, both }

  @Test(arguments: FullFor.allCases, [true, false])
  func onAFullDiskItStaysAndIsRecoveredLater(what: FullFor, isFinished: Bool) throws {
    let test = try TestLibrary()
    let data = isFinished ? try finished() : try movie().dropLast(500)
    try leave(data, in: test)
    let full = LibraryDisk { (step) throws(SystemError) in
      switch step {
      case .write(let path) where what != .indexes: throw SystemError("write \(path)", code: ENOSPC)
      case .append(let path) where what != .sidecars: throw SystemError("write \(path)", code: ENOSPC)
      default: break
      }
    }
    do {
      let editor = try editor(test, disk: full)
      let leftover = try #require(try editor.leftovers().first)
      if !(isFinished && what == .indexes) {
        let error = #expect(throws: RetakeError.self) { try editor.recover(leftover) }
        #expect(error?.code == .storageFull && error?.message.contains("stays as it is") == true)
        #expect(try MovieFacts.read(leftover.path).size == "160x120")
        #expect(try editor.library.takes().isEmpty)
      }
    }
    let editor = try editor(test)
    _ = try recoverAll(editor)
    let take = try #require(try editor.library.takes().first)
    #expect(take.id == Self.id)
    #expect(try TestMedia.boxes(take.path) == ["ftyp", "mdat", "moov"])
    #expect(try editor.library.check(take.id).isEmpty)
    let record = try editor.library.record(of: take.id)
    #expect(record.recovered == true && record.missing == nil)
    #expect(abs(record.date.timeIntervalSince(TestLibrary.noon) + (record.duration ?? 0)) < 0.01)
  }

  @Test func whatNobodyDecidedAboutIsSavedAsItIs() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    let data = try Data(
      contentsOf: URL(filePath: TestMedia.make("a.mp4", "-f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libx264"))
    )
    try leave(data, in: test)
    try editor.finish(Self.id, details: TakeDetails(duration: MediaTime(seconds: 1), reason: "stopped"))
    try leave(Data([0xFF, 0xD8]), in: test, as: "1123abcd-0000-4000-8000-00000000000f.jpg")
    #expect(try recoverAll(editor).count == 2)
    let takes = try editor.library.takes()
    #expect(takes.count == 2 && test.files().allSatisfy { $0.hasPrefix("takes/") })
    let take = try editor.library.take(Self.id)
    #expect(try Data(contentsOf: URL(filePath: take.path)) == data)
    let record = try editor.library.record(of: Self.id)
    #expect(record.recovered == true && record.reason == "stopped" && record.duration == 1)
  }

  @Test func whatCannotBePlayedIsMovedAsideAndNeverDeleted() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    let contents = [Data(), Data(count: 5000), Data("a text".utf8), try movie().prefix(900)]
    for (number, content) in contents.enumerated() {
      try leave(content, in: test, as: "\(number)123abcd-0000-4000-8000-00000000000f.mp4")
    }
    try editor.describe("1123abcd-0000-4000-8000-00000000000f", details: TakeDetails(camera: "Webcam"))
    let found = try recoverAll(editor)
    #expect(found.count == 4)
    for case .damaged(let path, let reason) in found {
      #expect(path.hasPrefix(test.root + "/damaged/") && !reason.isEmpty)
    }
    let names = (0..<4).map { "damaged/\($0)123abcd-0000-4000-8000-00000000000f.mp4" }
    #expect(test.files() == (names + [names[1].replacing("mp4", with: "json")]).sorted())
    for (name, content) in zip(names, contents) {
      #expect(try Data(contentsOf: URL(filePath: test.root + "/" + name)) == content)
    }
    // One that has the same name as one that was moved aside stays.
    try leave(Data(count: 7), in: test, as: "0123abcd-0000-4000-8000-00000000000f.mp4")
    #expect(throws: RetakeError.self) { try recoverAll(editor) }
    #expect(test.files().contains("incoming/\(Self.id).mp4"))
  }

  @Test func whatIsBeingRecordedIsLeftAlone() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    let path = test.root + "/incoming/\(Self.id).mp4"
    var recorder = try OutputFile(path: path)
    try recorder.write([UInt8](movie().dropLast(500)))
    #expect(try recoverAll(editor) == [.busy])
    #expect(test.files() == ["incoming/\(Self.id).mp4"])
    try recorder.write([1, 2, 3])
  }

  @Test func strangersAndLinksStayAndLostSidecarsGo() throws {
    let test = try TestLibrary()
    let editor = try editor(test)
    let strangers = ["incoming/notes.txt", "incoming/a.json", "incoming/party.mp4", "incoming/a.json.tmp"]
    for path in strangers { try test.write("mine", to: path) }
    let outside = try leave(movie(), in: try TestLibrary())
    let link = test.root + "/incoming/\(Self.id).mp4"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside)
    for name in ["1123abcd-0000-4000-8000-00000000000f.json", "\(Self.id).json.tmp"] {
      try test.write("{}", to: "incoming/" + name)
    }
    #expect(try recoverAll(editor).isEmpty)
    #expect(test.files() == strangers.sorted())
    #expect(FileManager.default.fileExists(atPath: test.root + "/incoming"))
  }
}

import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeLibrary

struct TakeLibraryTests {
  /// Fills takes/ with `count` files, one a minute, without their sidecars.
  private func fill(_ test: TestLibrary, count: Int) throws {
    for number in 0..<count {
      let date = TestLibrary.noon.addingTimeInterval(Double(number) * 60)
      let (day, time) = TakeName.dayAndTime(of: date, in: TestLibrary.utc)
      let id = String(number + 0x1000_0000, radix: 16)
      try test.write("\(number)", to: "takes/\(day)/\(time)-\(id).mp4")
    }
  }

  @Test func aClockThatWasJustSwitchedOnNamesATakeAsItsSidecarDatesIt() {
    let date = Date(timeIntervalSince1970: 98)
    let (day, time) = TakeName.dayAndTime(of: date, in: TestLibrary.utc)
    #expect(day == "1970-01-01" && time == "00-01-38-000")
    #expect(TakeName.date(day: day, stem: time, in: TestLibrary.utc) == date)
  }

  @Test func aLongListComesInPagesNewestFirst() throws {
    let test = try TestLibrary()
    try fill(test, count: 2000)
    let library = TakeLibrary(at: test.location, timeZone: TestLibrary.utc)
    var numbers: [String] = []
    var last: String?
    for size in [300, 300, 300, 300, 300, 300, 200, 0] {
      let page = try library.takes(limit: 300, before: last)
      numbers += try page.map { try test.content($0.path) }
      #expect(page.count == size)
      last = page.last?.id ?? last
    }
    #expect(numbers == (0..<2000).reversed().map { "\($0)" })
    #expect(try library.take("100007cf").path.hasSuffix("-100007cf.mp4"))
    #expect(try library.takes(limit: 0).isEmpty)
  }

  @Test func manyTakesAreListedInTheirOrder() throws {
    let test = try TestLibrary()
    try fill(test, count: 1100)
    let library = TakeLibrary(at: test.location, timeZone: TestLibrary.utc)
    let all = try library.listed()
    #expect(all.count == 1100 && Set(all.map(\.take.id)).count == 1100 && all.allSatisfy { !$0.hasSidecar })
    #expect(try all.map { try test.content($0.take.path) } == (0..<1100).reversed().map { "\($0)" })
    #expect(try library.takes(limit: 1099).map(\.path) == all.dropLast().map(\.take.path))
  }

  /// Folders that are listed while a take is begun, finished, saved, taken back, discarded and fetched back, and the
  /// newest page of the list is read; beside `days` days with a take each.
  private func foldersListed(beside days: Int) throws -> [String: Int] {
    let test = try TestLibrary()
    for day in 0..<days {
      let (name, time) = TakeName.dayAndTime(
        of: TestLibrary.noon.addingTimeInterval(Double(day) * -86_400), in: TestLibrary.utc)
      try test.write("video", to: "takes/\(name)/\(time)-\(String(day + 0x1000_0000, radix: 16)).mp4")
    }
    let listed = Monitor<[String]>([])
    let editor = try LibraryEditor(
      at: test.location, timeZone: TestLibrary.utc, disk: LibraryDisk(), inspect: { _ in TestLibrary.facts },
      list: { (path) throws(SystemError) in
        listed.withLock { $0.append(path) }
        return try SystemCalls.names(inFolder: path)
      }, now: { TestLibrary.noon })
    var counts: [String: Int] = [:]
    func count(_ what: String, _ body: () throws -> Void) throws {
      listed.withLock { $0 = [] }
      try body()
      counts[what] = listed.withLock { $0.count }
    }
    var id = ""
    try count("begin") { id = try test.record(with: editor) }
    try count("save") { try editor.save(id) }
    try count("unsave") { try editor.unsave(id) }
    try count("discard") { try editor.discard(id) }
    try count("undo") { try editor.undo(id) }
    try count("list") { _ = try editor.library.takes(limit: 5) }
    try count("start") { _ = try editor.leftovers() }
    return counts
  }

  @Test func whatAKioskDoesCostsTheSameHoweverManyTakesThereAre() throws {
    let few = try foldersListed(beside: 10)
    let many = try foldersListed(beside: 300)
    #expect(many == few)
    #expect(few["save"] == 0 && few["discard"] == 0 && few["undo"] == 0 && few["begin"] == 0)
  }

  @Test func whatHasNoTakesNameIsNeitherSeenNorTouched() throws {
    let test = try TestLibrary()
    let strangers = [
      "takes/readme.txt", "takes/2026-11-30/party.mp4", "takes/2026-11-30/14-05-33-250-zzzzzzzz.mp4",
      "takes/2026-11-30/14-05-33-250-.mp4", "takes/2026-11-30/14-05-33-250-01234567.exe",
      "takes/notaday/a.mp4", "takes/2026-11-30/.mp4", "takes/2026-11-30/-rf", "takes/2026-11-30/a\nb.mp4",
      "incoming/x.mp4",
      "incoming/0123abcd.mp4", "discarded/💥.mp4", "takes/2026-11-30/14-05-33-250-01234567.mp4.json",
      "incoming/0123abcd-0000-4000-8000-000000000000.mp4.tmp",
    ]
    for path in strangers { try test.write("mine", to: path) }
    try FileManager.default.createDirectory(
      atPath: test.root + "/takes/2026-11-30/14-05-33-250-76543210.mp4", withIntermediateDirectories: true)
    let editor = try test.editor()
    for state in Take.State.allCases { #expect(try editor.library.takes(in: state).isEmpty) }
    let id = try test.record(with: editor)
    try editor.save(id)
    #expect(try editor.library.takes().map(\.id) == [id])
    try editor.discard(id)
    try editor.undo(id)
    #expect(Set(test.files()).isSuperset(of: strangers))
    for path in strangers { #expect(try test.content(test.root + "/" + path) == "mine") }
  }

  @Test func takesAreFoundByTheStartOfTheirId() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let ids = ["12345678-1", "12399999-1", "9abcdef0-1"].map { $0 + "111-4111-8111-111111111111" }
    for id in ids {
      try test.write(id, to: "incoming/\(id).mp4")
      try editor.finish(id, details: TakeDetails())
    }
    try editor.save(ids[0])
    try editor.discard(ids[1])
    #expect(try editor.library.take("1234").id == ids[0])
    #expect(try editor.library.take("1234").state == .saved)
    #expect(try editor.library.take("9ABC").id == ids[2])
    #expect(try editor.library.take(ids[1]).state == .discarded)
    #expect(throws: RetakeError.self) { try editor.library.take("12345678-1112") }
    let library = editor.library
    for text in ["123", ""] {
      #expect(#expect(throws: RetakeError.self) { try library.take(text) }?.code == .invalidArgument)
    }
    #expect(#expect(throws: RetakeError.self) { try library.take("777") }?.code == .inputUnreadable)
  }

  @Test func undecidedAndDiscardedTakesAreListedNewestFirst() throws {
    let test = try TestLibrary()
    var ids: [String] = []
    for number in 0..<5 {
      let editor = try test.editor(at: TestLibrary.noon.addingTimeInterval(Double(number)))
      ids.append(try test.record(with: editor))
    }
    let library = try test.editor().library
    #expect(try library.takes(in: .incoming).map(\.id) == ids.reversed())
    #expect(try library.takes(in: .incoming, limit: 2, before: ids[3]).map(\.id) == [ids[2], ids[1]])
  }

  @Test func aLibraryThatIsNotThereIsToldUnlessNobodyNamedIt() throws {
    let test = try TestLibrary()
    let error = #expect(throws: RetakeError.self) { try TakeLibrary(at: test.location).takes() }
    #expect(error?.code == .storageMissing)
    let home = try LibraryLocation(nil, environment: ["HOME": test.root])
    #expect(try TakeLibrary(at: home).takes().isEmpty)
    try test.write("a file", to: test.root)
    let other = #expect(throws: RetakeError.self) { try TakeLibrary(at: test.location).takes() }
    #expect(other?.code == .storageMissing)
  }
}

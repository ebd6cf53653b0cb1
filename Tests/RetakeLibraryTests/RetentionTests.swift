import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeLibrary

/// What goes by itself, and what never does.
struct RetentionTests {
  /// A library with one saved take of `bytes` bytes on each of the last days, today's first; their ids.
  private func library(days: Int, bytes: Int = 100) throws -> (TestLibrary, [String]) {
    let test = try TestLibrary()
    let ids = try (0..<days).map { day in
      let editor = try test.editor(at: TestLibrary.noon.addingTimeInterval(Double(day) * -86_400 - 60))
      let id = try test.record(String(repeating: "x", count: bytes), with: editor)
      try editor.save(id)
      return id
    }
    return (test, ids)
  }

  private func purge(
    _ test: TestLibrary, _ rules: RetentionRules, sparing spared: Set<String> = [], limit: Int = .max
  ) throws -> [PurgedTake] {
    try test.editor().purge(rules, sparing: spared, limit: limit)
  }

  private func kept(_ test: TestLibrary) throws -> [String] {
    try test.editor().library.takes().map(\.id)
  }

  @Test func withoutRulesEverythingStays() throws {
    let (test, ids) = try library(days: 3)
    try test.editor().discard(ids[2])
    #expect(try purge(test, RetentionRules()).isEmpty)
    #expect(try kept(test) == [ids[0], ids[1]])
  }

  @Test func byAgeByCountAndBySpaceTheOldestGo() throws {
    let cases: [(RetentionRules, PurgedTake.Rule)] = [
      (RetentionRules(keptDays: 2.5), .age), (RetentionRules(keptCount: 3), .count),
      (RetentionRules(keptBytes: 320), .space),
    ]
    for (rules, rule) in cases {
      let (test, ids) = try library(days: 5)
      let waiting = try test.record("undecided", with: test.editor(at: Date(timeIntervalSince1970: 1e9)))
      let purged = try purge(test, rules)
      #expect(purged.map(\.rule) == [rule, rule] && purged.map(\.byteCount) == [100, 100])
      #expect(try kept(test) == Array(ids.prefix(3)))
      // Sidecars and the folders of the days go with them.
      #expect(test.files().filter { $0.hasPrefix("takes/") }.count == 6)
      let days = try FileManager.default.contentsOfDirectory(atPath: test.root + "/takes")
      #expect(days.count == 3)
      #expect(test.files().contains("incoming/\(waiting).mp4"))
      #expect(try purge(test, rules).isEmpty)
    }
  }

  @Test func theTakeInHandAndTheNewestOneStay() throws {
    let (test, ids) = try library(days: 3)
    #expect(try purge(test, RetentionRules(keptDays: 0.5), sparing: [ids[2]]).count == 1)
    #expect(try kept(test) == [ids[0], ids[2]])
    #expect(try purge(test, RetentionRules(keptBytes: 10)).count == 1)
    #expect(try kept(test) == [ids[0]])
  }

  @Test func itStopsAtItsLimitAndGoesOnNextTime() throws {
    let (test, ids) = try library(days: 5)
    let rules = RetentionRules(keptCount: 1)
    #expect(try purge(test, rules, limit: 2).map(\.id) == [ids[4], ids[3]].map { String($0.prefix(8)) })
    #expect(try purge(test, rules, limit: 2).count == 2)
    #expect(try kept(test) == [ids[0]])
  }

  @Test func aClockThatWasNotSetMakesNoTakeOld() throws {
    let test = try TestLibrary()
    var ids: [String] = []
    for date in [Date(timeIntervalSince1970: 100), Date(timeIntervalSince1970: 4e9), TestLibrary.noon] {
      let editor = try test.editor(at: date)
      ids.append(try test.record(with: editor))
      try editor.save(ids[ids.count - 1])
    }
    #expect(try purge(test, RetentionRules(keptDays: 1)).isEmpty)
    // A machine whose clock stands at 1970 now removes nothing by age either.
    let early = try test.editor(at: Date(timeIntervalSince1970: 200))
    #expect(try early.purge(RetentionRules(keptDays: 1)).isEmpty)
    #expect(try early.library.takes().count == 3)
  }

  @Test func discardedTakesGoByTheTimeSinceTheyWereDiscarded() throws {
    let (test, ids) = try library(days: 4)
    let editor = try test.editor()
    for (number, id) in ids.enumerated() {
      try editor.discard(id)
      let date = TestLibrary.noon.addingTimeInterval(Double(number) * -10 * 86_400)
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: test.root + "/discarded/\(id).json")
    }
    let purged = try editor.purge(RetentionRules(discardedDays: 15), sparing: [ids[3]])
    #expect(purged.map(\.id) == [ids[2]] && purged.map(\.rule) == [.discarded])
    // No disk has so much room: all but the spared one go, the first discarded first.
    let more = try editor.purge(RetentionRules(freeBytes: .max), sparing: [ids[3]])
    #expect(more.map(\.id) == [ids[1], ids[0]] && more.map(\.rule) == [.room, .room])
    #expect(test.files() == ["discarded/\(ids[3]).json", "discarded/\(ids[3]).mp4"])
  }

  @Test(arguments: [100, 4e9])
  func aTakeThatWasDiscardedByAWrongClockIsYoungFromTheFirstLookWithARightOneOn(seconds: Double) throws {
    let (test, ids) = try library(days: 1)
    let wrong = Date(timeIntervalSince1970: seconds)
    try test.editor(at: wrong).discard(ids[0])
    let rules = RetentionRules(discardedDays: 30)
    func purged(days: Double) throws -> Int {
      try test.editor(at: TestLibrary.noon.addingTimeInterval(days * 86_400)).purge(rules).count
    }
    // While the clock is not set nothing is old.
    #expect(try test.editor(at: Date(timeIntervalSince1970: 100 + 40 * 86_400)).purge(rules).isEmpty)
    #expect(try purged(days: 0) == 0)
    #expect(try purged(days: 29) == 0)
    #expect(try purged(days: 31) == 1)
  }

  @Test(arguments: [true, false])
  func onAFullDiskATakeIsAsYoungAsItsDiscard(hasSidecar: Bool) throws {
    let (test, ids) = try library(days: 1)
    let saved = test.files().map { test.root + "/" + $0 }
    for path in saved {
      let old = TestLibrary.noon.addingTimeInterval(-60 * 86_400)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
      if !hasSidecar && path.hasSuffix(".json") { try FileManager.default.removeItem(atPath: path) }
    }
    let full = LibraryDisk { (step) throws(SystemError) in
      if case .write = step { throw SystemError("write", code: ENOSPC) }
    }
    try test.editor(disk: full).discard(String(ids[0].prefix(8)))
    let rules = RetentionRules(discardedDays: 30)
    #expect(try test.editor(disk: full).purge(rules).isEmpty)
    #expect(try purge(test, rules).isEmpty)
    let later = TestLibrary.noon.addingTimeInterval(31 * 86_400)
    #expect(try test.editor(at: later).purge(rules).count == 1)
  }

  @Test func aDiskThatFailsIsToldAndKeepsTheRest() throws {
    let (test, ids) = try library(days: 4)
    let counter = FaultyDisk()
    _ = try test.editor(disk: counter.disk)
    let editor = try test.editor(disk: FaultyDisk(faults: counter.count + 2..<Int.max, code: EROFS).disk)
    let error = #expect(throws: RetakeError.self) { try editor.purge(RetentionRules(keptCount: 1)) }
    #expect(error?.code == .storageNotWritable)
    #expect(try editor.library.takes().map(\.id) == Array(ids.prefix(3)))
  }
}

import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeLibrary

/// What is left when a change ends in its middle: nothing is lost, and the next try succeeds.
struct LibraryFaultTests {
  enum Change: String, CaseIterable { case save, discard, undo, discardSaved }

  private func prepare(_ change: Change, in test: TestLibrary) throws -> String {
    let editor = try test.editor()
    let id = try test.record("every byte", with: editor, details: TakeDetails(tags: ["kept"]))
    if change == .discardSaved { try editor.save(id) }
    if change == .undo { try editor.discard(id) }
    return id
  }

  private func apply(
    _ change: Change, to id: String, with editor: borrowing LibraryEditor
  ) throws(RetakeError) {
    switch change {
    case .save: try editor.save(id)
    case .discard, .discardSaved: try editor.discard(id)
    case .undo: try editor.undo(id)
    }
  }

  private func steps(of change: Change) throws -> Int {
    let test = try TestLibrary()
    let id = try prepare(change, in: test)
    let counter = FaultyDisk()
    let editor = try test.editor(disk: counter.disk)
    counter.reset()
    try apply(change, to: id, with: editor)
    return counter.count
  }

  @Test(arguments: Change.allCases)
  func dyingAtAnyStepLosesNothing(change: Change) throws {
    let count = try steps(of: change)
    #expect(count >= 6)
    for step in 0..<count {
      let test = try TestLibrary()
      let id = try prepare(change, in: test)
      do {
        let counter = FaultyDisk()
        _ = try test.editor(disk: counter.disk)
        let fault = FaultyDisk(faults: counter.count + step..<Int.max)
        let dying = try test.editor(disk: fault.disk)
        // The removal of the old sidecar is the last step, and its failure is nobody's concern.
        if step < count - 1 {
          #expect(throws: RetakeError.self) { try apply(change, to: id, with: dying) }
        } else {
          try apply(change, to: id, with: dying)
        }
      }
      let videos = test.files().filter { $0.hasSuffix(".mp4") }
      #expect(videos.count == 1, "\(change) died at \(step)")
      let editor = try test.editor()
      let take = try editor.library.take(id)
      #expect(try test.content(take.path) == "every byte")
      #expect(try editor.library.record(of: id).tags == ["kept"], "\(change) died at \(step)")
      if change == .undo && take.state != .discarded { continue }
      try apply(change, to: id, with: editor)
      let after = try editor.library.take(id)
      #expect(after.state == [.save: .saved, .undo: .incoming][change, default: .discarded])
      #expect(try test.content(after.path) == "every byte")
      #expect(try editor.library.record(of: id).tags == ["kept"])
    }
  }

  @Test(arguments: [
    (ENOSPC, RetakeError.Code.storageFull), (EDQUOT, .storageFull), (EROFS, .storageNotWritable),
    (EACCES, .storageNotWritable), (EFBIG, .storageFull), (ENOENT, .storageMissing),
    (ENOTDIR, .storageMissing),
    (EIO, .storageFailed),
  ])
  func whatTheSystemSaysBecomesACode(code: Int32, expected: RetakeError.Code) throws {
    let test = try TestLibrary()
    let id = try prepare(.save, in: test)
    let counter = FaultyDisk()
    _ = try test.editor(disk: counter.disk)
    let editor = try test.editor(disk: FaultyDisk(faults: counter.count..<Int.max, code: code).disk)
    let error = #expect(throws: RetakeError.self) { try editor.save(id) }
    #expect(error?.code == expected)
    #expect(error?.description.split(separator: "\n").count == 2)
  }

  @Test func aFullDiskDoesNotKeepATakeFromBeingSaved() throws {
    let test = try TestLibrary()
    let id = try prepare(.save, in: test)
    let full = LibraryDisk { (step) throws(SystemError) in
      if case .write(let path) = step { throw SystemError("write \(path)", code: ENOSPC) }
    }
    let editor = try test.editor(disk: full)
    let take = try editor.save(id)
    #expect(take.state == .saved)
    #expect(try editor.library.record(of: id).tags == ["kept"])
    #expect(test.files().allSatisfy { $0.hasPrefix("takes/") })

    let second = try editor.begin()
    try test.write("video", to: second.path)
    try editor.finish(second.id, details: TakeDetails())
    #expect(try editor.save(second.id).state == .saved)
  }

  @Test func aReplyComesWhenTheDiskHasIt() throws {
    let test = try TestLibrary()
    let id = try prepare(.save, in: test)
    let steps = Monitor<[LibraryDisk.Step]>([])
    let editor = try test.editor(disk: LibraryDisk { step in steps.withLock { $0.append(step) } })
    let take = try editor.save(id)
    let all = steps.withLock { $0 }
    let source = test.root + "/incoming/\(id).mp4"
    let day = test.root + "/takes/2026-11-30"
    let synced = try #require(all.firstIndex(of: .synchronizeFile(source)))
    let moved = try #require(all.firstIndex(of: .rename(source, take.path)))
    let settled = try #require(all.lastIndex(of: .synchronizeFolder(day)))
    let dayIsThere = try #require(all.lastIndex(of: .synchronizeFolder(test.root + "/takes")))
    let removed = try #require(all.firstIndex(of: .remove(test.root + "/incoming/\(id).json")))
    #expect(synced < moved && moved < settled && settled < removed && moved < dayIsThere)
    #expect(all.contains(.synchronizeFolder(test.root + "/incoming")))
  }

  @Test func aFolderThatBecameAFileIsToldAndNothingIsLost() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    let id = try test.record(with: editor)
    try FileManager.default.removeItem(atPath: test.root + "/takes")
    try test.write("a file", to: "takes")
    let error = #expect(throws: RetakeError.self) { try editor.save(id) }
    #expect(error?.code == .storageMissing || error?.code == .storageFailed)
    #expect(try test.content(try editor.library.take(id).path) == "video")
  }

  @Test func foldersThatWentAwayAreMadeAgain() throws {
    let test = try TestLibrary()
    let editor = try test.editor()
    for folder in ["incoming", "takes", "discarded"] {
      try FileManager.default.removeItem(atPath: test.root + "/" + folder)
    }
    let (id, path) = try editor.begin()
    #expect(FileManager.default.createFile(atPath: path, contents: Data("video".utf8)))
    try editor.finish(id, details: TakeDetails())
    try editor.save(id)
    #expect(try editor.discard(id).state == .discarded)
  }
}

import Foundation
import RetakeMedia
import RetakeRuntime
import Synchronization

@testable import RetakeLibrary

/// A library in a folder of its own, gone when this goes.
final class TestLibrary: Sendable {
  let root: String
  let location: LibraryLocation

  /// `named` is the library's folder in the temporary one.
  init(named name: String = "library") throws {
    // In memory where that is there: the tests wait for the disk a thousand times.
    let memory = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    let base = isThere ? URL(filePath: memory) : FileManager.default.temporaryDirectory
    let parent = base.appending(path: "retake-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    parentPath = parent.path
    root = parent.path + "/" + name
    location = try LibraryLocation(root)
  }

  private let parentPath: String

  deinit {
    try? FileManager.default.removeItem(atPath: parentPath)
  }

  static let utc = TimeZone.gmt
  /// 2026-11-30 14:05:33.250 UTC.
  static let noon = Date(timeIntervalSince1970: 1_796_047_533.25)

  /// What its files tell, whatever is in them.
  static let facts = MovieFacts(duration: MediaTime(seconds: 2), codec: "h264", size: "640x360")

  func editor(
    at now: Date = noon, disk: LibraryDisk = LibraryDisk()
  ) throws(RetakeError) -> LibraryEditor {
    try LibraryEditor(
      at: location, timeZone: Self.utc, disk: disk, inspect: { _ in Self.facts }, now: { now })
  }

  /// A finished take in incoming/ whose file has these bytes; its id.
  func record(
    _ content: String = "video", with editor: borrowing LibraryEditor, details: TakeDetails = TakeDetails()
  ) throws -> String {
    let (id, path) = try editor.begin()
    try write(content, to: path)
    try editor.finish(id, details: details)
    return id
  }

  /// Writes a file; a relative path is one in the library.
  func write(_ content: String, to path: String) throws {
    let target = path.hasPrefix("/") ? path : root + "/" + path
    let folder = String(target[..<(target.lastIndex(of: "/") ?? target.endIndex)])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: target))
  }

  /// Every file of the library but the lock, from its folder on, sorted.
  func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      path != ".lock" && (try? SystemCalls.status(of: root + "/" + path))?.isRegular == true
    }.sorted()
  }

  func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }
}

/// Counts the steps of a disk, and from one of them on lets every step fail.
final class FaultyDisk: Sendable {
  private let done = Atomic<Int>(0)
  private let firstFault: Int
  private let lastFault: Int
  private let code: Int32

  /// The steps `faults`, counted from 0, fail with this errno.
  init(faults: Range<Int> = 0..<0, code: Int32 = EIO) {
    firstFault = faults.lowerBound
    lastFault = faults.upperBound
    self.code = code
  }

  var count: Int { done.load(ordering: .relaxed) }

  /// Begins to count again.
  func reset() { done.store(0, ordering: .relaxed) }

  var disk: LibraryDisk {
    LibraryDisk { [self] (step) throws(SystemError) in
      let number = done.add(1, ordering: .relaxed).oldValue
      if number >= firstFault && number < lastFault { throw SystemError("\(step)", code: code) }
    }
  }
}

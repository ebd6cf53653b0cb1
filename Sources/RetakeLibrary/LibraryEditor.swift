internal import Foundation
package import RetakeMedia
internal import RetakeRuntime

/// The takes on disk, for changing: one process at a time, which holds the library's lock while this lives. One
/// thread at a time; every call waits for the disk.
///
/// A take is never in two places and never in none: its file moves by rename alone. The sidecar is written at
/// the new place before, and removed at the old one after; so a crash leaves at worst a sidecar without a file,
/// which nobody sees. When a call returns, a power cut takes nothing back.
package struct LibraryEditor: ~Copyable, Sendable {
  /// The same takes, for reading.
  package let library: TakeLibrary
  private let lock: LibraryLock
  let disk: LibraryDisk
  let now: @Sendable () -> Date

  /// Makes the folders that are missing and takes the lock. Throws `storageBusy` where another process has it,
  /// and the errors of storage.
  package init(at location: LibraryLocation) throws(RetakeError) {
    try self.init(at: location, timeZone: .current, disk: LibraryDisk()) { Date() }
  }

  init(
    at location: LibraryLocation, timeZone: TimeZone, disk: LibraryDisk,
    inspect: @escaping @Sendable (String) throws(RetakeError) -> MovieFacts = MovieFacts.read,
    list: @escaping @Sendable (String) throws(SystemError) -> [String] = SystemCalls.names,
    now: @escaping @Sendable () -> Date
  ) throws(RetakeError) {
    let root = location.path
    try Self.attempt(root) { () throws(SystemError) in
      try Self.make(root, parents: location.isDefault, on: disk)
    }
    let lock = try LibraryLock(library: root)
    for folder in [TakeEntry.incoming, TakeEntry.takes, TakeEntry.discarded] {
      let path = root + "/" + folder
      try Self.attempt(path) { () throws(SystemError) in try disk.makeFolder(path) }
    }
    try Self.attempt(root) { () throws(SystemError) in try disk.synchronize(folder: root) }
    self.lock = lock
    self.library = TakeLibrary(at: location, timeZone: timeZone, inspect: inspect, list: list)
    self.disk = disk
    self.now = now
  }

  /// Makes sure that the library is still there, before something is written; true where it had gone away and has come
  /// back. Throws `storageMissing` where it is not there, `storageBusy` where another process has it now.
  package func confirm() throws(RetakeError) -> Bool {
    try lock.confirm()
  }

  /// A take that is about to be recorded: its id, and where its file goes. Nothing is written yet.
  package func begin(fileExtension: String = "mp4") throws(RetakeError) -> (id: String, path: String) {
    _ = try confirm()
    let entry = TakeEntry(.incoming, id: UUID().uuidString.lowercased(), fileExtension: fileExtension)
    try Self.attempt(library.absolute(entry.path)) { () throws(SystemError) in
      try disk.makeFolder(library.absolute(entry.folder))
    }
    return (entry.name.id, library.absolute(entry.path))
  }

  /// Keeps what is known about a take that begins: should it never be finished, its recovery knows the devices.
  package func describe(_ id: String, details: TakeDetails) throws(RetakeError) {
    let entry = TakeEntry(.incoming, id: id, fileExtension: "mp4")
    let record = TakeRecord(id: id, date: now(), details)
    let json = try record.json(timeZone: library.timeZone)
    try Self.attempt(library.absolute(entry.sidecarPath)) { () throws(SystemError) in
      try disk.write(json, to: library.absolute(entry.sidecarPath))
    }
  }

  /// Removes what `describe` kept of a take that has no file.
  package func forget(_ id: String) {
    guard (try? library.entry(id, in: [.incoming])) == nil else { return }
    try? disk.remove(library.absolute(TakeEntry(.incoming, id: id, fileExtension: "mp4").sidecarPath))
  }

  /// Keeps what is known about a take whose file is complete. Its date is the present moment less its duration:
  /// a clock that was set while it ran is right now. Where the disk is full the take goes without a sidecar.
  @discardableResult
  package func finish(_ id: String, details: TakeDetails) throws(RetakeError) -> Take {
    let entry = try library.entry(id, in: [.incoming])
    let seconds = details.duration?.seconds ?? 0
    let record = TakeRecord(id: entry.name.id, date: now().addingTimeInterval(-seconds), details)
    let json = try record.json(timeZone: library.timeZone)
    do {
      try disk.write(json, to: library.absolute(entry.sidecarPath))
      try disk.synchronize(folder: library.absolute(entry.folder))
    } catch {
      let problem = RetakeError(storing: library.absolute(entry.sidecarPath), error)
      guard error.isDiskFull else { throw problem }
      Log.warning(problem.message)
    }
    return try take(at: entry)
  }

  /// Moves a take to takes/; its sidecar gets what the file tells and it lacks. Saving a saved one waits until it
  /// is on the disk, and changes nothing. Throws `nothingRecorded` where its file is empty, `inputUnreadable` where
  /// it is not a movie that can be played, else as `TakeLibrary.take(_:)`, and the errors of storage; then
  /// the take is still there, at its old place or, if only the waiting failed, at its new one.
  @discardableResult
  package func save(_ id: String) throws(RetakeError) -> Take {
    _ = try confirm()
    let entry = try library.entry(id)
    let byteCount = try Self.attempt(library.absolute(entry.path)) { () throws(SystemError) in
      try SystemCalls.status(of: library.absolute(entry.path)).byteCount
    }
    guard byteCount > 0 else {
      throw RetakeError(.nothingRecorded, "the take \(id) is empty", advice: "Discard it.")
    }
    var record = completeRecord(of: entry)
    record.previous = nil
    if entry.state != .saved, TakeName.isMovie(entry.path) {
      do throws(RetakeError) {
        record.complete(with: try library.inspect(library.absolute(entry.path)))
      } catch {
        throw RetakeError(
          error.code, error.message, advice: "It stays where it is; `retake takes discard` moves it away.")
      }
    }
    let place =
      entry.state == .saved ? entry : try savedPlace(of: record, fileExtension: entry.name.fileExtension)
    return try move(entry, to: place, record: record)
  }

  /// Takes a saved take back to incoming/, where it waits for another decision. Throws as `save(_:)` does.
  @discardableResult
  package func unsave(_ id: String) throws(RetakeError) -> Take {
    let entry = try library.entry(id, in: [.saved])
    let record = completeRecord(of: entry)
    let place = TakeEntry(.incoming, id: record.id, fileExtension: entry.name.fileExtension)
    return try move(entry, to: place, record: record)
  }

  /// Removes a take that is not worth a decision from incoming/, for good. Throws as `save(_:)` does.
  package func remove(_ id: String) throws(RetakeError) {
    let entry = try library.entry(id, in: [.incoming])
    try Self.attempt(library.absolute(entry.path)) { () throws(SystemError) in
      try disk.remove(library.absolute(entry.path))
      // Without its file nobody sees it.
      try? disk.remove(library.absolute(entry.sidecarPath))
      try disk.synchronize(folder: library.absolute(entry.folder))
    }
  }

  /// Moves a take, saved or not, to discarded/. Throws as `save(_:)` does.
  @discardableResult
  package func discard(_ id: String) throws(RetakeError) -> Take {
    let entry = try library.entry(id)
    var record = completeRecord(of: entry)
    if entry.state != .discarded { record.previous = entry.path }
    let place = TakeEntry(.discarded, id: record.id, fileExtension: entry.name.fileExtension)
    return try move(entry, to: place, record: record)
  }

  /// Brings a discarded take back to where it was: incoming/ or takes/. Throws as `save(_:)` does.
  @discardableResult
  package func undo(_ id: String) throws(RetakeError) -> Take {
    let entry = try library.entry(id, in: [.discarded])
    var record = completeRecord(of: entry)
    var place = TakeEntry(.incoming, id: record.id, fileExtension: entry.name.fileExtension)
    if let previous = record.previous, TakeEntry(savedAt: previous) != nil {
      place = try savedPlace(of: record, fileExtension: entry.name.fileExtension)
    }
    record.previous = nil
    return try move(entry, to: place, record: record)
  }
}

internal import Foundation
internal import RetakeMedia
internal import RetakeRuntime

// How a take's file moves.
extension LibraryEditor {
  /// The take's sidecar, with a whole UUID even where only its start is left.
  func completeRecord(of entry: TakeEntry) -> TakeRecord {
    var record = library.record(of: entry)
    record.id += UUID().uuidString.lowercased().dropFirst(record.id.count)
    return record
  }

  /// A free name in takes/. It is unique by the take's id, whatever the clock says.
  func savedPlace(of record: TakeRecord, fileExtension: String) throws(RetakeError) -> TakeEntry {
    let (day, time) = TakeName.dayAndTime(of: record.date, in: library.timeZone)
    for length in TakeName.idLengths {
      let name = TakeName(time: time, id: String(record.id.prefix(length)), fileExtension: fileExtension)
      let entry = TakeEntry(day: day, name: name)
      if isFree(entry, for: record.id) { return entry }
    }
    throw RetakeError(.storageFailed, "there is another take \(record.id) in takes/\(day)")
  }

  /// Moves the file, which at each moment is whole at one of the two places, and waits until that is on the
  /// disk. Where they are the same it only waits. On a full disk it goes without a new sidecar, or with `needsSidecar` not
  /// at all.
  func move(
    _ entry: TakeEntry, to place: TakeEntry, record: TakeRecord, needsSidecar: Bool = false
  ) throws(RetakeError) -> Take {
    let json = try record.json(timeZone: library.timeZone)
    if entry != place && !isFree(place, for: record.id) {
      throw RetakeError(.storageFailed, "\(library.absolute(place.path)) is there already")
    }
    try Self.attempt(library.absolute(place.path)) { () throws(SystemError) in
      try disk.synchronize(file: library.absolute(entry.path))
      if entry != place { try rename(entry, to: place, json, needsSidecar) }
      try disk.synchronize(folder: library.absolute(place.folder))
      if place.state == .saved { try disk.synchronize(folder: library.absolute(TakeEntry.takes)) }
      guard entry != place else { return }
      if entry.folder != place.folder { try disk.synchronize(folder: library.absolute(entry.folder)) }
      // It is only in the way: without its file nobody sees it.
      try? disk.remove(library.absolute(entry.sidecarPath))
    }
    return try take(at: place)
  }

  private func rename(
    _ entry: TakeEntry, to place: TakeEntry, _ sidecar: [UInt8], _ needsSidecar: Bool
  ) throws(SystemError) {
    if place.state == .saved { try disk.makeFolder(library.absolute(TakeEntry.takes)) }
    try disk.makeFolder(library.absolute(place.folder))
    var isFull = false
    do {
      try disk.write(sidecar, to: library.absolute(place.sidecarPath))
    } catch {
      guard error.isDiskFull, !needsSidecar else { throw error }
      isFull = true
    }
    if place.state == .discarded { noteDiscard(of: isFull ? entry : place, file: entry) }
    try disk.rename(library.absolute(entry.path), to: library.absolute(place.path))
    // A full disk must not keep a take from being saved; moving the old sidecar needs no room.
    if isFull {
      try? disk.rename(library.absolute(entry.sidecarPath), to: library.absolute(place.sidecarPath))
    }
  }

  /// Notes when a take is discarded, by the time of its sidecar (see `purge`): by this clock, and also of one that a full
  /// disk did not let be written again. A take without one notes it itself.
  private func noteDiscard(of sidecar: TakeEntry, file: TakeEntry) {
    let seconds = now().timeIntervalSince1970
    do {
      try disk.touch(library.absolute(sidecar.sidecarPath), at: seconds)
    } catch {
      // Where that fails too it is as old as the take.
      try? disk.touch(library.absolute(file.path), at: seconds)
    }
  }

  /// Whether a take with this id may go there: no file has the name, and no other take's sidecar.
  private func isFree(_ entry: TakeEntry, for id: String) -> Bool {
    if isThere(library.absolute(entry.path)) { return false }
    let sidecar = library.absolute(entry.sidecarPath)
    return !isThere(sidecar) || TakeRecord.read(sidecar)?.id == id
  }

  func isThere(_ path: String) -> Bool {
    do {
      _ = try SystemCalls.status(of: path, followingLinks: false)
      return true
    } catch {
      return !error.isMissing
    }
  }

  func take(at entry: TakeEntry) throws(RetakeError) -> Take {
    guard let take = try library.read(entry) else {
      throw RetakeError(.storageFailed, "the take \(library.absolute(entry.path)) has gone away")
    }
    return take.take
  }

  // MARK: - Folders

  /// Does `body`; what the system refuses is thrown as the failure to store `path`.
  @discardableResult
  static func attempt<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(RetakeError) -> Result {
    do {
      return try body()
    } catch {
      throw RetakeError(storing: path, error)
    }
  }

  /// Makes a folder and, with `parents`, those above it, each on the disk before the next.
  static func make(_ path: String, parents: Bool, on disk: LibraryDisk) throws(SystemError) {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if parents, !parent.isEmpty { try make(parent, parents: true, on: disk) }
    if try disk.makeFolder(path) { try disk.synchronize(folder: parent.isEmpty ? "/" : parent) }
  }
}

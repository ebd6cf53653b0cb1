internal import Foundation
package import RetakeCodec
package import RetakeMedia
internal import RetakeRuntime

/// A file in incoming/ that an earlier run of the program has left there.
package struct Leftover: Hashable, Sendable {
  let entry: TakeEntry
  /// Absolute.
  package let path: String
  /// The take's UUID.
  package var id: String { entry.name.id }
}

/// What became of a leftover.
package enum Recovery: Hashable, Sendable {
  /// It is a saved take now. `missing` is what could not be read of it, and is still in the file.
  case recovered(Take, missing: [MissingPart])
  /// There is nothing in it that can be played; it was moved to this place.
  case damaged(path: String, reason: String)
  /// Somebody is still writing it: it was left alone.
  case busy
  /// It is no longer there.
  case gone
}

/// What was seen of a file that may lack something. While it is held nobody else can open the file for changing it.
package struct Examination: Sendable {
  struct Found: Sendable {
    var file: StoredFile
    /// What it needs to be played.
    var repair: MovieRepair?
  }

  /// Or why it could not be looked at.
  let outcome: Result<Found, any Error>

  init(_ look: () throws -> Found) {
    outcome = Result(catching: look)
  }
}

// What a crash has left behind. Whatever ends a recovery too early, the next one finishes it: each step leaves a
// file that plays as far as it did before, at one of the two places.
extension LibraryEditor {
  /// What is in incoming/ now: ordinary files (see `TakeLibrary.strangers` for the others). To be called while none is
  /// being recorded. Sidecars that have lost their file, which moved on just before a crash, are removed: they say nothing
  /// that the one beside the file does not.
  package func leftovers() throws(RetakeError) -> [Leftover] {
    let folder = library.absolute(TakeEntry.incoming)
    return try Self.attempt(folder) { () throws(SystemError) in
      let names = try SystemCalls.names(inFolder: folder).sorted()
      let takes = names.compactMap { TakeName($0, isSaved: false) }
      let stems = Set(takes.map(\.stem))
      for name in names {
        guard let stem = Self.stem(ofSidecar: name) else { continue }
        // What was half written never is one.
        if !stems.contains(stem) || name.hasSuffix(".tmp") { try? disk.remove(folder + "/" + name) }
      }
      return takes.compactMap { name in
        let entry = TakeEntry(.incoming, name: name)
        let path = library.absolute(entry.path)
        return Self.isFile(path) ? Leftover(entry: entry, path: path) : nil
      }
    }
  }

  /// The name without its extension, of a sidecar or what was to become one; nil for anything else.
  private static func stem(ofSidecar name: String) -> String? {
    let whole = name.hasSuffix(".tmp") ? name.dropLast(".tmp".count) : name[...]
    guard whole.hasSuffix(".json") else { return nil }
    let stem = whole.dropLast(".json".count)
    guard stem.utf8.count == 36, TakeName.isStartOfUUID(stem.lowercased()) else { return nil }
    return String(stem)
  }

  /// Looks at a leftover; see `recover`. Changes nothing and waits for nobody: for any thread. `isEnding` is asked often.
  package func examine(
    _ leftover: Leftover, isEnding: @escaping @Sendable () -> Bool = { false }
  ) -> Examination {
    Examination {
      guard Self.isFile(leftover.path) else { throw SystemError.isGone(leftover.path) }
      let file = try StoredFile(path: leftover.path)
      let isMovie = TakeName.isMovie(leftover.path)
      return Examination.Found(file: file, repair: isMovie ? try repair(of: file, isEnding) : nil)
    }
  }

  /// What makes a movie of the file that can be played; nil where it is one, or nothing does.
  func repair(of file: StoredFile, _ isEnding: @escaping @Sendable () -> Bool) throws -> MovieRepair? {
    if let repair = try MovieRepair.plan(for: file, isEnding: isEnding) { return repair }
    do throws(RetakeError) {
      _ = try library.inspect(file.path)
      return nil
    } catch {
      // The index is there and is of no use.
      guard error.code == .inputUnreadable else { return nil }
      return try MovieRepair.plan(for: file, distrustingIndex: true, isEnding: isEnding)
    }
  }

  /// Makes a saved take of a leftover: one that was being recorded gets the index of an ordinary movie. A file without
  /// anything that plays is moved to damaged/. `examination` is what `examine` has just found; without it this looks itself, which takes as long as the disk needs for
  /// the whole file where it is damaged. Throws the errors of storage, `storageFull` also where there is no room for the
  /// index or the sidecar; then it is where it was.
  package func recover(
    _ leftover: Leftover, _ examination: Examination? = nil
  ) throws(RetakeError) -> Recovery {
    let entry = leftover.entry
    do {
      let found = try (examination ?? examine(leftover)).outcome.get()
      guard Self.isFile(leftover.path) else { return .gone }
      let file = found.file
      var record = completeRecord(of: entry)
      record.recovered = true
      if TakeName.isMovie(entry.path) {
        if let reason = try restore(found, entry, &record) { return try setAside(entry, because: reason) }
      } else if try file.status().byteCount == 0 {
        return try setAside(entry, because: "\(leftover.path) is empty")
      }
      let place = try savedPlace(of: record, fileExtension: entry.name.fileExtension)
      let take = try move(entry, to: place, record: record, needsSidecar: true)
      return .recovered(take, missing: record.missing ?? [])
    } catch {
      if let error = error as? SystemError {
        if error.isHeldElsewhere { return .busy }
        // Also a link, which is never a take.
        if error.isMissing || error.isLink { return .gone }
      }
      throw Self.failure(of: leftover.path, error)
    }
  }

  /// Whether there is an ordinary file: nothing else is opened, which could do something to it, or wait.
  static func isFile(_ path: String) -> Bool {
    (try? SystemCalls.status(of: path, followingLinks: false))?.isRegular == true
  }

  /// Why a file is not recovered.
  static func failure(of path: String, _ error: any Error) -> RetakeError {
    let failure = (error as? RetakeError) ?? (error as? SystemError).map { RetakeError(storing: path, $0) }
    guard let failure else { return RetakeError(.storageFailed, "\(path) could not be recovered: \(error)") }
    guard failure.code == .storageFull else { return failure }
    return RetakeError(
      .storageFull, "there is no space to recover \(path): it stays as it is",
      advice: "Free some space, then run `retake takes recover`.")
  }

  /// Makes a movie that can be played of the file, where it is none; why that is not possible, else nil.
  func restore(
    _ found: Examination.Found, _ entry: TakeEntry, _ record: inout TakeRecord
  ) throws -> String? {
    if let repair = found.repair { try mend(found.file, entry, &record, repair) }
    do throws(RetakeError) {
      try complete(&record, by: found.file, entry)
      return nil
    } catch {
      return error.message
    }
  }

  /// Takes over what the file tells.
  private func complete(_ record: inout TakeRecord, by file: StoredFile, _ entry: TakeEntry)
    throws(RetakeError)
  {
    let facts = try library.inspect(file.path)
    try Self.attempt(file.path) { () throws(SystemError) in
      try date(&record, by: file, entry, lasting: facts.duration.seconds)
    }
    record.complete(with: facts)
  }

  /// A take that nobody has finished began as long before its file was last written as it plays; its name tells when a
  /// saved one did.
  private func date(
    _ record: inout TakeRecord, by file: StoredFile, _ entry: TakeEntry, lasting seconds: Double
  ) throws(SystemError) {
    guard record.duration == nil, entry.state == .incoming else { return }
    record.date = Date(timeIntervalSince1970: try file.status().modified - seconds)
  }

  /// Makes an ordinary movie of the file. When it was written is known as long as it is not touched, what it lacks as
  /// long as it has no index; so what it tells is kept first.
  func mend(
    _ file: StoredFile, _ entry: TakeEntry, _ record: inout TakeRecord, _ repair: MovieRepair
  ) throws {
    try date(&record, by: file, entry, lasting: repair.index.duration.seconds)
    record.note(repair)
    try disk.write(try record.json(timeZone: library.timeZone), to: library.absolute(entry.sidecarPath))
    try disk.mend(file, repair)
  }

  /// Moves a file that is of no use to damaged/, with what is known of it.
  private func setAside(_ entry: TakeEntry, because reason: String) throws(RetakeError) -> Recovery {
    let folder = library.absolute(TakeEntry.damaged)
    let target = folder + "/" + entry.name.file
    try Self.attempt(target) { () throws(SystemError) in
      if try disk.makeFolder(folder) { try disk.synchronize(folder: library.location.path) }
      // One of the same name is not replaced.
      if (try? SystemCalls.status(of: target, followingLinks: false)) != nil {
        throw SystemError.isThere(target)
      }
      try disk.rename(library.absolute(entry.path), to: target)
      try? disk.rename(library.absolute(entry.sidecarPath), to: folder + "/" + entry.name.sidecar)
      try disk.synchronize(folder: folder)
      try disk.synchronize(folder: library.absolute(entry.folder))
    }
    return .damaged(path: target, reason: reason)
  }
}

extension TakeRecord {
  /// Takes over how long the movie plays now, and what it has lost.
  mutating func note(_ repair: MovieRepair) {
    let plays = repair.index.duration.seconds
    var parts = repair.missing
    if let said = duration {
      // Its beginning is no part of what it plays.
      let lost = said - plays - (parts.first { $0.at == 0 }?.seconds ?? 0)
      parts.removeAll { $0.seconds == nil && lost > 0 }
      if lost > Self.shortestLoss { parts.append(MissingPart(at: plays, seconds: lost)) }
    }
    duration = plays
    missing = parts.isEmpty ? nil : parts
  }

  /// Seconds; an index is rounded, and a sound track longer than the pictures.
  private static let shortestLoss = 0.1
}

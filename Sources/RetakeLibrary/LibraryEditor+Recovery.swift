internal import Foundation
internal import RetakeCodec
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
  /// It is a saved take now.
  case recovered(Take)
  /// There is nothing in it that can be played; it was moved to this place.
  case damaged(path: String, reason: String)
  /// Somebody is still writing it: it was left alone.
  case busy
  /// It is no longer there.
  case gone
}

// What a crash has left behind. Whatever ends a recovery too early, the next one finishes it: each step leaves a
// file that plays as far as it did before, at one of the two places.
extension LibraryEditor {
  /// What is in incoming/ now. To be called while none is being recorded. Sidecars that have lost their file,
  /// which moved on just before a crash, are removed: they say nothing that the one beside the file does not.
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
      return takes.map { name in
        let entry = TakeEntry(.incoming, name: name)
        return Leftover(entry: entry, path: library.absolute(entry.path))
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

  /// Makes a saved take of a leftover: what is torn at its end is cut off, and it gets the index of an ordinary movie.
  /// A file without anything that plays is moved to damaged/. Takes the time of reading the file's index. Throws the
  /// errors of storage; then it is where it was.
  package func recover(_ leftover: Leftover) throws(RetakeError) -> Recovery {
    let entry = leftover.entry
    do {
      let file = try StoredFile(path: leftover.path)
      var record = completeRecord(of: entry)
      record.recovered = true
      if TakeName.isMovie(entry.path) {
        try mend(file, entry, &record)
        do throws(RetakeError) {
          record.complete(with: try library.inspect(leftover.path))
        } catch {
          return try setAside(entry, because: error.message)
        }
      } else if try file.status().byteCount == 0 {
        return try setAside(entry, because: "\(leftover.path) is empty")
      }
      let place = try savedPlace(of: record, fileExtension: entry.name.fileExtension)
      return .recovered(try move(entry, to: place, record: record))
    } catch let error as RetakeError {
      throw error
    } catch let error as SystemError {
      if error.isHeldElsewhere { return .busy }
      // Also a link, which is never a take.
      if error.isMissing || error.isLink { return .gone }
      throw RetakeError(storing: leftover.path, error)
    } catch {
      throw RetakeError(.storageFailed, "\(leftover.path) could not be recovered: \(error)")
    }
  }

  /// Makes an ordinary movie of the file, where a recorder left it as fragments. When it was written is known as long as
  /// it is not touched; so what it tells is kept first.
  private func mend(_ file: StoredFile, _ entry: TakeEntry, _ record: inout TakeRecord) throws {
    guard let repair = try MovieRepair.plan(for: file) else { return }
    if record.duration == nil, let duration = repair.index?.duration.seconds {
      record.date = Date(timeIntervalSince1970: try file.status().modified - duration)
      record.duration = duration
      let json = try record.json(timeZone: library.timeZone)
      do {
        try disk.write(json, to: library.absolute(entry.sidecarPath))
      } catch {
        guard error.isDiskFull else { throw error }
      }
    }
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

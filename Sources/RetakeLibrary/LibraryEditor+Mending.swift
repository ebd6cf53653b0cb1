internal import Foundation
package import RetakeCodec
package import RetakeMedia
internal import RetakeRuntime

/// The file of a saved take, to be looked at.
package struct SavedFile: Hashable, Sendable {
  let entry: TakeEntry
  /// Absolute.
  package let path: String
}

/// What a saved take lacked.
package struct Mending: Hashable, Sendable {
  package var take: Take
  /// Its film could not be opened any more, or only slowly: its index was made again.
  package var madeIndex: Bool
  /// Nothing was known of it, or not all.
  package var wroteSidecar: Bool
  /// What could not be read of it, and is still in the file.
  package var missing: [MissingPart]
}

// Saved takes that lack something: saved on a disk that was full then, or damaged since.
extension LibraryEditor {
  /// The saved takes' files, of the newest `days` that have some.
  package func savedFiles(ofDays days: Int = .max) throws(RetakeError) -> [SavedFile] {
    try library.savedEntries(ofDays: days).map {
      SavedFile(entry: $0, path: library.absolute($0.path))
    }
  }

  /// Looks at a saved take; nil where it lacks nothing that can be mended. Cheap for one that is as it should be. Changes
  /// nothing: for any thread. `isEnding` is asked often.
  package func examine(
    _ saved: SavedFile, isEnding: @escaping @Sendable () -> Bool = { false }
  ) -> Examination? {
    guard Self.isFile(saved.path) else { return nil }
    do {
      let known = TakeRecord.read(library.absolute(saved.entry.sidecarPath))
      let isMovie = TakeName.isMovie(saved.path)
      let lacksFacts = known.map { isMovie && $0.wantsFacts } ?? true
      // What lacks nothing may well be write-protected.
      let file = try StoredFile(reading: saved.path)
      let isWhole = try !isMovie || MovieRepair.isNeedless(for: file)
      let repair = isWhole ? nil : try repair(of: file, isEnding)
      guard repair != nil || lacksFacts else { return nil }
      // What is no movie any more is left for a person, and `check` tells of it.
      if repair == nil {
        let isGood = isMovie ? (try? library.inspect(saved.path)) != nil : try file.status().byteCount > 0
        guard isGood else { return nil }
      }
      return Examination { Examination.Found(file: try StoredFile(path: saved.path), repair: repair) }
    } catch {
      return Examination { throw error }
    }
  }

  /// Gives a saved take the index and the sidecar that it lacks; nil where it lacks nothing that can be mended. A sidecar
  /// that cannot be read is moved to damaged/. `examination` is what `examine` has just found; without it this looks
  /// itself. Throws the errors of storage.
  package func mend(_ saved: SavedFile, _ examination: Examination? = nil) throws(RetakeError) -> Mending? {
    let entry = saved.entry
    let known = TakeRecord.read(library.absolute(entry.sidecarPath))
    // Another take's sidecar: both are left to a person.
    if let known, !known.id.hasPrefix(entry.name.id) { return nil }
    do {
      guard let found = try (examination ?? examine(saved))?.outcome.get(), Self.isFile(saved.path) else {
        return nil
      }
      var record = completeRecord(of: entry)
      try keepUnreadableSidecar(of: entry, known)
      if TakeName.isMovie(entry.path), try restore(found, entry, &record) != nil { return nil }
      let sidecar = try record.json(timeZone: library.timeZone)
      try disk.write(sidecar, to: library.absolute(entry.sidecarPath))
      try disk.synchronize(folder: library.absolute(entry.folder))
      return Mending(
        take: try take(at: entry), madeIndex: found.repair != nil, wroteSidecar: known?.wantsFacts != false,
        missing: record.missing ?? [])
    } catch {
      if let error = error as? SystemError, error.isHeldElsewhere || error.isMissing || error.isLink {
        return nil
      }
      throw Self.failure(of: saved.path, error)
    }
  }

  /// Moves what stands in the sidecar's place and cannot be read out of the way.
  private func keepUnreadableSidecar(of entry: TakeEntry, _ known: TakeRecord?) throws(RetakeError) {
    let path = library.absolute(entry.sidecarPath)
    guard known == nil, let status = try? SystemCalls.status(of: path, followingLinks: false),
      !status.isRegular || status.byteCount > 0
    else { return }
    let folder = library.absolute(TakeEntry.damaged)
    try Self.attempt(folder) { () throws(SystemError) in
      try disk.makeFolder(folder)
      let target = folder + "/" + entry.name.sidecar
      if (try? SystemCalls.status(of: target, followingLinks: false)) != nil {
        throw SystemError.isThere(target)
      }
      try disk.rename(path, to: target)
    }
  }
}

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

  /// Gives a saved take the index and the sidecar that it lacks; nil where it lacks nothing that can be mended. A sidecar
  /// that cannot be read is moved to damaged/. Cheap for one that is as it should be. Throws the errors of storage.
  package func mend(_ saved: SavedFile) throws(RetakeError) -> Mending? {
    let entry = saved.entry
    guard Self.isFile(saved.path) else { return nil }
    let known = TakeRecord.read(library.absolute(entry.sidecarPath))
    // Another take's sidecar: both are left to a person.
    if let known, !known.id.hasPrefix(entry.name.id) { return nil }
    do {
      var record = completeRecord(of: entry)
      let isMovie = TakeName.isMovie(entry.path)
      // What lacks nothing may well be write-protected.
      let lacksIndex = isMovie ? try MovieRepair.isWanted(by: StoredFile(reading: saved.path)) : false
      guard lacksIndex || known == nil || isMovie && record.wantsFacts else { return nil }
      let file = try StoredFile(path: saved.path)
      // What is no movie any more is left for a person, and `check` tells of it.
      guard try isWorthMending(file, isMovie: isMovie, lacksIndex: lacksIndex) else { return nil }
      try keepUnreadableSidecar(of: entry, known)
      if isMovie, try restore(file, entry, &record) != nil { return nil }
      let sidecar = try record.json(timeZone: library.timeZone)
      try disk.write(sidecar, to: library.absolute(entry.sidecarPath))
      try disk.synchronize(folder: library.absolute(entry.folder))
      return Mending(
        take: try take(at: entry), madeIndex: lacksIndex, wroteSidecar: known?.wantsFacts != false,
        missing: record.missing ?? [])
    } catch {
      if let error = error as? SystemError, error.isHeldElsewhere || error.isMissing || error.isLink {
        return nil
      }
      throw Self.failure(of: saved.path, error)
    }
  }

  /// Whether there is something in the file that can be played or seen.
  private func isWorthMending(
    _ file: StoredFile, isMovie: Bool, lacksIndex: Bool
  ) throws(SystemError) -> Bool {
    guard isMovie else { return try file.status().byteCount > 0 }
    if lacksIndex { return try MovieRepair.plan(for: file) != nil }
    return (try? library.inspect(file.path)) != nil
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

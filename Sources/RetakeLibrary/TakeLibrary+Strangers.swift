package import RetakeMedia
internal import RetakeRuntime

/// Something in the library's folders that is no take and belongs to none.
package struct Stranger: Hashable, Sendable {
  /// Absolute.
  package var path: String
  /// What it is: `a symbolic link`.
  package var what: String
}

/// A sidecar whose take has no file.
package struct LostTake: Hashable, Sendable {
  /// The take's id, as far as the sidecar's name tells it.
  package var id: String
  /// The sidecar, absolute.
  package var path: String
}

extension TakeLibrary {
  /// What is in the folders of these states and is neither a take nor its sidecar, but for hidden files. It is left alone,
  /// always.
  package func strangers(in states: [Take.State]) throws(RetakeError) -> [Stranger] {
    var found: [Stranger] = []
    for (folder, isSaved) in try folders(of: states) {
      for name in try names(in: folder) {
        if let what = stranger(name, in: folder, isSaved) {
          found.append(Stranger(path: absolute(folder + "/" + name), what: what))
        }
      }
    }
    if states.contains(.saved) {
      for name in try names(in: TakeEntry.takes) {
        let path = absolute(TakeEntry.takes + "/" + name)
        guard !name.hasPrefix("."), let status = try? SystemCalls.status(of: path) else { continue }
        if status.isFolder && TakeName.isDay(name) { continue }
        found.append(Stranger(path: path, what: Self.words(status.kind) ?? "a file that is no take"))
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// The saved and discarded takes of which only the sidecar is left.
  package func lostTakes() throws(RetakeError) -> [LostTake] {
    var lost: [LostTake] = []
    for (folder, isSaved) in try folders(of: [.saved, .discarded]) {
      let all = try names(in: folder)
      let stems = Set(all.compactMap { TakeName($0, isSaved: isSaved)?.stem })
      for name in all {
        guard let take = Self.sidecar(name, isSaved), !stems.contains(take.stem) else { continue }
        lost.append(LostTake(id: take.id, path: absolute(folder + "/" + name)))
      }
    }
    return lost.sorted { $0.path < $1.path }
  }

  private func folders(of states: [Take.State]) throws(RetakeError) -> [(folder: String, isSaved: Bool)] {
    var folders: [(String, Bool)] = []
    if states.contains(.incoming) { folders.append((TakeEntry.incoming, false)) }
    if states.contains(.discarded) { folders.append((TakeEntry.discarded, false)) }
    if states.contains(.saved) {
      for folder in try dayFolders() { folders.append((folder, true)) }
    }
    return folders
  }

  /// What is strange about a name in a folder of takes; nil: nothing.
  private func stranger(_ name: String, in folder: String, _ isSaved: Bool) -> String? {
    guard !name.hasPrefix("."),
      let status = try? SystemCalls.status(of: absolute(folder + "/" + name), followingLinks: false)
    else { return nil }
    if let what = Self.words(status.kind) { return what }
    if TakeName(name, isSaved: isSaved) != nil || Self.sidecar(name, isSaved) != nil { return nil }
    return "a file that is no take"
  }

  /// The take that a sidecar, or what is to become one, is named for.
  private static func sidecar(_ name: String, _ isSaved: Bool) -> TakeName? {
    let whole = name.hasSuffix(".tmp") ? String(name.dropLast(".tmp".count)) : name
    guard whole.hasSuffix(".json") else { return nil }
    return TakeName(whole.dropLast("json".count) + "mp4", isSaved: isSaved)
  }

  private static func words(_ kind: SystemCalls.FileStatus.Kind) -> String? {
    switch kind {
    case .file: nil
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .device: "a device"
    }
  }
}

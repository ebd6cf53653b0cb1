internal import Foundation
package import RetakeMedia
internal import RetakeRuntime

/// The takes on disk, for reading: any number of programs at once, from any thread. What does not have a take's
/// name is not seen, and a file that goes away meanwhile is left out.
///
/// Files: `incoming/<UUID>.mp4`, `takes/<day>/<time>-<start of the UUID>.mp4`, `discarded/<UUID>.mp4`, each with
/// a sidecar of the same name that ends in `.json` (see `TakeRecord`).
package struct TakeLibrary: Sendable {
  /// Its folder.
  package let location: LibraryLocation
  /// The one that names and sidecars are in.
  let timeZone: TimeZone

  /// The library in this folder; nothing is read yet.
  package init(at location: LibraryLocation) {
    self.init(at: location, timeZone: .current)
  }

  init(at location: LibraryLocation, timeZone: TimeZone) {
    self.location = location
    self.timeZone = timeZone
  }

  /// At most `limit` takes, newest first, of those older than the take `id` where it is given. Reads as many
  /// sidecars as it returns takes. Throws `storageMissing` where the folder is not there (a default folder that
  /// nobody has used yet is empty), and what `take(_:)` throws for `id`.
  package func takes(
    in state: Take.State = .saved, limit: Int = 100, before id: String? = nil
  ) throws(RetakeError) -> [Take] {
    guard try isThere() else { return [] }
    var anchor: TakeEntry?
    if let id { anchor = try entry(id, in: [state]) }
    if state == .saved {
      return saved(limit: limit, before: anchor)
    }
    let all = entries(in: state).compactMap { read($0) }.sorted {
      ($0.secondsSince1970, $0.id) > ($1.secondsSince1970, $1.id)
    }
    guard let anchor, let place = all.firstIndex(where: { $0.path == absolute(anchor.path) }) else {
      return Array(all.prefix(limit))
    }
    return Array(all[(place + 1)...].prefix(limit))
  }

  /// The take with this id, or whose id starts with it. Throws `inputUnreadable` where there is none,
  /// `invalidArgument` where there are several.
  package func take(_ id: String) throws(RetakeError) -> Take {
    let found = try entry(id)
    guard let take = read(found) else { throw notFound(id) }
    return take
  }

  /// What is known about a take; throws as `take(_:)` does.
  package func record(of id: String) throws(RetakeError) -> TakeRecord {
    record(of: try entry(id))
  }

  // MARK: - For the editor

  func absolute(_ path: String) -> String {
    location.path + "/" + path
  }

  /// The file of the take with this id; see `take(_:)`.
  func entry(_ id: String, in states: [Take.State] = Take.State.allCases) throws(RetakeError) -> TakeEntry {
    let wanted = id.lowercased()
    guard !wanted.isEmpty else { throw RetakeError(.invalidArgument, "a take's id is empty") }
    guard try isThere() else { throw notFound(id) }
    var found = states.flatMap { entries(in: $0) }.filter {
      $0.name.id.hasPrefix(wanted) || wanted.hasPrefix($0.name.id)
    }
    // A saved take's name has only the start of its id; the sidecar has all of it, unless it is lost.
    if found.contains(where: { $0.name.id.utf8.count < wanted.utf8.count }) {
      found = found.filter {
        let id = record(of: $0).id
        return id.hasPrefix(wanted) || wanted.hasPrefix(id)
      }
    }
    if found.count > 1 {
      let exact = found.filter { record(of: $0).id == wanted }
      if !exact.isEmpty { found = exact }
    }
    guard let first = found.first else { throw notFound(id) }
    guard found.count == 1 else {
      throw RetakeError(
        .invalidArgument, "\(found.count) takes have an id that starts with \(id)",
        advice: "Give more of it: \(found.prefix(3).map { record(of: $0).id }.joined(separator: ", ")).")
    }
    return first
  }

  /// The sidecar of a take, or what its name and file tell where it is lost or another's.
  func record(of entry: TakeEntry) -> TakeRecord {
    if let record = TakeRecord.read(absolute(entry.sidecarPath)), record.id.hasPrefix(entry.name.id) {
      return record
    }
    var date: Date?
    if entry.state == .saved {
      let day = String(entry.folder.dropFirst(TakeEntry.takes.count + 1))
      date = TakeName.date(day: day, stem: entry.name.stem, in: timeZone)
    }
    let modified = (try? SystemCalls.status(of: absolute(entry.path)))?.modified ?? 0
    return TakeRecord(id: entry.name.id, date: date ?? Date(timeIntervalSince1970: Double(modified)))
  }

  /// The take of a file that is still there.
  func read(_ entry: TakeEntry) -> Take? {
    let path = absolute(entry.path)
    guard let status = try? SystemCalls.status(of: path), status.isRegular else { return nil }
    let record = record(of: entry)
    return Take(
      id: record.id, path: path, secondsSince1970: record.date.timeIntervalSince1970,
      duration: record.duration.map { MediaTime(seconds: $0) }, state: entry.state)
  }

  // MARK: - Folders

  private func isThere() throws(RetakeError) -> Bool {
    do {
      let status = try SystemCalls.status(of: location.path)
      if status.isFolder { return true }
    } catch {
      if location.isDefault && error.isMissing { return false }
      throw RetakeError(storing: location.path, error)
    }
    throw RetakeError(
      .storageMissing, "the library \(location.path) is not a folder",
      advice: "Name a folder with --library DIR.")
  }

  private func entries(in state: Take.State) -> [TakeEntry] {
    guard state != .saved else { return days().flatMap { entries(ofDay: $0) } }
    let folder = state == .discarded ? TakeEntry.discarded : TakeEntry.incoming
    return names(in: folder).compactMap { TakeName($0, isSaved: false) }.map {
      TakeEntry(state, id: $0.id, fileExtension: $0.fileExtension)
    }
  }

  private func saved(limit: Int, before anchor: TakeEntry?) -> [Take] {
    var takes: [Take] = []
    for day in days() {
      for entry in entries(ofDay: day).sorted(by: TakeEntry.isNewer) {
        if takes.count >= limit { return takes }
        if let anchor, !TakeEntry.isNewer(anchor, entry) { continue }
        if let take = read(entry) { takes.append(take) }
      }
    }
    return takes
  }

  /// The folders of takes/, newest first.
  private func days() -> [String] {
    names(in: TakeEntry.takes).filter { TakeName.isDay($0) }.sorted(by: >)
  }

  private func entries(ofDay day: String) -> [TakeEntry] {
    names(in: TakeEntry.takes + "/" + day).compactMap { TakeName($0, isSaved: true) }.map {
      TakeEntry(day: day, name: $0)
    }
  }

  /// A folder that cannot be read has no takes for us.
  private func names(in folder: String) -> [String] {
    (try? SystemCalls.names(inFolder: absolute(folder))) ?? []
  }

  private func notFound(_ id: String) -> RetakeError {
    RetakeError(
      .inputUnreadable, "there is no take \(id) in \(location.path)",
      advice: "`retake takes list` shows them.")
  }
}

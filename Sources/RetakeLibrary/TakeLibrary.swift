internal import Foundation
package import RetakeMedia
internal import RetakeRuntime

/// A take in a list.
package struct ListedTake: Hashable, Sendable {
  package var take: Take
  /// Whether there is a sidecar that can be read.
  package var hasSidecar: Bool
}

/// The takes on disk, for reading: any number of programs at once, from any thread. What does not have a take's
/// name is not seen, nor is a symbolic link or anything else that is not an ordinary file; a file that goes away
/// meanwhile is left out. A folder that cannot be read throws the error of storage: it is not empty.
///
/// Files: `incoming/<UUID>.mp4`, `takes/<day>/<time>-<start of the UUID>.mp4`, `discarded/<UUID>.mp4`, each with
/// a sidecar of the same name that ends in `.json` (see `TakeRecord`).
package struct TakeLibrary: Sendable {
  /// Its folder.
  package let location: LibraryLocation
  /// The one that names and sidecars are in.
  let timeZone: TimeZone
  /// How a movie's file is looked into.
  let inspect: @Sendable (String) throws(RetakeError) -> MovieFacts
  /// How a folder is listed.
  let list: @Sendable (String) throws(SystemError) -> [String]

  /// The library in this folder; nothing is read yet.
  package init(at location: LibraryLocation) {
    self.init(at: location, timeZone: .current)
  }

  init(
    at location: LibraryLocation, timeZone: TimeZone,
    inspect: @escaping @Sendable (String) throws(RetakeError) -> MovieFacts = MovieFacts.read,
    list: @escaping @Sendable (String) throws(SystemError) -> [String] = SystemCalls.names
  ) {
    self.list = list
    self.location = location
    self.timeZone = timeZone
    self.inspect = inspect
  }

  /// At most `limit` takes, newest first, of those older than the take `id` where it is given. Reads as many
  /// sidecars as it returns takes. Throws `storageMissing` where the folder is not there (a default folder that
  /// nobody has used yet is empty), and what `take(_:)` throws for `id`.
  package func takes(
    in state: Take.State = .saved, limit: Int = 100, before id: String? = nil
  ) throws(RetakeError) -> [Take] {
    try list(state, limit, before: id).map(\.take)
  }

  /// The takes as `takes(in:limit:before:)` gives them, each with whether it has a sidecar.
  package func listed(
    in state: Take.State = .saved, limit: Int = .max
  ) throws(RetakeError) -> [ListedTake] {
    try list(state, limit, before: nil)
  }

  private func list(
    _ state: Take.State, _ limit: Int, before id: String?
  ) throws(RetakeError) -> [ListedTake] {
    guard try isThere() else { return [] }
    var anchor: TakeEntry?
    if let id { anchor = try entry(id, in: [state]) }
    if state == .saved {
      return try saved(limit: limit, before: anchor)
    }
    var all: [ListedTake] = []
    for entry in try entries(in: state) {
      if let take = try read(entry) { all.append(take) }
    }
    all.sort {
      ($0.take.secondsSince1970, $0.take.id) > ($1.take.secondsSince1970, $1.take.id)
    }
    guard let anchor, let place = all.firstIndex(where: { $0.take.path == absolute(anchor.path) }) else {
      return Array(all.prefix(limit))
    }
    return Array(all[(place + 1)...].prefix(limit))
  }

  /// The take with this id, or whose id starts with it. Throws `inputUnreadable` where there is none,
  /// `invalidArgument` where there are several.
  package func take(_ id: String) throws(RetakeError) -> Take {
    let found = try entry(id)
    guard let found = try read(found) else { throw notFound(id) }
    return found.take
  }

  /// What is known about a take; its file is asked for what the sidecar lacks. Throws as `take(_:)` does.
  package func record(of id: String) throws(RetakeError) -> TakeRecord {
    let entry = try entry(id)
    var record = record(of: entry)
    if record.wantsFacts, let facts = facts(of: absolute(entry.path)) { record.complete(with: facts) }
    return record
  }

  /// `take` with the duration that its file tells, where its sidecar told none: opens the file.
  package func measured(_ take: Take) -> Take {
    guard take.duration == nil, let facts = facts(of: take.path) else { return take }
    return Take(
      id: take.id, path: take.path, secondsSince1970: take.secondsSince1970, duration: facts.duration,
      state: take.state)
  }

  /// What a movie's file tells; nil where it tells nothing, or is a photo.
  private func facts(of path: String) -> MovieFacts? {
    TakeName.isMovie(path) ? try? inspect(path) : nil
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
    if let entry = try wholeEntry(wanted, in: states) { return entry }
    var found: [TakeEntry] = []
    var failure: RetakeError?
    for state in states {
      do throws(RetakeError) {
        for entry in try entries(in: state)
        where entry.name.id.hasPrefix(wanted) || wanted.hasPrefix(entry.name.id) {
          if try status(of: entry) != nil { found.append(entry) }
        }
      } catch {
        failure = failure ?? error
      }
    }
    // A folder that cannot be read does not hide a whole id in another one; a part of one may stand for a take there.
    if let failure, found.isEmpty || wanted.utf8.count < 36 { throw failure }
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

  /// The file of the take with this whole id, where it is found without a look at all the others: under its own name in
  /// incoming/ or discarded/, or among the newest days' saved ones with a sidecar that says so. So what a kiosk does
  /// with a take costs the same, however many there are.
  private func wholeEntry(_ id: String, in states: [Take.State]) throws(RetakeError) -> TakeEntry? {
    guard id.utf8.count == 36 else { return nil }
    for state in states where state != .saved {
      for fileExtension in TakeName.extensions {
        let entry = TakeEntry(state, id: id, fileExtension: fileExtension)
        if (try? status(of: entry)) != nil { return entry }
      }
    }
    guard states.contains(.saved) else { return nil }
    for day in try days().prefix(Self.recentDays) {
      for entry in try entries(ofDay: day) where id.hasPrefix(entry.name.id) {
        if try status(of: entry) != nil, record(of: entry).id == id { return entry }
      }
    }
    return nil
  }

  /// Takes that somebody still acts upon are in these.
  private static let recentDays = 3

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
  func read(_ entry: TakeEntry) throws(RetakeError) -> ListedTake? {
    guard try status(of: entry) != nil else { return nil }
    var sidecar = TakeSummary.read(absolute(entry.sidecarPath))
    if sidecar?.id.hasPrefix(entry.name.id) == false { sidecar = nil }
    let summary = sidecar ?? TakeSummary(record(of: entry))
    let take = Take(
      id: summary.id, path: absolute(entry.path), secondsSince1970: summary.date.timeIntervalSince1970,
      duration: summary.duration.map { MediaTime(seconds: $0) }, state: entry.state)
    return ListedTake(take: take, hasSidecar: sidecar != nil)
  }

  /// Bytes of a take's file; 0 where it is no longer there.
  func byteCount(of entry: TakeEntry) -> Int64 {
    (try? SystemCalls.status(of: absolute(entry.path), followingLinks: false))?.byteCount ?? 0
  }

  /// The status of an ordinary file that is still there, else nil.
  private func status(of entry: TakeEntry) throws(RetakeError) -> SystemCalls.FileStatus? {
    let path = absolute(entry.path)
    do {
      let status = try SystemCalls.status(of: path, followingLinks: false)
      return status.isRegular ? status : nil
    } catch {
      if error.isMissing { return nil }
      throw RetakeError(reading: path, error)
    }
  }

  // MARK: - Folders

  /// Whether there is a library; throws `storageMissing` where there should be one.
  package func isThere() throws(RetakeError) -> Bool {
    do {
      let status = try SystemCalls.status(of: location.path)
      if status.isFolder { return true }
    } catch {
      guard error.isMissing else { throw RetakeError(reading: location.path, error) }
      if location.isDefault { return false }
      throw RetakeError(
        .storageMissing, "the library \(location.path) is not there",
        advice: "Create it, or name another folder with --library DIR.")
    }
    throw RetakeError(
      .storageMissing, "the library \(location.path) is not a folder",
      advice: "Name a folder with --library DIR.")
  }

  func entries(in state: Take.State) throws(RetakeError) -> [TakeEntry] {
    if state == .saved { return try savedEntries() }
    let folder = state == .discarded ? TakeEntry.discarded : TakeEntry.incoming
    return try names(in: folder).compactMap { TakeName($0, isSaved: false) }.map {
      TakeEntry(state, name: $0)
    }
  }

  private func saved(limit: Int, before anchor: TakeEntry?) throws(RetakeError) -> [ListedTake] {
    var takes: [ListedTake] = []
    for day in try days() {
      for entry in try entries(ofDay: day).sorted(by: TakeEntry.isNewer) {
        if takes.count >= limit { return takes }
        if let anchor, !TakeEntry.isNewer(anchor, entry) { continue }
        if let take = try read(entry) { takes.append(take) }
      }
    }
    return takes
  }

  /// The saved takes' files, of the newest `days` that have some.
  func savedEntries(ofDays days: Int = .max) throws(RetakeError) -> [TakeEntry] {
    var all: [TakeEntry] = []
    for day in try self.days().prefix(days) { all += try entries(ofDay: day) }
    return all
  }

  /// The folders of the days, newest first.
  func dayFolders() throws(RetakeError) -> [String] {
    try days().map { TakeEntry.takes + "/" + $0 }.filter {
      (try? SystemCalls.status(of: absolute($0)))?.isFolder != false
    }
  }

  /// The folders of takes/, newest first.
  private func days() throws(RetakeError) -> [String] {
    try names(in: TakeEntry.takes).filter { TakeName.isDay($0) }.sorted(by: >)
  }

  private func entries(ofDay day: String) throws(RetakeError) -> [TakeEntry] {
    let folder = TakeEntry.takes + "/" + day
    // A file that is called like a day is a stranger.
    if let status = try? SystemCalls.status(of: absolute(folder)), !status.isFolder { return [] }
    return try names(in: folder).compactMap { TakeName($0, isSaved: true) }.map {
      TakeEntry(day: day, name: $0)
    }
  }

  /// The names in a folder; none where it is not there (yet).
  func names(in folder: String) throws(RetakeError) -> [String] {
    let path = absolute(folder)
    do {
      return try list(path)
    } catch {
      if error.code == ENOENT { return [] }
      throw RetakeError(reading: path, error)
    }
  }

  private func notFound(_ id: String) -> RetakeError {
    RetakeError(
      .inputUnreadable, "there is no take \(id) in \(location.path)",
      advice: "`retake takes list` shows them.")
  }
}

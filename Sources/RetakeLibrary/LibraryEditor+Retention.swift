internal import Foundation
package import RetakeMedia
internal import RetakeRuntime

// What goes by the rules.
extension LibraryEditor {
  /// Removes takes by `rules`, for good: at most `limit` of them, but none of those with the ids in `spared`; what it
  /// removed. Reads the names of all takes, and the length of each where the rules ask for it. Throws the errors of
  /// storage; what was removed before is gone then.
  package func purge(
    _ rules: RetentionRules, sparing spared: Set<String> = [], limit: Int = .max
  ) throws(RetakeError) -> [PurgedTake] {
    var purged: [PurgedTake] = []
    var folders: Set<String> = []
    func remove(_ entry: TakeEntry, _ rule: PurgedTake.Rule) throws(RetakeError) {
      let path = library.absolute(entry.path)
      let byteCount = library.byteCount(of: entry)
      try Self.attempt(path) { () throws(SystemError) in
        try disk.remove(path)
        // Without its file nobody sees it.
        try? disk.remove(library.absolute(entry.sidecarPath))
      }
      folders.insert(entry.folder)
      purged.append(PurgedTake(id: entry.name.id, path: path, byteCount: byteCount, rule: rule))
      Log.info("\(path) was removed: the library's rule for \(rule.rawValue)")
    }
    func isSpared(_ entry: TakeEntry) -> Bool { spared.contains { $0.hasPrefix(entry.name.id) } }

    var discarded = try discardedTakes().filter { !isSpared($0.entry) }
    if let days = rules.discardedDays {
      let today = now().timeIntervalSince1970
      let old = discarded.filter { take in take.time.map { today - $0 > days * 86_400 } ?? false }
      for take in old.prefix(limit) { try remove(take.entry, .discarded) }
      discarded.removeFirst(old.count)
    }
    for take in discarded where rules.freeBytes > 0 && purged.count < limit {
      let free = try Self.attempt(library.location.path) { () throws(SystemError) in
        try SystemCalls.freeBytes(at: library.location.path)
      }
      guard free < rules.freeBytes else { break }
      try remove(take.entry, .room)
    }
    for (entry, rule) in try surplus(rules) where purged.count < limit && !isSpared(entry) {
      try remove(entry, rule)
    }
    for folder in folders { tidy(folder) }
    return purged
  }

  /// Discarded takes and when they were discarded, in seconds since 1970, the first one first. One that was discarded
  /// while the clock was not set counts as discarded at the first look with a clock that is; at that look it has no time
  /// here and counts as the newest, as all do while the clock is not set.
  private func discardedTakes() throws(RetakeError) -> [(entry: TakeEntry, time: Double?)] {
    let today = now()
    let isSet = Self.isPlausible(today, today: today)
    return try library.entries(in: .discarded).map { entry -> (entry: TakeEntry, time: Double?) in
      // The sidecar was written when the take came there; the file itself is as old as the take.
      let path = [entry.sidecarPath, entry.path].map(library.absolute).first { isThere($0) }
      guard isSet, let path, let status = try? SystemCalls.status(of: path) else { return (entry, nil) }
      let time = Double(status.modified)
      if Self.isPlausible(Date(timeIntervalSince1970: time), today: today) { return (entry, time) }
      try? disk.touch(path, at: today.timeIntervalSince1970)
      return (entry, nil)
    }.sorted { ($0.time ?? .infinity) < ($1.time ?? .infinity) }
  }

  /// The saved takes that must go, the oldest first.
  private func surplus(_ rules: RetentionRules) throws(RetakeError) -> [(TakeEntry, PurgedTake.Rule)] {
    guard rules.keptDays != nil || rules.keptCount != nil || rules.keptBytes != nil else { return [] }
    let today = now()
    var surplus: [(TakeEntry, PurgedTake.Rule)] = []
    var kept = 0
    var bytes: Int64 = 0
    for (entry, date) in try savedTakes(before: today) {
      if let days = rules.keptDays, let date, today.timeIntervalSince(date) > days * 86_400 {
        surplus.append((entry, .age))
      } else if let count = rules.keptCount, kept >= count {
        surplus.append((entry, .count))
      } else {
        kept += 1
        guard let most = rules.keptBytes else { continue }
        bytes += library.byteCount(of: entry)
        // The newest take stays, whatever its size.
        if bytes > most && kept > 1 { surplus.append((entry, .space)) }
      }
    }
    return surplus.reversed()
  }

  /// Saved takes, the newest first, each with its date. A machine whose clock is not set dates takes 1970, or far in
  /// the future: how old they are is not known, so they count as the newest and have no date here.
  private func savedTakes(before today: Date) throws(RetakeError) -> [(entry: TakeEntry, date: Date?)] {
    let all = try library.entries(in: .saved).sorted(by: TakeEntry.isNewer).map { entry in
      let day = String(entry.folder.dropFirst(TakeEntry.takes.count + 1))
      let date = TakeName.date(day: day, stem: entry.name.stem, in: library.timeZone)
      return (entry, date.flatMap { Self.isPlausible($0, today: today) ? $0 : nil })
    }
    return all.filter { $0.1 == nil } + all.filter { $0.1 != nil }
  }

  /// Whether a clock that was set can have shown this: not before there was this program, nor after tomorrow.
  private static func isPlausible(_ date: Date, today: Date) -> Bool {
    date.timeIntervalSince1970 > 1_577_836_800 && date < today.addingTimeInterval(86_400)
  }

  /// Waits until what was removed is gone, and removes a day's folder that is empty. A failure of either brings no
  /// take back and loses none.
  private func tidy(_ folder: String) {
    let path = library.absolute(folder)
    try? disk.synchronize(folder: path)
    guard folder.hasPrefix(TakeEntry.takes + "/"), (try? SystemCalls.names(inFolder: path))?.isEmpty == true
    else { return }
    try? disk.removeFolder(path)
  }
}

internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeLibrary
internal import RetakeMedia

/// `retake takes`: the library without a screen.
enum TakesCommand {
  /// The result of `list --json`.
  private struct List: Encodable {
    var takes: [TakeReport]
  }

  /// Does `action` to the library that the config names, and prints what came of it.
  static func run(
    _ config: Config, _ action: TakesAction, take id: String, json: Bool
  ) throws(RetakeError) -> ExitCode {
    let library = TakeLibrary(at: try LibraryLocation(Places().library(config)))
    switch action {
    case .list:
      let takes = try all(in: library)
      try Console.print(
        json ? try JSONLine.of(List(takes: takes)) : TakeReport.table(takes, in: library.location.path))
    case .show:
      let report = TakeReport(library.measured(try library.take(id)), try library.record(of: id))
      try Console.print(json ? try JSONLine.of(report) : report.lines)
    case .save, .discard:
      // Looked up first: a library is not made for a take that is not there.
      let take = try library.take(id)
      let editor = try LibraryEditor(at: library.location)
      let moved = action == .save ? try editor.save(take.id) : try editor.discard(take.id)
      try Console.print(json ? try JSONLine.of(TakeReport(moved)) : moved.path)
    case .recover: return try recover(library, json: json)
    case .verify: return try verify(library, id, json: json)
    case .purge:
      // A library is not made to be empty.
      let purged =
        try library.isThere() ? try LibraryEditor(at: library.location).purge(RetentionRules(config)) : []
      let report = PurgeReport(purged)
      try Console.print(json ? try JSONLine.of(report) : report.text)
    }
    return .done
  }

  /// The takes of every folder, newest first.
  private static func all(in library: TakeLibrary) throws(RetakeError) -> [TakeReport] {
    var takes: [ListedTake] = []
    for state in Take.State.allCases { takes += try library.listed(in: state) }
    takes.sort {
      ($0.take.secondsSince1970, $0.take.id) > ($1.take.secondsSince1970, $1.take.id)
    }
    let unmeasured = takes.indices.filter { takes[$0].take.duration == nil }
    for index in unmeasured.prefix(mostFilesOpened) {
      takes[index].take = library.measured(takes[index].take)
    }
    return takes.map { TakeReport($0) }
  }

  /// A list asks so many files for their length, the newest ones: opening one takes some milliseconds.
  private static let mostFilesOpened = 100

  /// Recovers what was left behind, and mends saved takes; a failure with one keeps none of the others from it.
  private static func recover(_ library: TakeLibrary, json: Bool) throws(RetakeError) -> ExitCode {
    var report = RecoveryReport()
    var failure: RetakeError?
    func attempt(_ path: String, _ body: () throws(RetakeError) -> Void) {
      do throws(RetakeError) {
        try body()
      } catch {
        failure = failure ?? error
        report.failed.append(OtherFile(file: path, reason: error.message))
      }
    }
    if try library.isThere() {
      let editor = try LibraryEditor(at: library.location)
      for leftover in try editor.leftovers() {
        attempt(leftover.path) { () throws(RetakeError) in
          report.add(try editor.recover(leftover), of: leftover.path)
        }
      }
      for saved in try editor.savedFiles() {
        attempt(saved.path) { () throws(RetakeError) in
          guard let mending = try editor.mend(saved) else { return }
          report.mended.append(TakeReport(mending.take, missing: mending.missing))
        }
      }
      report.leftAlone = try strangers(library, in: [.incoming])
    }
    try Console.print(json ? try JSONLine.of(report) : report.text)
    guard let failure else { return .done }
    Console.report(failure)
    return ExitCode(failure.code)
  }

  private static func strangers(
    _ library: TakeLibrary, in states: [Take.State]
  ) throws(RetakeError) -> [OtherFile] {
    try library.strangers(in: states).map { OtherFile(file: $0.path, reason: "it is \($0.what)") }
  }

  /// Reads one take, or all saved ones, to the end.
  private static func verify(
    _ library: TakeLibrary, _ id: String, json: Bool
  ) throws(RetakeError) -> ExitCode {
    var report = CheckReport()
    let isThere = try library.isThere()
    let looksAtAll = id.isEmpty && isThere
    let lost = looksAtAll ? try library.lostTakes() : []
    let takes = id.isEmpty ? try library.takes(limit: .max) : [try library.take(id)]
    for take in takes {
      // What moved away meanwhile is no fault.
      if let faults = try library.check(take) { report.add(faults, of: take) }
    }
    if looksAtAll {
      // A kiosk may have been about to move a take there: what is lost stays so.
      let stillLost = lost.isEmpty ? [] : try library.lostTakes()
      for take in stillLost where lost.contains(take) { report.add(take) }
      report.leftAlone = try strangers(library, in: Take.State.allCases)
    }
    try Console.print(json ? try JSONLine.of(report) : report.text)
    guard !report.faults.isEmpty else { return .done }
    let code = RetakeError.Code.inputUnreadable
    Console.report(
      RetakeError(
        code, "of \(report.checked) takes, \(report.faults.count) have faults",
        advice:
          "`retake takes recover` mends lost indexes and sidecars; `retake takes discard` moves a take away."
      ))
    return ExitCode(code)
  }
}

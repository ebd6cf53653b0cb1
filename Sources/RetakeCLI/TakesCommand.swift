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
    }
    return .done
  }

  /// The takes of every folder, newest first.
  private static func all(in library: TakeLibrary) throws(RetakeError) -> [TakeReport] {
    var takes: [Take] = []
    for state in Take.State.allCases { takes += try library.takes(in: state, limit: .max) }
    takes.sort { ($0.secondsSince1970, $0.id) > ($1.secondsSince1970, $1.id) }
    let unmeasured = takes.indices.filter { takes[$0].duration == nil }
    for index in unmeasured.prefix(mostFilesOpened) { takes[index] = library.measured(takes[index]) }
    return takes.map { TakeReport($0) }
  }

  /// A list asks so many files for their length, the newest ones: opening one takes some milliseconds.
  private static let mostFilesOpened = 100
}

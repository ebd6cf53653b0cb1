internal import Foundation
internal import RetakeMedia
internal import RetakeRuntime

/// A take's file in one of the library's folders.
struct TakeEntry: Hashable {
  let state: Take.State
  /// From the library's folder on: `incoming`, `takes/2026-11-30`, `discarded`.
  let folder: String
  let name: TakeName

  /// The file, from the library's folder on.
  var path: String { folder + "/" + name.file }
  var sidecarPath: String { folder + "/" + name.sidecar }

  /// A take's file in incoming/ or discarded/.
  init(_ state: Take.State, id: String, fileExtension: String) {
    self.state = state
    folder = state == .discarded ? Self.discarded : Self.incoming
    name = TakeName(id: id, fileExtension: fileExtension)
  }

  /// A file of that name in incoming/ or discarded/.
  init(_ state: Take.State, name: TakeName) {
    self.state = state
    folder = state == .discarded ? Self.discarded : Self.incoming
    self.name = name
  }

  /// A take's file in the folder of a day.
  init(day: String, name: TakeName) {
    state = .saved
    folder = Self.takes + "/" + day
    self.name = name
  }

  /// Reads what `path` gives; nil where it is not a place for a saved take, or leads out of the library.
  init?(savedAt path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == Self.takes, TakeName.isDay(parts[1]),
      let name = TakeName(parts[2], isSaved: true)
    else { return nil }
    self.init(day: parts[1], name: name)
  }

  static let incoming = "incoming"
  static let takes = "takes"
  static let discarded = "discarded"
  /// What was left behind and cannot be played. No takes.
  static let damaged = "damaged"

  /// Newest first: by day and time of the name.
  static func isNewer(_ left: TakeEntry, _ right: TakeEntry) -> Bool {
    (left.folder, left.name.stem) > (right.folder, right.name.stem)
  }
}

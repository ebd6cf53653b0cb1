internal import Foundation
package import RetakeMedia
internal import RetakeRuntime

/// Which folder the library is.
package struct LibraryLocation: Hashable, Sendable {
  /// Absolute.
  package let path: String
  /// Whether nobody named it. Then missing folders above it are made too; above a named one they are not,
  /// because it may be on a disk that is not mounted.
  package let isDefault: Bool

  /// The folder `directory` (relative to the working directory), or where that is nil the default: `Retake` in
  /// the user's folder of videos. Throws `storageMissing` where the user has no home, `invalidArgument` where
  /// `directory` is no path.
  package init(
    _ directory: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(RetakeError) {
    guard let directory else {
      path = try Self.videos(environment) + "/Retake"
      isDefault = true
      return
    }
    guard !directory.isEmpty, !directory.utf8.contains(0) else {
      throw RetakeError(.invalidArgument, "the library's folder has no name")
    }
    let isAbsolute = directory.hasPrefix("/")
    var path = isAbsolute ? directory : FileManager.default.currentDirectoryPath + "/" + directory
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    isDefault = false
  }

  private static func videos(_ environment: [String: String]) throws(RetakeError) -> String {
    if let named = environment["XDG_VIDEOS_DIR"], named.hasPrefix("/") { return named }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw RetakeError(
        .storageMissing, "there is no home folder to keep the library in",
        advice: "Name a folder with --library DIR.")
    }
    var config = home + "/.config"
    if let named = environment["XDG_CONFIG_HOME"], named.hasPrefix("/") { config = named }
    let userFolders = try? SystemCalls.read(config + "/user-dirs.dirs", limit: 65_536)
    return videos(inUserFolders: String(decoding: userFolders ?? [], as: UTF8.self), home: home)
      ?? home + "/Videos"
  }

  /// XDG_VIDEOS_DIR of a user-dirs.dirs file: `"$HOME/name"` or `"/name"` with the shell's backslashes; the last
  /// such line counts, as in the shell.
  static func videos(inUserFolders text: String, home: String) -> String? {
    var found: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      let trimmed = parts.map { $0.trimmingCharacters(in: .whitespaces) }
      guard trimmed.count == 2, trimmed[0] == "XDG_VIDEOS_DIR" else { continue }
      let quoted = trimmed[1]
      guard quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { continue }
      var value = ""
      var isEscaped = false
      for character in quoted.dropFirst().dropLast() {
        if character == "\\" && !isEscaped {
          isEscaped = true
        } else {
          value.append(character)
          isEscaped = false
        }
      }
      if value == "$HOME" || value.hasPrefix("$HOME/") { value = home + value.dropFirst("$HOME".count) }
      while value.count > 1, value.hasSuffix("/") { value.removeLast() }
      if value.hasPrefix("/") { found = value }
    }
    return found
  }
}

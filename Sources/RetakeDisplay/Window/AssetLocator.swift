internal import RetakeRuntime

/// Finds the files that come with the program: icons, sounds, strings, brand.
///
/// The folder is `$RETAKE_ASSETS`, else `/usr/share/retake` (an installed package), else `assets` in a folder
/// above the running program (a checkout that built it). Any thread may use it.
package struct AssetLocator: Sendable {
  /// The folder, without a slash at its end.
  package let folder: String

  /// Looks for the folder; nil where there is none.
  package init?() {
    var candidates: [String] = []
    if let named = SDLLibrary.environment("RETAKE_ASSETS") { candidates.append(named) }
    candidates.append("/usr/share/retake")
    var parts = (SDLLibrary.programFolder ?? "").split(separator: "/")
    while !parts.isEmpty {
      candidates.append("/" + parts.joined(separator: "/") + "/assets")
      parts.removeLast()
    }
    // A folder of that name may be somebody else's: the icons must be in it.
    guard let folder = candidates.first(where: { Self.isThere($0 + "/icons/record.svg") }) else { return nil }
    if let named = candidates.first, SDLLibrary.environment("RETAKE_ASSETS") != nil, named != folder {
      Log.warning("RETAKE_ASSETS: there are no assets in \(named); those in \(folder) are used")
    }
    self.folder = folder
  }

  /// The assets in `folder`.
  package init(folder: String) {
    self.folder = folder
  }

  /// Where the file of this name is, such as `icons/save.svg`.
  package func path(_ name: String) -> String {
    "\(folder)/\(name)"
  }

  /// Its bytes; nil where it cannot be read.
  package func contents(_ name: String) -> [UInt8]? {
    SDLLibrary.contents(ofFile: path(name))
  }

  private static func isThere(_ path: String) -> Bool {
    (try? SystemCalls.status(of: path)) != nil
  }
}

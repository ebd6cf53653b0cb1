internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeLibrary
internal import RetakeMedia

// The folder that takes go to. No owner is ever changed but the library's own.
extension Doctor {
  func library() -> Finding {
    let location: LibraryLocation
    do throws(RetakeError) {
      location = try LibraryLocation(
        Places(environment: machine.environment).library(settings), environment: machine.environment)
    } catch {
      return fault(error.message, mend: error.advice)
    }
    // A folder that is made with the first take needs the nearest one above it that is there.
    var folder = location.path
    while machine.access(folder) == .missing, folder != "/" {
      guard location.isDefault || folder == location.path else {
        return fault(
          "\(location.path) and the folder above it are not there",
          mend: "make it, mount its disk, or name another with --library DIR")
      }
      folder = Self.parent(of: folder)
    }
    if let problem = problem(of: folder, for: location) ?? problemOfParts(of: location) { return problem }
    if let home = missingHome(of: location) {
      return Finding(
        .warning, "library", "the home folder \(home) is not there and would be made", mend: Self.another)
    }
    return space(in: folder, for: location)
  }

  /// What is wrong with the library's folder, or with the one that it would be made in.
  private func problem(of folder: String, for location: LibraryLocation) -> Finding? {
    let isItself = folder == location.path
    switch machine.access(folder) {
    case .granted where machine.isFolder(folder): return nil
    case .hidden:
      return fault("\(folder) lies in a folder that this user may not enter", mend: Self.another)
    case .missing:
      return fault("\(folder) is not there", mend: Self.another)
    case .granted, .refused:
      guard machine.isFolder(folder) else { return fault("\(folder) is not a folder", mend: Self.another) }
    }
    if isItself {
      return fault(
        "\(folder) may not be written to",
        mend: "sudo chown $USER \(Self.quoted(folder)), or name another with --library DIR")
    }
    if let home = missingHome(of: location) {
      return fault("the home folder \(home) is not there", mend: Self.another)
    }
    return fault(
      "\(location.path) is not there, and this user may not make it in \(folder)",
      mend: location.isDefault
        ? Self.another
        : "sudo install -d -o $USER \(Self.quoted(location.path)), or name another with --library DIR")
  }

  /// What is wrong with the folders in a library that is there.
  private func problemOfParts(of location: LibraryLocation) -> Finding? {
    for folder in ["incoming", "takes", "discarded"].map({ location.path + "/" + $0 }) {
      let access = machine.access(folder)
      guard access != .missing else { continue }
      guard machine.isFolder(folder) else {
        return fault("\(folder) is not a folder", mend: "move it away")
      }
      guard access == .granted else {
        return fault(
          "\(folder) may not be written to", mend: "sudo chown -R $USER \(Self.quoted(location.path))")
      }
    }
    return nil
  }

  /// The user's home, where the library would be in it and it is not there.
  private func missingHome(of location: LibraryLocation) -> String? {
    guard location.isDefault, let home = machine.environment["HOME"], location.path.hasPrefix(home + "/"),
      machine.access(home) == .missing
    else { return nil }
    return home
  }

  private func space(in folder: String, for location: LibraryLocation) -> Finding {
    guard let free = machine.freeBytes(folder) else {
      return Finding(.warning, "library", "\(location.path), on a disk that does not say what is free")
    }
    let gigabytes = (Double(free) / 1e8).rounded() / 10
    let words = "\(location.path), \(gigabytes) GB free"
    if free <= Int64(settings.minFree) {
      return fault(words + ", which min_free keeps", mend: "make room, or lower min_free")
    }
    // At the usual quality an hour of 1080p takes about 2 GB.
    if free < 2_000_000_000 { return Finding(.warning, "library", words, mend: "make room") }
    return Finding(.ok, "library", words)
  }

  private func fault(_ finding: String, mend: String) -> Finding {
    Finding(.fault, "library", finding, mend: mend)
  }

  private static let another = "name a folder that this user may write to with --library DIR"

  /// A path as a shell takes it.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-+".utf8.contains(byte)
    }
    return isPlain ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}

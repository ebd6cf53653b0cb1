internal import RetakeCodec
internal import RetakeRuntime

/// How the library changes its folders: each step that can fail, or can be the last one before the power goes.
/// Tests look at the steps and make them fail.
struct LibraryDisk: Sendable {
  /// A change, or a wait for the disk.
  enum Step: Hashable, Sendable {
    case makeFolder(String)
    case write(String)
    case synchronizeFile(String)
    case synchronizeFolder(String)
    case rename(String, String)
    case remove(String)
    case removeFolder(String)
    case touch(String)
    case cut(String)
    case append(String)
    case overwrite(String)
  }

  /// Called before each step.
  var before: (@Sendable (Step) throws(SystemError) -> Void)?

  /// Makes a folder where there is none; whether it did.
  @discardableResult
  func makeFolder(_ path: String) throws(SystemError) -> Bool {
    if (try? SystemCalls.status(of: path))?.isFolder == true { return false }
    try before?(.makeFolder(path))
    try SystemCalls.makeFolder(path)
    return true
  }

  /// Replaces a file in one step; the new content is on the disk before it has the name.
  func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let temporary = path + ".tmp"
    try before?(.write(temporary))
    do {
      var file = try OutputFile(path: temporary)
      try file.write(bytes)
      try file.synchronize()
    } catch {
      try? SystemCalls.unlink(temporary)
      throw error
    }
    try rename(temporary, to: path)
  }

  func synchronize(file path: String) throws(SystemError) {
    try before?(.synchronizeFile(path))
    try SystemCalls.synchronize(file: path)
  }

  func synchronize(folder path: String) throws(SystemError) {
    try before?(.synchronizeFolder(path))
    try SystemCalls.synchronize(folder: path)
  }

  func rename(_ source: String, to target: String) throws(SystemError) {
    try before?(.rename(source, target))
    try SystemCalls.rename(source, to: target)
  }

  func remove(_ path: String) throws(SystemError) {
    try before?(.remove(path))
    try SystemCalls.unlink(path)
  }

  /// Lets a file count as last changed at `seconds` since 1970.
  func touch(_ path: String, at seconds: Double) throws(SystemError) {
    try before?(.touch(path))
    try SystemCalls.touch(path, at: seconds)
  }

  func removeFolder(_ path: String) throws(SystemError) {
    try before?(.removeFolder(path))
    try SystemCalls.removeFolder(path)
  }

  /// Makes an ordinary movie of one that has no index, and waits until it is on the disk. Throws where there is no room
  /// for the index; nothing of the take is missing then.
  func mend(_ file: StoredFile, _ repair: MovieRepair) throws(SystemError) {
    try repair.apply(to: file) { (step) throws(SystemError) in
      switch step {
      case .append: try before?(.append(file.path))
      case .cut: try before?(.cut(file.path))
      case .overwrite: try before?(.overwrite(file.path))
      }
    }
  }
}

internal import Glibc
internal import RetakeRuntime

/// Keeps other kiosks from changing the socket in a folder for a moment.
enum FolderLock {
  /// Does `body` while the folder of `path` is locked, waiting a second at most for whoever else does so. Where
  /// the folder cannot be locked, nothing is lost but that.
  static func hold<Result>(
    around path: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard let descriptor = try? SystemCalls.open(folder, flags: O_RDONLY | O_DIRECTORY) else {
      return try body()
    }
    defer { try? SystemCalls.close(descriptor) }
    for _ in 0..<100 {
      // An error is a file system without locks.
      guard (try? SystemCalls.tryLock(descriptor)) == false else { break }
      var nothing: [SystemCalls.PollEntry] = []
      try? SystemCalls.poll(&nothing, milliseconds: 10)
    }
    return try body()
  }
}

internal import RetakeMedia
internal import RetakeRuntime

/// The right to change a library, held by one process at a time and released by the kernel however it ends.
struct LibraryLock: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Takes it, or throws `storageBusy`.
  init(library path: String) throws(RetakeError) {
    descriptor = try Self.acquire(path)
  }

  deinit {
    try? SystemCalls.close(descriptor)
  }

  private static func acquire(_ path: String) throws(RetakeError) -> Int32 {
    let file = path + "/.lock"
    do {
      let descriptor = try SystemCalls.openLockFile(file)
      var isOurs = true
      do {
        isOurs = try SystemCalls.tryLock(descriptor)
      } catch {
        // Some network file systems know no locks; a booth that does not start would be worse than two.
        Log.warning("the library is not guarded against a second kiosk: \(error)")
      }
      if isOurs { return descriptor }
      try SystemCalls.close(descriptor)
    } catch {
      throw RetakeError(storing: file, error)
    }
    throw RetakeError(
      .storageBusy, "the library \(path) is held by another kiosk",
      advice: "End the other one, or name another folder with --library DIR.")
  }
}

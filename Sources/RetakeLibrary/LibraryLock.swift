internal import RetakeMedia
internal import RetakeRuntime

/// The right to change a library, held by one process at a time and released by the kernel however it ends.
///
/// A library on a disk that can be unplugged may go away, and a folder without a library may then be in its place:
/// `confirm` tells, before anything is written there.
final class LibraryLock: Sendable {
  private struct Holding {
    var descriptor: Int32
    /// The library's folder.
    var folder: SIMD2<UInt64>
    /// It was not there when somebody looked.
    var isGone = false
  }

  private let path: String
  private let holding: Monitor<Holding>

  /// Takes it, or throws `storageBusy`.
  init(library path: String) throws(RetakeError) {
    self.path = path
    holding = Monitor(
      Holding(descriptor: try Self.acquire(path), folder: try Self.identity(of: path)))
  }

  deinit {
    SystemCalls.unlockAndClose(holding.withLock { $0.descriptor })
  }

  /// Makes sure that the library is the one that is held, or takes another one that is in its place; whether it had
  /// gone away and is back. Throws `storageMissing` where there is none, and `storageBusy`. One thread at a time.
  func confirm() throws(RetakeError) -> Bool {
    do {
      return try confirmThere()
    } catch {
      holding.withLock { $0.isGone = true }
      throw error
    }
  }

  private func confirmThere() throws(RetakeError) -> Bool {
    let held = holding.withLock { holding in
      defer { holding.isGone = false }
      return holding
    }
    let folder = try Self.identity(of: path)
    do {
      try DiskPresence.check(path)
    } catch {
      throw RetakeError(storing: path, error)
    }
    let named = (try? SystemCalls.status(of: path + "/.lock"))?.identity
    if folder == held.folder {
      if let named, named == (try? SystemCalls.identity(of: held.descriptor)) { return held.isGone }
    } else if named == nil {
      throw RetakeError(
        .storageMissing, "the library \(path) has gone away, and an empty folder is in its place",
        advice: "Put its disk back.")
    }
    let descriptor = try Self.acquire(path)
    holding.withLock { $0 = Holding(descriptor: descriptor, folder: folder) }
    SystemCalls.unlockAndClose(held.descriptor)
    return held.isGone || folder != held.folder
  }

  private static func identity(of path: String) throws(RetakeError) -> SIMD2<UInt64> {
    do {
      return try SystemCalls.status(of: path).identity
    } catch {
      guard error.isMissing else { throw RetakeError(reading: path, error) }
      throw RetakeError(
        .storageMissing, "the library \(path) has gone away", advice: "Put its disk back.")
    }
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

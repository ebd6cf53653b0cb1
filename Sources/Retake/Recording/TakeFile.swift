internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// The file of a take: opened when its first fragment is complete, so that an older file of the name stays
/// until there is something better, and on the disk after each fragment. Mux thread only.
struct TakeFile: ~Copyable {
  let path: String
  private let disk: OutputDisk
  private var file: OutputFile?
  /// Bytes up to the end of the last fragment that was written whole.
  private(set) var byteCount: Int64 = 0
  /// Of the largest fragment.
  private var largestFragment: Int64 = 0

  init(path: String, disk: OutputDisk = OutputDisk()) {
    self.path = path
    self.disk = disk
  }

  /// Whether there is a file.
  var exists: Bool {
    byteCount > 0
  }

  /// Whether the file can be found where it was made: its folder, or the disk with it, may have gone away.
  var isInPlace: Bool {
    mutating get {
      if let isNamed = file?.hasItsName { return isNamed }
      return (try? SystemCalls.status(of: path))?.isRegular == true
    }
  }

  /// Appends a fragment and waits until it is on the disk. A torn one does not count.
  mutating func append(_ fragment: RawSpan) throws(SystemError) {
    if file == nil { file = try OutputFile(path: path, disk: disk) }
    do {
      try file?.write(fragment)
      try file?.synchronizeData()
      byteCount += Int64(fragment.byteCount)
      largestFragment = max(largestFragment, Int64(fragment.byteCount))
    } catch {
      if byteCount == 0 { try? SystemCalls.unlink(path) }
      throw error
    }
  }

  /// Keeps room on the disk for the end of the file: an index of `indexBytes`, and what is on its way to the file when
  /// the take is ended. False where there is no room for more than that: then the take must end now. `freeBytes` are
  /// asked for where the file system keeps no room.
  mutating func reserveEnd(indexBytes: Int) throws(SystemError) -> Bool {
    let needed = Int64(indexBytes) + Self.fragmentsOnTheirWay * largestFragment + Self.smallestReserve
    do {
      if try file?.reserve(needed) == true { return true }
    } catch  where error.isDiskFull {
      return false
    }
    return try SystemCalls.freeBytes(at: Self.folder(of: path)) >= needed
  }

  /// The fragment that is being filled when the take is ended, and what waits for the encoder then.
  private static let fragmentsOnTheirWay: Int64 = 3
  /// Boxes round the index, and whole blocks of the disk.
  private static let smallestReserve: Int64 = 65_536

  /// Makes the fragmented movie an ordinary one; its samples stay where they are. Whatever ends this too early, the
  /// file stays playable, as the one or as the other. Where there is no room for the index, the file stays as it is:
  /// nothing of the take is missing.
  mutating func flatten(_ index: FlatIndex) throws(SystemError) {
    do {
      try append(index.appendix)
      try file?.overwrite(index.header, at: index.headerOffset)
    } catch  where error.isDiskFull {
      Log.warning("\(path) has its samples in fragments: no space was left for an index")
    }
  }

  /// Appends an index as `append` does a fragment.
  private mutating func append(_ index: [UInt8]) throws(SystemError) {
    do {
      try file?.write(index)
      try file?.synchronizeData()
      byteCount += Int64(index.count)
    } catch {
      try? file?.truncate(to: byteCount)
      throw error
    }
  }

  /// Gives back the room that is not needed, and waits until data, inode and name are on the disk.
  mutating func finish() throws(SystemError) {
    guard exists else { return }
    try file?.truncate(to: byteCount)
    try file?.synchronize()
    // Where it went there is no folder to wait for.
    guard isInPlace else { return }
    try SystemCalls.synchronize(folder: Self.folder(of: path))
  }

  /// Makes the best of a file that could not be written any further: cuts off what did not come to the disk, and makes
  /// it an ordinary movie, as far as its disk still allows that.
  mutating func salvage() {
    guard exists else { return }
    file = nil
    do throws(SystemError) {
      let file = try StoredFile(path: path)
      try MovieRepair.plan(for: file, limit: byteCount)?.apply(to: file)
    } catch {
      // The fault itself is told to whoever recorded.
      Log.info("\(path) stays as the fault has left it: \(error)")
    }
  }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension TakeFile {
  /// Throws where a take at `path` could not be written, as far as that can be known before.
  static func check(_ path: String, minFree: Int64, bytesPerSecond: Int) throws(RetakeError) {
    let folder = folder(of: path)
    let free: Int64
    do {
      guard try SystemCalls.status(of: folder).isFolder else {
        throw SystemError.notAFolder(folder)
      }
      try DiskPresence.check(folder)
      if let status = try? SystemCalls.status(of: path) {
        if status.isFolder {
          throw RetakeError(
            .storageNotWritable, "\(path) is a folder", advice: "Name a file that ends in .mp4 or .mov.")
        }
        guard status.isRegular else {
          throw RetakeError(
            .storageNotWritable, "\(path) is not an ordinary file",
            advice: "A take is finished in place, which needs a file on a disk.")
        }
        try SystemCalls.checkWritable(path)
      } else {
        try SystemCalls.checkWritable(folder)
      }
      free = try SystemCalls.freeBytes(at: folder)
      // Nothing that is removed there would make room.
      if free == 0, try !SystemCalls.storesFiles(at: folder) {
        throw RetakeError(
          .storageNotWritable, "\(folder) does not keep files", advice: "Name a file on a disk.")
      }
    } catch let error as SystemError {
      throw RetakeError(storing: path, error)
    } catch let error as RetakeError {
      throw error
    } catch {
      throw RetakeError(.storageFailed, "cannot write \(path): \(error)")
    }
    let needed = minFree > 0 ? minFree + Int64(bytesPerSecond) * minimumSeconds : minimumBytes
    guard free >= needed else {
      throw RetakeError(
        .storageFull,
        "only \(free / 1_000_000) MB are free for \(path), \(needed / 1_000_000) MB are needed",
        advice: "Free some space, or lower --min-free.")
    }
  }

  /// A take shorter than this, above the reserve, is not begun.
  private static let minimumSeconds: Int64 = 30
  /// Without a reserve, what the smallest take needs.
  private static let minimumBytes: Int64 = 2_000_000
}

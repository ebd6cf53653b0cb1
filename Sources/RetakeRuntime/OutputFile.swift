internal import CLinux

/// A file that is being written, from its first byte on; closed when it goes out of scope. One thread at a time.
package struct OutputFile: ~Copyable, Sendable {
  private let descriptor: Int32
  private let disk: OutputDisk
  /// Its disk was one that is listed.
  private let wasListed: Bool
  /// Where it is.
  package let path: String
  /// Bytes written so far.
  package private(set) var byteCount: Int64 = 0

  /// Creates the file, or empties the one that is there. One that another process is writing in the same way is
  /// refused (EWOULDBLOCK) and left as it is.
  package init(path: String, disk: OutputDisk = OutputDisk()) throws(SystemError) {
    try disk.before?(.open)
    let descriptor = try SystemCalls.open(path, flags: O_WRONLY | O_CREAT)
    do throws(SystemError) {
      guard Self.isOurs(descriptor) else { throw SystemError("lock \(path)", code: EWOULDBLOCK) }
      try SystemCalls.truncate(descriptor, to: 0)
    } catch {
      try? SystemCalls.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    let device = try? SystemCalls.identity(of: descriptor).x
    wasListed = device.flatMap { DiskPresence().isListed($0) } ?? false
    self.disk = disk
    self.path = path
  }

  /// Whether nobody else writes the file; also where the file system knows no locks.
  static func isOurs(_ descriptor: Int32) -> Bool {
    do {
      return try SystemCalls.tryLock(descriptor)
    } catch {
      return true
    }
  }

  deinit {
    SystemCalls.unlockAndClose(descriptor)
  }

  /// Appends all of `bytes`.
  package mutating func write(_ bytes: RawSpan) throws(SystemError) {
    try disk.before?(.write(bytes.byteCount))
    try SystemCalls.write(descriptor, bytes)
    byteCount += Int64(bytes.byteCount)
  }

  /// Appends `text` in UTF-8.
  package mutating func write(_ text: String) throws(SystemError) {
    try SystemCalls.write(descriptor, text)
    byteCount += Int64(text.utf8.count)
  }

  /// Writes `bytes` over those at `offset`, which were written before.
  package func overwrite(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    precondition(offset + Int64(bytes.count) <= byteCount, "bytes that are there")
    try disk.before?(.overwrite)
    try SystemCalls.write(descriptor, bytes, at: offset)
  }

  /// Cuts off what is behind the first `byteCount` bytes, and gives back the room that was reserved; the next write
  /// appends there.
  package mutating func truncate(to byteCount: Int64) throws(SystemError) {
    try disk.before?(.cut(byteCount))
    try SystemCalls.truncate(descriptor, to: byteCount)
    try SystemCalls.seek(descriptor, to: byteCount)
    self.byteCount = byteCount
  }

  /// Keeps room on the disk for so many bytes behind the end. False where the file system cannot do that.
  package func reserve(_ count: Int64) throws(SystemError) -> Bool {
    try disk.before?(.reserve(count))
    return try SystemCalls.reserve(descriptor, byteCount..<byteCount + count)
  }

  /// Whether the file still has its name, on a disk that is there: its folder, or the disk with it, may have gone away.
  package var hasItsName: Bool {
    guard let named = try? SystemCalls.status(of: path), let own = try? SystemCalls.identity(of: descriptor)
    else { return false }
    if wasListed, DiskPresence().isListed(own.x) == false { return false }
    return named.identity == own
  }

  /// Waits until what was written is on the disk (fdatasync).
  package func synchronizeData() throws(SystemError) {
    try disk.before?(.synchronize)
    try SystemCalls.synchronizeData(descriptor)
  }

  /// Waits until the file, data and inode, is on the disk (fsync).
  package func synchronize() throws(SystemError) {
    try disk.before?(.synchronize)
    try SystemCalls.synchronize(descriptor)
  }
}

internal import CLinux

/// A file that is there, opened to be looked into and mended; while it is open, nobody can write it as an
/// `OutputFile` or open it in the same way. Closed when nobody holds it any more. One thread at a time.
package final class StoredFile: Sendable {
  private let descriptor: Int32
  /// Where it is.
  package let path: String

  /// Opens the file, which must be an ordinary one, not a link to one (EINVAL, ELOOP). One that another process, or another part
  /// of this one, is writing is refused (EWOULDBLOCK).
  package init(path: String) throws(SystemError) {
    // To open a pipe or a device would already do something to it, or wait.
    let kind = try SystemCalls.status(of: path, followingLinks: false).kind
    guard kind == .file || kind == .link else { throw SystemError("open \(path)", code: EINVAL) }
    descriptor = try SystemCalls.open(path, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    self.path = path
    guard OutputFile.isOurs(descriptor) else { throw SystemError("lock \(path)", code: EWOULDBLOCK) }
  }

  /// Opens the file for looking into it alone, whoever writes it meanwhile.
  package init(reading path: String) throws(SystemError) {
    descriptor = try SystemCalls.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    self.path = path
  }

  deinit {
    SystemCalls.unlockAndClose(descriptor)
  }

  /// Its length in bytes, and when it was last written: seconds since 1970.
  package func status() throws(SystemError) -> (byteCount: Int64, modified: Double) {
    try SystemCalls.status(of: descriptor)
  }

  /// At most `count` bytes from `offset` on; fewer at the end.
  package func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    try SystemCalls.read(descriptor, count, at: offset)
  }

  /// The first byte from `offset` on that is not in a hole of the file; nil where there is none.
  package func dataStart(from offset: Int64) throws(SystemError) -> Int64? {
    try SystemCalls.dataStart(descriptor, from: offset)
  }

  /// Writes all of `bytes` at `offset`.
  package func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    try SystemCalls.write(descriptor, bytes, at: offset)
  }

  /// Cuts off what is behind the first `byteCount` bytes.
  package func truncate(to byteCount: Int64) throws(SystemError) {
    try SystemCalls.truncate(descriptor, to: byteCount)
  }

  /// Waits until the file, data and inode, is on the disk (fsync).
  package func synchronize() throws(SystemError) {
    try SystemCalls.synchronize(descriptor)
  }
}

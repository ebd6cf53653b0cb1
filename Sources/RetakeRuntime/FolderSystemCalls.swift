// The system calls that the library of takes needs besides those of SystemCalls.swift.
internal import CLinux

extension SystemCalls {
  /// The names in a folder (readdir(3)) without `.` and `..`, in no order. Bytes that are not UTF-8 become
  /// U+FFFD.
  package static func names(inFolder path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw SystemError.last("read folder \(path)") }
    defer { unsafe _ = closedir(folder) }
    var names: [String] = []
    while true {
      // The end and a failure look alike but for the errno.
      retake_clear_errno()
      guard let entry = unsafe readdir(folder) else {
        let error = SystemError.last("read folder \(path)")
        if error.code != 0 { throw error }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
  }

  /// The bytes of a file, at most `limit` of them. Does not wait where the path is a pipe.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try open(path, flags: O_RDONLY | O_NONBLOCK)
    defer { _ = CLinux.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var done = 0
    while done < limit {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe CLinux.read(descriptor, buffer.baseAddress! + done, limit - done)
      }
      if count == 0 { break }
      if count > 0 {
        done += count
      } else {
        let error = SystemError.last("read \(path)")
        if error.code != EINTR { throw error }
      }
    }
    bytes.removeLast(limit - done)
    return bytes
  }

  /// The bytes of an ordinary file of at most `limit` bytes, not a link to one; else EFBIG, EINVAL, ELOOP. Does not wait
  /// where the path is a pipe.
  package static func readFile(_ path: String, limit: Int64) throws(SystemError) -> [UInt8] {
    let descriptor = try open(path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    defer { _ = CLinux.close(descriptor) }
    var status = CLinux.stat()
    if unsafe fstat(descriptor, &status) != 0 { throw SystemError.last("fstat \(path)") }
    guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
      throw SystemError("read \(path)", code: EINVAL)
    }
    guard status.st_size <= limit else { throw SystemError("read \(path)", code: EFBIG) }
    return try read(descriptor, Int(status.st_size), at: 0)
  }

  /// pread(2): at most `count` bytes from `offset` on; fewer at the end of the file.
  package static func read(
    _ descriptor: Int32, _ count: Int, at offset: Int64
  ) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress! + done, count - done, Int(offset) + done)
      }
      if got == 0 { break }
      if got > 0 {
        done += got
      } else {
        let error = SystemError.last("read")
        if error.code != EINTR { throw error }
      }
    }
    bytes.removeLast(count - done)
    return bytes
  }

  /// lseek(2) with SEEK_DATA: the first byte from `offset` on that the file system has something for, nil where there is
  /// none; `offset` where it does not tell.
  package static func dataStart(_ descriptor: Int32, from offset: Int64) throws(SystemError) -> Int64? {
    let place = retake_seek_data(descriptor, Int(offset))
    if place >= 0 { return Int64(place) }
    let error = SystemError.last("lseek")
    if error.code == ENXIO { return nil }
    if error.code == EINVAL { return offset }
    throw error
  }

  /// fstat(2): bytes, and when the file was last written, in seconds since 1970.
  package static func status(of descriptor: Int32) throws(SystemError) -> (byteCount: Int64, modified: Double)
  {
    var status = CLinux.stat()
    if unsafe fstat(descriptor, &status) != 0 { throw SystemError.last("fstat") }
    let modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    return (Int64(status.st_size), modified)
  }

  /// fstat(2): which file it is, as `FileStatus.identity`.
  package static func identity(of descriptor: Int32) throws(SystemError) -> SIMD2<UInt64> {
    var status = CLinux.stat()
    if unsafe fstat(descriptor, &status) != 0 { throw SystemError.last("fstat") }
    return SIMD2(UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// utimensat(2): a file counts as last changed at `seconds` since 1970. Needs no room on the disk.
  package static func touch(_ path: String, at seconds: Double) throws(SystemError) {
    let whole = seconds.rounded(.down)
    let times = [
      timespec(tv_sec: 0, tv_nsec: Int((1 << 30) - 2)),  // UTIME_OMIT: when it was read last stays
      timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9)),
    ]
    if unsafe utimensat(AT_FDCWD, path, times, 0) != 0 { throw SystemError.last("touch \(path)") }
  }

  /// rmdir(2): removes a folder that is empty.
  package static func removeFolder(_ path: String) throws(SystemError) {
    if unsafe rmdir(path) != 0 { throw SystemError.last("remove folder \(path)") }
  }

  /// fsync(2) of a file that nobody has open.
  package static func synchronize(file path: String) throws(SystemError) {
    let descriptor = try open(path, flags: O_RDONLY)
    defer { _ = CLinux.close(descriptor) }
    try synchronize(descriptor)
  }

  /// Opens a file that is there to be locked, and makes it where it is missing; the descriptor.
  package static func openLockFile(_ path: String) throws(SystemError) -> Int32 {
    try open(path, flags: O_RDWR | O_CREAT)
  }

  /// flock(2), exclusive, without waiting: false where somebody else holds it. The kernel releases it with the
  /// last descriptor.
  package static func tryLock(_ descriptor: Int32) throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last("lock")
      if error.code == EWOULDBLOCK { return false }
      if error.code != EINTR { throw error }
    }
    return true
  }
}

extension SystemCalls {
  /// Gives up the lock of `tryLock` and closes its file. A close alone would leave the lock to a child of this process,
  /// which has the descriptor too until it runs its own program.
  package static func unlockAndClose(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    // Errors of a write come from `synchronize`; a close has nothing to add.
    try? close(descriptor)
  }
}

extension OutputFile {
  /// Appends all of `bytes`.
  package mutating func write(_ bytes: [UInt8]) throws(SystemError) {
    try write(unsafe bytes.span.bytes)
  }
}

// The system calls of the house, with EINTR retried. The only file of this module, beside `…Memory` and
// `…Bridge`, where raw pointers are met.
internal import CLinux

/// The kernel's calls as functions on values.
package enum SystemCalls {
  /// The words for an errno.
  package static func describe(errno code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let text = buffer.baseAddress, unsafe retake_strerror(code, text, 256) == 0 else {
        return "error \(code)"
      }
      return unsafe String(cString: text)
    }
  }

  /// open(2) with O_CLOEXEC; the descriptor.
  package static func open(_ path: String, flags: Int32, mode: UInt32 = 0o644) throws(SystemError) -> Int32 {
    while true {
      let descriptor = unsafe retake_open(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      let error = SystemError.last("open \(path)")
      if error.code != EINTR { throw error }
    }
  }

  /// close(2). The descriptor is gone whatever the answer, so an EINTR is none.
  package static func close(_ descriptor: Int32) throws(SystemError) {
    if CLinux.close(descriptor) != 0 {
      let error = SystemError.last("close")
      if error.code != EINTR { throw error }
    }
  }

  /// Writes all of `bytes`.
  package static func write(_ descriptor: Int32, _ bytes: RawSpan) throws(SystemError) {
    try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemError) in
      var done = 0
      while done < buffer.count {
        let count = unsafe CLinux.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        if count >= 0 {
          done += count
        } else {
          let error = SystemError.last("write")
          if error.code != EINTR { throw error }
        }
      }
    }
  }

  /// pwrite(2): writes all of `bytes` at `offset`, and leaves the place of the next write.
  package static func write(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int64) throws(SystemError) {
    try unsafe bytes.span.bytes.withUnsafeBytes { (buffer) throws(SystemError) in
      var done = 0
      while done < buffer.count {
        let count = unsafe pwrite(
          descriptor, buffer.baseAddress! + done, buffer.count - done, Int(offset) + done)
        if count >= 0 {
          done += count
        } else {
          let error = SystemError.last("write")
          if error.code != EINTR { throw error }
        }
      }
    }
  }

  /// Writes all of `text`.
  package static func write(_ descriptor: Int32, _ text: String) throws(SystemError) {
    let bytes = Array(text.utf8)
    try write(descriptor, unsafe bytes.span.bytes)
  }

  /// fdatasync(2): the data, and what is needed to find it, is on the disk.
  package static func synchronizeData(_ descriptor: Int32) throws(SystemError) {
    while fdatasync(descriptor) != 0 {
      let error = SystemError.last("fdatasync")
      if error.code == EINVAL || error.code == ENOSYS { return }  // a pipe or a device: nothing to wait for
      if error.code != EINTR { throw error }
    }
  }

  /// fsync(2): data and inode are on the disk.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    while fsync(descriptor) != 0 {
      let error = SystemError.last("fsync")
      if error.code == EINVAL || error.code == ENOSYS { return }
      if error.code != EINTR { throw error }
    }
  }

  /// fsync(2) of a folder: what was created, renamed or removed in it is on the disk.
  package static func synchronize(folder path: String) throws(SystemError) {
    let descriptor = try open(path, flags: O_RDONLY | O_DIRECTORY)
    defer { _ = CLinux.close(descriptor) }
    try synchronize(descriptor)
  }

  /// ftruncate(2).
  package static func truncate(_ descriptor: Int32, to byteCount: Int64) throws(SystemError) {
    while ftruncate(descriptor, Int(byteCount)) != 0 {
      let error = SystemError.last("ftruncate")
      if error.code == EINVAL { return }  // a pipe or a device has no length
      if error.code != EINTR { throw error }
    }
  }

  /// fallocate(2): keeps room on the disk for the bytes of `range`, also behind the file's end, which stays where it
  /// is. False where the file system cannot.
  package static func reserve(_ descriptor: Int32, _ range: Range<Int64>) throws(SystemError) -> Bool {
    while retake_reserve(descriptor, Int(range.lowerBound), range.count) != 0 {
      let error = SystemError.last("reserve space")
      if [EOPNOTSUPP, ENOSYS, ESPIPE, ENODEV].contains(error.code) { return false }
      if error.code != EINTR { throw error }
    }
    return true
  }

  /// lseek(2) from the start.
  package static func seek(_ descriptor: Int32, to offset: Int64) throws(SystemError) {
    if lseek(descriptor, Int(offset), SEEK_SET) < 0 { throw SystemError.last("lseek") }
  }

  /// unlink(2).
  package static func unlink(_ path: String) throws(SystemError) {
    if unsafe CLinux.unlink(path) != 0 { throw SystemError.last("remove \(path)") }
  }

  /// rename(2): replaces what is there, in one step.
  package static func rename(_ source: String, to target: String) throws(SystemError) {
    if unsafe CLinux.rename(source, target) != 0 { throw SystemError.last("rename \(source)") }
  }

  /// mkdir(2).
  package static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
    if unsafe mkdir(path, mode) != 0 { throw SystemError.last("create folder \(path)") }
  }

  /// What a path leads to.
  package struct FileStatus: Sendable {
    /// What can have a name.
    package enum Kind: Sendable {
      case file, folder, link, pipe, socket, device
    }

    package var kind: Kind
    /// Whether it is a folder.
    package var isFolder: Bool { kind == .folder }
    /// Whether it is an ordinary file.
    package var isRegular: Bool { kind == .file }
    /// Bytes.
    package var byteCount: Int64
    /// Last change, seconds since 1970.
    package var modified: Int64
    /// Which file it is, whatever its name: the disk, and the number there.
    package var identity: SIMD2<UInt64>
  }

  /// stat(2), or for a symbolic link itself lstat(2).
  package static func status(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
    var status = CLinux.stat()
    let answer = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    if answer != 0 { throw SystemError.last("stat \(path)") }
    let kind: FileStatus.Kind =
      switch status.st_mode & mode_t(S_IFMT) {
      case mode_t(S_IFREG): .file
      case mode_t(S_IFDIR): .folder
      case mode_t(S_IFLNK): .link
      case mode_t(S_IFIFO): .pipe
      case mode_t(S_IFSOCK): .socket
      default: .device
      }
    return FileStatus(
      kind: kind, byteCount: Int64(status.st_size), modified: Int64(status.st_mtim.tv_sec),
      identity: SIMD2(UInt64(status.st_dev), UInt64(status.st_ino)))
  }

  /// access(2) for writing: throws where this user may not write there.
  package static func checkWritable(_ path: String) throws(SystemError) {
    if unsafe access(path, W_OK) != 0 { throw SystemError.last("write to \(path)") }
  }

  /// access(2) of a folder for listing and entering: throws where this user may not.
  package static func checkEnterable(_ path: String) throws(SystemError) {
    if unsafe access(path, R_OK | X_OK) != 0 { throw SystemError.last("enter \(path)") }
  }

  /// Bytes that this user can still write on the file system of `path`.
  package static func freeBytes(at path: String) throws(SystemError) -> Int64 {
    var status = CLinux.statvfs()
    if unsafe statvfs(path, &status) != 0 { throw SystemError.last("statvfs \(path)") }
    return Int64(status.f_bavail) * Int64(status.f_frsize)
  }

  /// Whether the file system of `path` has room for files at all, be it used: one of the kernel's own has none.
  package static func storesFiles(at path: String) throws(SystemError) -> Bool {
    var status = CLinux.statvfs()
    if unsafe statvfs(path, &status) != 0 { throw SystemError.last("statvfs \(path)") }
    return status.f_blocks > 0
  }

  /// Seconds since 1970 by the wall clock, which may be wrong and may jump.
  package static var wallClockSeconds: Int64 {
    time(of: CLOCK_REALTIME) / 1_000_000_000
  }

  /// Nanoseconds of `clock`.
  package static func time(of clock: Int32) -> Int64 {
    var now = timespec()
    _ = unsafe clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// getrusage(2): processor seconds, and the peak of resident memory in bytes.
  package static func resourceUsage() -> (cpuSeconds: Double, peakResidentBytes: Int64) {
    var usage = rusage()
    _ = unsafe retake_getrusage(&usage)
    let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    return (seconds + microseconds / 1e6, Int64(usage.ru_maxrss) * 1024)
  }

  /// Blocks `signals` in this thread and in those that it will start.
  package static func block(signals: [Int32]) {
    var set = sigset(of: signals)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of `signals`, which must be blocked.
  package static func waitForSignal(_ signals: [Int32]) -> Int32 {
    var set = sigset(of: signals)
    var signal: Int32 = 0
    while unsafe sigwait(&set, &signal) != 0 {}
    return signal
  }

  /// Whether a signal is ignored, as a parent may have left it.
  package static func isIgnored(signal: Int32) -> Bool {
    var action = sigaction()
    return unsafe sigaction(signal, nil, &action) == 0 && retake_ignores(&action) == 1
  }

  /// _exit(2): ends the process here and now, from any thread.
  package static func endProcess(_ code: Int32) -> Never {
    _exit(code)
  }

  /// kill(2) of this process: one of its threads takes the signal.
  package static func send(signal: Int32) {
    _ = kill(getpid(), signal)
  }

  /// TIOCGWINSZ: characters a line of a terminal; nil of all else, and of one that does not know.
  package static func columns(of file: Int32) -> Int? {
    var size = winsize()
    guard unsafe retake_window_size(file, &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func sigset(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for signal in signals { _ = unsafe sigaddset(&set, signal) }
    return set
  }
}

// readlink(2), access(2) and getpid(2).
internal import Glibc

/// The calls that finding sound cards takes, besides those of RetakeRuntime.
enum SoundCardSystemCalls {
  /// What a symbolic link says; nil where there is none.
  static func linkTarget(_ path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = unsafe readlink(path, start, buffer.count)
      guard count >= 0 else { return nil }
      return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
  }

  /// The number of this process.
  static var thisProcess: Int { Int(getpid()) }

  /// Whether a file is there that this user may not read.
  static func isForbidden(_ path: String) -> Bool {
    unsafe access(path, R_OK) != 0 && __errno_location().pointee == EACCES
  }
}

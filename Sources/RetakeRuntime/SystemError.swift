internal import CLinux

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The call, with what it was about: `open /var/lib/retake`.
  package var operation: String
  /// The errno.
  package var code: Int32

  /// The failure of `operation` with this errno.
  package init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// The failure of the call that was just made by this thread.
  package static func last(_ operation: @autoclosure () -> String) -> SystemError {
    let code = retake_errno()
    return SystemError(operation(), code: code)
  }

  /// The system's words for the errno: `No space left on device`.
  package var reason: String {
    SystemCalls.describe(errno: code)
  }
}

extension SystemError {
  /// The failure to use `path` as a folder.
  package static func notAFolder(_ path: String) -> SystemError {
    SystemError("open folder \(path)", code: ENOTDIR)
  }

  /// The failure to give something the name `path`, which is given already.
  package static func isThere(_ path: String) -> SystemError {
    SystemError("create \(path)", code: EEXIST)
  }

  /// The failure to use what stood at `path`.
  package static func isGone(_ path: String) -> SystemError {
    SystemError("open \(path)", code: ENOENT)
  }

  /// The failure of what nobody waits for any more.
  package static func canceled(_ operation: String) -> SystemError {
    SystemError(operation, code: ECANCELED)
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String { "\(operation): \(reason)" }
}

extension SystemError {
  /// Whether no more can be stored: the disk is full, the quota is used up, or the file is as large as it may be.
  package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
  /// Whether the file or one of its folders is not there.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether somebody else has the file in hand.
  package var isHeldElsewhere: Bool { code == EWOULDBLOCK }
  /// Whether it is a symbolic link where none is followed.
  package var isLink: Bool { code == ELOOP }
  /// Whether writing or opening is not allowed there.
  package var isNotPermitted: Bool { code == EACCES || code == EPERM || code == EROFS }
}

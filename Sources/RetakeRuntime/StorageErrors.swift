internal import CLinux
package import RetakeMedia

extension RetakeError {
  /// What a failed system call on the way to `path` means for whoever wanted to write there.
  package init(storing path: String, _ error: SystemError) {
    self.init(storage: path, error, verb: "written")
  }

  /// What a failed system call on the way to `path` means for whoever wanted to read what is stored there.
  package init(reading path: String, _ error: SystemError) {
    self.init(storage: path, error, verb: "read")
  }

  private init(storage path: String, _ error: SystemError, verb: String) {
    var problem = error.storageProblem
    // Its file system may have become read-only at that.
    if [.device, .readOnly, .other].contains(problem), DiskPresence().isUnplugged(under: path) {
      problem = .unplugged
    }
    let message =
      switch problem {
      case .full: "no space left for \(path)"
      case .limit: "\(path) may not grow any further: \(error.reason)"
      case .missing: "the folder of \(path) is not there"
      case .unplugged: "the disk of \(path) was unplugged"
      default: "\(path) cannot be \(verb): \(error.reason)"
      }
    self.init(problem.code, message, advice: problem.advice)
  }
}

/// The kinds of refusal that a file system knows, each with its remedy.
private enum StorageProblem {
  case full, limit, missing, notAFolder, isAFolder, isThere, readOnly, notPermitted, nameTooLong, loop, device
  case unplugged, held, other

  var code: RetakeError.Code {
    switch self {
    case .full, .limit: .storageFull
    case .missing, .notAFolder, .unplugged: .storageMissing
    case .held: .storageBusy
    case .isAFolder, .readOnly, .notPermitted: .storageNotWritable
    case .isThere, .nameTooLong, .loop, .device, .other: .storageFailed
    }
  }

  var advice: String {
    switch self {
    case .full: "Free some space, or choose another disk."
    case .limit: "Raise this user's limit (`ulimit -f`), or choose a file system that holds larger files."
    case .missing: "Create it, or choose another one."
    case .notAFolder: "A file is where a folder is needed: move it away, or choose another path."
    case .isAFolder: "A folder is where a file is needed: move it away, or choose another name."
    case .isThere: "Something else has this name: move it away, or choose another name."
    case .readOnly: "Its disk is read-only: mount it for writing, or choose another one."
    case .notPermitted: "Choose a place that this user may use, or have its permissions changed."
    case .nameTooLong: "Choose a shorter name."
    case .loop: "Its symbolic links lead in a circle: mend them, or choose another path."
    case .device: "Check the disk and its cable."
    case .unplugged: "Plug it in again, at the same place: what was written is on it."
    case .held: "Another recording is being written there: name another file, or wait for its end."
    case .other: "Choose another place."
    }
  }
}

extension SystemError {
  fileprivate var storageProblem: StorageProblem {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EFBIG: .limit
    case ENOENT: .missing
    case ENOTDIR: .notAFolder
    case EISDIR: .isAFolder
    case EEXIST, ENOTEMPTY: .isThere
    case EROFS: .readOnly
    case EACCES, EPERM: .notPermitted
    case ENAMETOOLONG: .nameTooLong
    case ELOOP: .loop
    case EWOULDBLOCK: .held
    case ENODEV, ENXIO: .unplugged
    case EIO, ESTALE: .device
    default: .other
    }
  }
}

internal import CLinux

/// Whether a disk is still plugged in. A stick that was pulled out leaves its folders behind for as long as they are
/// mounted, and errors that a failing disk gives too; the kernel's list of disks tells them apart.
package struct DiskPresence: Sendable {
  /// The kernel's list: a link for each disk and partition, by its number.
  private let list: String

  /// `list`: for tests.
  package init(list: String = "/sys/dev/block") {
    self.list = list
  }

  /// Whether the disk with this number (`st_dev`) is listed; nil for what is no disk, as a file system in memory or of
  /// another machine, and where there is no list.
  package func isListed(_ device: UInt64) -> Bool? {
    // As glibc's gnu_dev_major and gnu_dev_minor.
    let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
    let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
    guard major != 0, (try? SystemCalls.status(of: list))?.isFolder == true else { return nil }
    do {
      _ = try SystemCalls.status(of: "\(list)/\(major):\(minor)", followingLinks: false)
      return true
    } catch {
      return !error.isMissing
    }
  }

  /// Throws where what `path` lies on was pulled out, though it still answers.
  package static func check(_ path: String) throws(SystemError) {
    if DiskPresence().isUnplugged(under: path) { throw SystemError("find the disk of \(path)", code: ENODEV) }
  }

  /// Whether what `path` lies on was pulled out.
  package func isUnplugged(under path: String) -> Bool {
    var path = path[...]
    while !path.isEmpty {
      // The folder that it is mounted on answers, whatever is below.
      if let status = try? SystemCalls.status(of: String(path)) {
        return isListed(status.identity.x) == false
      }
      path = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
    return false
  }
}

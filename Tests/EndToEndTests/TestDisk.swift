import Foundation
import RetakeBench

/// A disk of its own for one test, which only the superuser of a machine that allows it can make.
final class TestDisk {
  /// Where it is mounted.
  let path: String
  private let image: String?

  /// Whether this machine lets us mount.
  static let isAllowed: Bool = {
    guard geteuid() == 0, let scratch = try? Scratch(), (try? TestDisk(in: scratch, megabytes: 1)) != nil
    else {
      print("skipped: tests that mount disks need the superuser, on a machine that allows it")
      return false
    }
    return true
  }()

  /// Whether it lets us mount file systems of a real disk, which can fail.
  static let canFail: Bool = {
    guard isAllowed, let scratch = try? Scratch(), let disk = try? TestDisk(in: scratch, ext4: 8) else {
      return false
    }
    return disk.failureSwitch != nil
  }()

  /// A disk in memory.
  init(in scratch: Scratch, megabytes: Int) throws {
    path = scratch.path("disk")
    image = nil
    try mount(["-t", "tmpfs", "-o", "size=\(megabytes)M", "tmpfs"])
  }

  /// An ext4 file system in a file, which becomes read-only when it finds a fault.
  init(in scratch: Scratch, ext4 megabytes: Int) throws {
    path = scratch.path("disk")
    let image = scratch.path("image")
    self.image = image
    try Data().write(to: URL(filePath: image))
    try FileHandle(forWritingTo: URL(filePath: image)).truncate(atOffset: UInt64(megabytes) << 20)
    guard try Program.run("mkfs.ext4", ["-q", image]).status == 0 else { throw CocoaError(.fileWriteUnknown) }
    try mount(["-o", "loop,errors=remount-ro", image])
  }

  private func mount(_ arguments: [String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard try Program.run("mount", arguments + [path]).status == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  deinit { unmount() }

  /// Takes it away, whoever uses it.
  func unmount() {
    _ = try? Program.run("umount", ["-l", path])
  }

  /// Mounts the same ext4 file system again.
  func mountAgain() throws {
    guard let image else { return }
    try mount(["-o", "loop", image])
  }

  /// The kernel's switch that makes the file system find a fault.
  private var failureSwitch: URL? {
    guard let source = try? Program.run("findmnt", ["-no", "SOURCE", path]).text else { return nil }
    let name = source.trimmingCharacters(in: .whitespacesAndNewlines).replacing("/dev/", with: "")
    let file = "/sys/fs/ext4/\(name)/trigger_fs_error"
    return FileManager.default.fileExists(atPath: file) ? URL(filePath: file) : nil
  }

  /// From now on nothing can be written to it.
  func fail() throws {
    guard let failureSwitch else { throw CocoaError(.featureUnsupported) }
    let file = try FileHandle(forWritingTo: failureSwitch)
    try file.write(contentsOf: Data("1".utf8))
  }

  /// Another program takes all room but so many kilobytes.
  func fill(leaving kilobytes: Int) throws {
    let file = path + "/filler"
    let free = try FileManager.default.attributesOfFileSystem(forPath: path)[.systemFreeSize] as? Int ?? 0
    let count = max(0, free / 1024 - kilobytes)
    _ = try Program.run("dd", ["if=/dev/zero", "of=" + file, "bs=1k", "count=\(count)", "status=none"])
  }
}

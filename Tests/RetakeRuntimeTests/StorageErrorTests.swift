import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

struct StorageErrorTests {
  private static let cases: [(code: Int32, expected: RetakeError.Code, word: String)] = [
    (ENOSPC, .storageFull, "Free some space"), (EDQUOT, .storageFull, "Free some space"),
    (EFBIG, .storageFull, "limit"), (ENOENT, .storageMissing, "Create it"),
    (ENOTDIR, .storageMissing, "a folder is needed"), (EISDIR, .storageNotWritable, "a file is needed"),
    (EEXIST, .storageFailed, "has this name"), (EROFS, .storageNotWritable, "read-only"),
    (EACCES, .storageNotWritable, "permissions"), (EPERM, .storageNotWritable, "permissions"),
    (ENAMETOOLONG, .storageFailed, "shorter name"), (ELOOP, .storageFailed, "symbolic links"),
    (EIO, .storageFailed, "cable"), (ENODEV, .storageMissing, "Plug it in"),
  ]

  @Test(arguments: cases)
  func eachRefusalHasItsOwnRemedy(code: Int32, expected: RetakeError.Code, word: String) {
    for error in [
      RetakeError(storing: "/a/b", SystemError("open", code: code)),
      RetakeError(reading: "/a/b", SystemError("open", code: code)),
    ] {
      #expect(error.code == expected)
      #expect(error.message.contains("/a/b"))
      #expect(error.advice.contains(word))
    }
  }

  @Test func aDiskThatIsNoLongerListedWasPulledOut() throws {
    let list = FileManager.default.temporaryDirectory.appending(path: "retake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: list, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: list) }
    let presence = DiskPresence(list: list.path)
    try Data().write(to: list.appending(path: "8:1"))
    try Data().write(to: list.appending(path: "259:70000"))
    #expect(presence.isListed(8 << 8 | 1) == true)
    #expect(presence.isListed(8 << 8 | 2) == false)
    // Large numbers are spread over the bits: 70000 is 0x11170.
    #expect(presence.isListed(259 << 8 | 0x70 | (70_000 & ~0xFF) << 12) == true)
    // Memory, a network, a container that does not list disks.
    #expect(presence.isListed(25) == nil)
    #expect(DiskPresence(list: list.path + "/none").isListed(8 << 8 | 2) == nil)
  }

  @Test func theDiskOfAFileIsThatOfTheNearestFolder() {
    #expect(!DiskPresence().isUnplugged(under: NSTemporaryDirectory() + "/no/such/file"))
    #expect(!DiskPresence().isUnplugged(under: "name"))
  }

  @Test func anUnknownRefusalBlamesNoCable() {
    let error = RetakeError(storing: "/a/b", SystemError("open", code: EINVAL))
    #expect(error.code == .storageFailed && !error.advice.contains("cable") && !error.advice.isEmpty)
  }

  @Test func whatCannotBeReadIsSaidToBeRead() {
    let refused = SystemError("open", code: EACCES)
    #expect(RetakeError(reading: "/a", refused).message == "/a cannot be read: Permission denied")
    #expect(RetakeError(storing: "/a", refused).message == "/a cannot be written: Permission denied")
  }
}

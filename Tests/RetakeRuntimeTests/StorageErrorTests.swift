import Glibc
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
    (EIO, .storageFailed, "cable"),
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

import Foundation
import RetakeRuntime
import Testing

/// Locks of files that a child process still has open.
struct FileLockTests {
  @Test func aLockThatIsGivenUpIsFreeAlsoWhereSomebodyElseHasItsDescriptor() throws {
    let path = NSTemporaryDirectory() + "retake-lock-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try SystemCalls.openLockFile(path)
    #expect(try SystemCalls.tryLock(first))
    // As a child has it between fork and exec.
    let inherited = dup(first)
    let second = try SystemCalls.openLockFile(path)
    #expect(try !SystemCalls.tryLock(second))
    SystemCalls.unlockAndClose(first)
    #expect(try SystemCalls.tryLock(second))
    SystemCalls.unlockAndClose(second)
    close(inherited)
  }
}

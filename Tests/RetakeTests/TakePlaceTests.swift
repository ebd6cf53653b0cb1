import RetakeMedia
import Testing

@testable import Retake

@Suite struct TakePlaceTests {
  @Test func aFileSystemOfTheKernelIsNoFullDisk() {
    let error = #expect(throws: RetakeError.self) {
      try TakeFile.check("/proc/take.mp4", minFree: 0, bytesPerSecond: 0)
    }
    #expect(error?.code == .storageNotWritable, "\(String(describing: error))")
  }
}

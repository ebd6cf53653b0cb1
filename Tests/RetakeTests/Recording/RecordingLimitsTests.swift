import RetakeMedia
import Testing

@testable import Retake

@Suite struct RecordingLimitsTests {
  private func left(
    _ length: Double, _ report: MovieWriter.Report, _ change: (inout MovieFileSettings) -> Void
  ) -> Double? {
    var settings = MovieFileSettings()
    change(&settings)
    return RecordingLimits(settings, bytesPerSecond: 500_000)
      .timeLeft(length: MediaTime(seconds: length), limit: settings.limit?.time, report)?.seconds
  }

  /// 10 s that took 10 MB; 100 MB are free.
  private let report = MovieWriter.Report(
    byteCount: 10_000_000, duration: MediaTime(seconds: 10), freeBytes: 100_000_000)

  @Test func theSmallestLimitCounts() {
    #expect(left(10, report) { $0.maxRecordedDuration = MediaTime(seconds: 60) } == 50)
    #expect(left(10, report) { $0.maxRecordedFileSize = 30_000_000 } == 20)
    #expect(left(10, report) { $0.minFreeDiskSpaceLimit = 95_000_000 } == 5)
    #expect(left(10, report) { _ in } == 100)
    let all: (inout MovieFileSettings) -> Void = {
      $0.maxRecordedDuration = MediaTime(seconds: 60)
      $0.maxRecordedFileSize = 30_000_000
      $0.minFreeDiskSpaceLimit = 70_000_000
    }
    #expect(left(10, report, all) == 20)
    // Since the last fragment half a second has gone by.
    #expect(left(10.5, report, all) == 19.5)
  }

  @Test func beforeThereIsAFileTheExpectedRateCounts() {
    let nothing = MovieWriter.Report()
    #expect(left(0.2, nothing) { _ in } == nil)
    #expect(left(0, nothing) { $0.maxRecordedFileSize = 5_000_000 } == 10)
  }

  @Test func aLimitThatIsPassedLeavesNothing() {
    #expect(left(10, report) { $0.minFreeDiskSpaceLimit = 200_000_000 } == 0)
    #expect(left(70, report) { $0.maxRecordedDuration = MediaTime(seconds: 60) } == 0)
  }
}

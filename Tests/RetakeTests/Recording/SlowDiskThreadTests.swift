import Foundation
import Retake
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// A disk that takes nothing for a while, in the middle of a take.
@Suite struct SlowDiskThreadTests {
  /// Records while the disk waits at its third fragment until `body` has returned.
  private func record(
    to path: String, _ camera: String, seconds: Double, patience: Double = 20,
    untilReady body: (MovieFileOutput, MovieRecording) -> Void
  ) throws -> RecordingResult {
    let session = CaptureSession()
    let movie = MovieFileOutput()
    try session.addInput(CaptureDeviceInput(camera: .test(camera)))
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    settings.diskPatience = MediaTime(seconds: patience)
    settings.duration = MediaTime(seconds: seconds)
    let writes = Monitor(0)
    let isReady = Monitor(false)
    settings.disk = OutputDisk { (step) throws(SystemError) in
      guard case .write = step else { return }
      let count = writes.withLock { count in
        count += 1
        return count
      }
      if count == 3 { _ = isReady.wait { $0 ? true : nil } }
    }
    let recording = try movie.startRecording(to: path, settings: settings)
    try session.startRunning()
    _ = writes.wait { $0 >= 3 ? true : nil }
    body(movie, recording)
    isReady.withLock { $0 = true }
    let result = recording.wait()
    session.stopRunning()
    return result
  }

  @Test func aDiskThatStallsForAWhileCostsNothing() throws {
    let path = FileOfTest.path("stall.mp4")
    defer { FileOfTest.remove(path) }
    let result = try record(to: path, "160x120@30", seconds: 3) { _, recording in
      // All that is still to come waits in memory.
      while recording.progress.captured < 90, recording.result == nil { Thread.sleep(forTimeInterval: 0.05) }
      #expect(recording.progress.waitingBytes > 0)
    }
    #expect(result.error == nil)
    #expect(result.reason == .duration)
    #expect(result.video.captured == 90)
    #expect(result.video.dropped == 0)
    #expect(try TestTake.pictures(of: path).map(\.code) == Array(0..<90))
  }

  @Test func aDiskThatStallsForTooLongEndsTheTakeAndItIsKept() throws {
    let path = FileOfTest.path("stuck.mp4")
    defer { FileOfTest.remove(path) }
    let result = try record(to: path, "160x120@30", seconds: 60, patience: 1) { _, recording in
      while recording.timeline.end == nil { Thread.sleep(forTimeInterval: 0.05) }
    }
    #expect(result.reason == .ioError)
    #expect(result.error?.code == .storageFailed)
    #expect(result.isSuccessfullyFinished)
    #expect(try TestTake.pictures(of: path).count == result.video.encoded)
  }
}

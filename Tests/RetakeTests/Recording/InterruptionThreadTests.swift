import Foundation
import Retake
import RetakeMedia
import RetakeRuntime
import Testing

/// Takes that the machine's clocks interrupt, and those that they do not.
@Suite struct InterruptionThreadTests {
  /// What the wall clock says when the machine starts.
  private static let wall = 1_790_000_000.0

  /// Records for at most 1.5 s while the clocks are moved by this after 15 pictures.
  private func record(slept: Double, set: Double, to path: String) throws -> RecordingResult {
    let session = CaptureSession()
    let movie = MovieFileOutput()
    try session.addInput(CaptureDeviceInput(camera: .test("160x120@30")))
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    settings.duration = MediaTime(seconds: 1.5)
    let looks = Monitor(0)
    settings.clocks = {
      let now = MonotonicClock.now
      let isLater = looks.withLock { count in
        count += 1
        return count > 15
      }
      let boot = now + MediaTime(seconds: isLater ? slept : 0)
      return ClockReading(
        monotonic: now, boot: boot, wall: boot + MediaTime(seconds: Self.wall + (isLater ? set : 0)))
    }
    let recording = try movie.startRecording(to: path, settings: settings)
    try session.startRunning()
    let result = recording.wait()
    session.stopRunning()
    #expect(recording.progress.wallClockSet == (set == 0 ? nil : MediaTime(seconds: set)))
    return result
  }

  @Test func sleepEndsTheTakeAndItIsKept() throws {
    let path = FileOfTest.path("sleep.mp4")
    defer { FileOfTest.remove(path) }
    let result = try record(slept: 60, set: 0, to: path)
    #expect(result.reason == .suspended)
    #expect(result.error?.code == .deviceLost)
    #expect(result.error?.message.contains("slept for 60 s") == true)
    #expect(result.isSuccessfullyFinished)
    #expect(result.duration < MediaTime(seconds: 1.4))
    #expect(try TestTake.pictures(of: path).count == result.video.encoded)
  }

  @Test(arguments: [7200.0, -7200])
  func aWallClockThatIsSetChangesTheDateAlone(set: Double) throws {
    let path = FileOfTest.path("set.mp4")
    defer { FileOfTest.remove(path) }
    let began = MonotonicClock.now
    let result = try record(slept: 0, set: set, to: path)
    #expect(result.reason == .duration)
    #expect(result.error == nil)
    #expect(abs(result.duration.seconds - 1.5) < 0.04)
    // The file's date is that of its beginning, by the clock as it was at its end.
    let bytes = try Data(contentsOf: URL(filePath: path))
    let header = try #require(bytes.range(of: Data("mvhd".utf8), options: .backwards))
    // Behind a version and flags, from the beginning of 1904.
    let date = bytes[header.upperBound + 4..<header.upperBound + 8].reduce(0.0) { $0 * 256 + Double($1) }
    #expect(abs(date - 2_082_844_800 - Self.wall - began.seconds - set) <= 5)
  }
}

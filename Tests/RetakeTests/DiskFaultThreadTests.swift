import Fixtures
import Foundation
import Retake
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Synchronization
import Testing

/// A disk that fails in the middle of a take, call by call: the take ends, says why, and what was written plays.
@Suite struct DiskFaultThreadTests {
  private let path: String

  init() {
    self.init(
      path: FileManager.default.temporaryDirectory
        .appendingPathComponent("retake-" + UUID().uuidString + ".mp4").path)
  }

  private init(path: String) {
    self.path = path
  }

  /// Records until the disk fails, or for 2.2 s.
  private func record(
    _ fault: @escaping @Sendable (OutputDisk.Step) throws(SystemError) -> Void
  ) throws -> RecordingResult {
    let session = CaptureSession()
    let movie = MovieFileOutput()
    let camera = try CaptureDeviceInput(camera: try #require(DeviceSpec("test:160x120@30")))
    try session.addInput(camera)
    try session.addInput(
      try CaptureDeviceInput(microphone: try #require(DeviceSpec("test")), beside: camera))
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    settings.duration = MediaTime(seconds: 2.2)
    settings.disk = OutputDisk(before: fault)
    let recording = try movie.startRecording(to: path, settings: settings)
    try session.startRunning()
    let result = recording.wait()
    session.stopRunning()
    return result
  }

  private func expectAllThatIsSaid(of result: RecordingResult) throws {
    let scan = try MovieScan(path: path)
    #expect(scan.damage == nil)
    #expect(scan.pictureCount == result.video.encoded)
    #expect(abs(scan.observedEnd.seconds - result.duration.seconds) < 0.1)
    #expect(result.video.captured == result.video.encoded + result.video.dropped)
  }

  @Test(arguments: [
    (ENOSPC, RecordingEndReason.diskFull, RetakeError.Code.storageFull),
    (EDQUOT, .diskFull, .storageFull), (EIO, .ioError, .storageFailed),
    (EROFS, .ioError, .storageNotWritable),
    (ENODEV, .ioError, .storageMissing),
  ])
  func aWriteOrSyncThatFailsEndsTheTakeAndKeepsIt(
    code: Int32, reason: RecordingEndReason, error: RetakeError.Code
  ) throws {
    for isSync in [false, true] {
      defer { try? FileManager.default.removeItem(atPath: path) }
      let count = Atomic(0)
      let result = try record { (step) throws(SystemError) in
        switch step {
        case .write where !isSync, .synchronize where isSync: break
        default: return
        }
        if count.add(1, ordering: .relaxed).newValue > 2 { throw SystemError("write", code: code) }
      }
      #expect(result.reason == reason && result.error?.code == error)
      #expect(result.path == path && result.duration.seconds >= 0.9 && result.duration.seconds < 2)
      // The fault was of the moment: the disk takes the index.
      #expect(try TestMedia.boxes(path) == ["ftyp", "mdat", "moov"])
      try expectAllThatIsSaid(of: result)
    }
  }

  @Test func aDiskThatTakesNothingAtAllLeavesNoFile() throws {
    for step in 0..<2 {
      let result = try record { (now) throws(SystemError) in
        switch (step, now) {
        case (0, .open), (1, .write): throw SystemError("open", code: EROFS)
        default: break
        }
      }
      #expect(result.path == nil && result.reason == .ioError && result.error?.code == .storageNotWritable)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func theTakeEndsWhileItsEndStillFits() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reserves = Atomic(0)
    let result = try record { (step) throws(SystemError) in
      guard case .reserve(let count) = step else { return }
      #expect(count > 65_536)
      if reserves.add(1, ordering: .relaxed).newValue == 2 { throw SystemError("reserve", code: ENOSPC) }
    }
    #expect(result.reason == .diskFull && result.error?.code == .storageFull)
    #expect(result.duration.seconds >= 1 && result.duration.seconds < 2.1)
    #expect(try TestMedia.boxes(path) == ["ftyp", "mdat", "moov"])
    try expectAllThatIsSaid(of: result)
  }

  @Test func whatWasReservedIsGivenBack() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = try record { _ in }
    #expect(result.error == nil)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(Int(status.st_blocks) * 512 < Int(status.st_size) + 32_768)
  }

  @Test func aFolderThatGoesAwayEndsTheTake() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("retake-" + UUID().uuidString)
    let moved = folder.path + "-moved"
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { for path in [folder.path, moved] { try? FileManager.default.removeItem(atPath: path) } }
    let inside = DiskFaultThreadTests(path: folder.path + "/take.mp4")
    let writes = Atomic(0)
    let result = try inside.record { step in
      guard case .write = step, writes.add(1, ordering: .relaxed).newValue == 2 else { return }
      try? FileManager.default.moveItem(atPath: folder.path, toPath: moved)
    }
    #expect(result.path == nil && result.reason == .ioError && result.error?.code == .storageMissing)
    // What was recorded is whole, where it is now.
    let scan = try MovieScan(path: moved + "/take.mp4")
    #expect(scan.damage == nil && scan.observedEnd.seconds >= 0.9)
  }
}

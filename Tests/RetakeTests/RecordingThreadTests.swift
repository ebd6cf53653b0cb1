import Foundation
import Retake
import RetakeCodec
import RetakeMedia
import Testing

/// The whole way of a picture and of a sound, from the test devices to a file that our demuxer reads back: under
/// ThreadSanitizer too.
@Suite struct RecordingThreadTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("retake-" + UUID().uuidString + ".mp4").path

  /// A session over the test devices, with its recorder and an output for single frames.
  private struct Booth {
    let session = CaptureSession()
    let movie = MovieFileOutput()
    let preview = VideoDataOutput {}

    init(camera: String, microphone: String?) throws {
      let camera = try CaptureDeviceInput(camera: try #require(DeviceSpec(camera)))
      try session.addInput(camera)
      if let microphone {
        let spec = try #require(DeviceSpec(microphone))
        try session.addInput(try CaptureDeviceInput(microphone: spec, beside: camera))
      }
      try session.addOutput(movie)
      try session.addOutput(preview)
    }
  }

  private func settings(seconds: Double?) -> MovieFileSettings {
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    settings.duration = seconds.map { MediaTime(seconds: $0) }
    return settings
  }

  /// Packets of each track and the stamps of the pictures, as our demuxer reads them.
  private func contents() throws -> (stamps: [MediaTime], soundPackets: Int) {
    var demuxer = try Demuxer(path: path)
    var stamps: [MediaTime] = []
    var soundPackets = 0
    while let packet = try demuxer.read() {
      switch packet.kind {
      case .video: stamps.append(try #require(packet.presentationTime))
      case .audio: soundPackets += 1
      }
    }
    return (stamps, soundPackets)
  }

  @Test func aCamerasOwnStreamIsKeptAndNotDecodedForNobody() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let request = CameraRequest(.test("160x120@30,format=h264"), isPassthrough: true)
    let session = CaptureSession()
    let movie = MovieFileOutput()
    try session.addInput(CaptureDeviceInput(request))
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.isPassthrough = true
    settings.duration = MediaTime(seconds: 1)
    let recording = try movie.startRecording(to: path, settings: settings)
    #expect(!movie.needsFrames)
    try session.startRunning()
    let result = recording.wait()
    session.stopRunning()
    #expect(result.error == nil && result.video.encoder == "copy")
    #expect(result.video.captured == result.video.encoded + result.video.dropped)
    #expect(try contents().stamps.count == result.video.encoded)
  }

  @Test(arguments: ["nv12", "yuyv", "mjpeg", "h264", "grbg12", "z16"])
  func aTakeOfEachFormatIsReadBackPictureByPicture(format: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let booth = try Booth(camera: "test:160x120@30,format=\(format)", microphone: "test")
    let recording = try booth.movie.startRecording(to: path, settings: settings(seconds: 1))
    try booth.session.startRunning()
    let result = recording.wait()
    #expect(booth.preview.takeFrame() != nil)
    booth.session.stopRunning()
    #expect(result.error == nil)
    #expect(result.reason == .duration)
    #expect(result.video.captured == result.video.encoded + result.video.dropped)
    let contents = try contents()
    #expect(contents.stamps.count == result.video.encoded)
    #expect(contents.soundPackets >= 46)
    let first = try #require(contents.stamps.first)
    // A machine under a sanitizer may lose pictures; those that it kept stand where they were taken.
    for stamp in contents.stamps {
      let frames = (stamp - first).seconds * 30
      #expect(abs(frames - frames.rounded()) < 0.01)
    }
  }

  @Test func takesInARowHoldNothingOfEachOther() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let booth = try Booth(camera: "test:160x120@60", microphone: "test")
    try booth.session.startRunning()
    for _ in 0..<5 {
      let recording = try booth.movie.startRecording(to: path, settings: settings(seconds: nil))
      #expect(throws: RetakeError.self) {
        try booth.movie.startRecording(to: path, settings: settings(seconds: nil))
      }
      usleep(150_000)
      booth.movie.stopRecording()
      let result = recording.wait()
      #expect(result.reason == .stopped)
      #expect(!booth.movie.isRecording)
      if result.video.encoded > 0 {
        #expect(try contents().stamps.count == result.video.encoded)
        #expect(try contents().stamps.first.map { $0.seconds < 0.05 } == true)
      }
    }
    booth.session.stopRunning()
    #expect(!booth.session.isRunning)
  }

  @Test func stoppingInABlinkGivesAFileOrSaysThatThereIsNone() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let booth = try Booth(camera: "test:160x120@30", microphone: "test")
    try booth.session.startRunning()
    for milliseconds in [0, 1, 10, 30, 50, 100, 300] {
      let recording = try booth.movie.startRecording(to: path, settings: settings(seconds: nil))
      usleep(UInt32(milliseconds) * 1000)
      booth.movie.stopRecording()
      let result = recording.wait()
      let isThere = FileManager.default.fileExists(atPath: path)
      #expect(isThere == (result.path != nil))
      #expect(isThere == (result.error?.code != .nothingRecorded))
      if isThere { #expect(try contents().stamps.count == result.video.encoded) }
      try? FileManager.default.removeItem(atPath: path)
    }
    booth.session.stopRunning()
  }

  @Test func endingTheSessionEndsTheTakeThatRuns() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let booth = try Booth(camera: "test:160x120@30", microphone: nil)
    let recording = try booth.movie.startRecording(to: path, settings: settings(seconds: nil))
    try booth.session.startRunning()
    usleep(400_000)
    booth.session.stopRunning()
    let result = recording.wait()
    #expect(result.audio == nil)
    #expect(result.path == path)
    #expect(try contents().stamps.count == result.video.encoded)
  }
}

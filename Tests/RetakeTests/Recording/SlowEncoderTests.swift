import Retake
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// A take whose encoder becomes too slow while it runs.
@Suite struct SlowEncoderTests {
  /// libx264, and a sleep for each picture.
  private final class SlowEncoder: PictureEncoder {
    private let inner: LibavPictureEncoder
    private let delay: @Sendable () -> Double

    init(_ inner: LibavPictureEncoder, delay: @escaping @Sendable () -> Double) {
      self.inner = inner
      self.delay = delay
    }

    var track: TrackDescription { inner.track }

    func send(_ picture: VideoFrame, at time: MediaTime, forceKeyFrame: Bool) throws(CodecError) {
      let never = Monitor(false)
      _ = never.wait(until: MonotonicClock.now + MediaTime(seconds: delay())) { $0 ? true : nil }
      try inner.send(picture, at: time, forceKeyFrame: forceKeyFrame)
    }
    func receive() throws(CodecError) -> EncodedPacket? { try inner.receive() }
    func finish() throws(CodecError) { try inner.finish() }
  }

  @Test func theSpeedStepsDownAndNoPictureIsLost() throws {
    let path = FileOfTest.path("slow.mp4")
    defer { FileOfTest.remove(path) }
    let isSlow = Monitor(false)
    let movie = MovieFileOutput { (settings, pixelFormat, rotation) throws(CodecError) in
      // One and a half times what a picture lasts; at the fastest rung a third of it.
      let seconds = settings.speed > .ultrafast ? 0.050 : 0.010
      return SlowEncoder(try LibavPictureEncoder(settings, pixelFormat, rotation: rotation)) {
        isSlow.withLock { $0 } ? seconds : 0
      }
    }
    let session = CaptureSession()
    let camera = try CaptureDeviceInput(camera: .test("160x120@30"))
    try session.addInput(camera)
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.duration = MediaTime(seconds: 3)
    #expect(movie.preparedEncoder == nil)
    try movie.prepareRecording(settings: settings)
    let prepared = try #require(movie.preparedEncoder)
    #expect(prepared.encoder == "libx264")
    let recording = try movie.startRecording(to: path, settings: settings)
    isSlow.withLock { $0 = true }
    try session.startRunning()
    let result = recording.wait()
    session.stopRunning()
    #expect(result.error == nil)
    #expect(result.video.encoder == "libx264:ultrafast")
    #expect(result.video.dropped == 0)
    #expect(result.video.captured == 90)
    let numbers = try TestTake.pictures(of: path).map(\.code)
    #expect(numbers == Array(numbers[0]..<numbers[0] + 90))
  }
}

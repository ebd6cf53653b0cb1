import Foundation
import Retake
import RetakeMedia
import RetakeRuntime
import Testing

/// Takes that begin before their press, and takes with pauses, from the test camera to pictures read back.
@Suite struct PreRollThreadTests {
  private struct Booth {
    let session = CaptureSession()
    let movie = MovieFileOutput()

    init() throws {
      let camera = try CaptureDeviceInput(camera: .test("160x120@30"))
      try session.addInput(camera)
      try session.addInput(CaptureDeviceInput(microphone: .test(""), beside: camera))
      try session.addOutput(movie)
      try session.startRunning()
    }
  }

  private var settings: MovieFileSettings {
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    settings.preRollDuration = MediaTime(seconds: 1)
    return settings
  }

  /// Waits without a bound on how long: a slow machine only makes the test long.
  private func pause(seconds: Double) {
    Thread.sleep(forTimeInterval: seconds)
  }

  @Test func threeTakesInARowBeginBeforeTheirPressAndHoldNothingOfEachOther() throws {
    let booth = try Booth()
    var last: UInt32 = 0
    for number in 0..<3 {
      let path = FileOfTest.path("preroll\(number).mp4")
      defer { FileOfTest.remove(path) }
      try booth.movie.startPreRoll(settings: settings)
      #expect(!booth.movie.isRecording)
      // Anywhere between two key frames.
      pause(seconds: 2.2 + Double(number) * 0.35)
      let press = MonotonicClock.now
      let recording = try booth.movie.startRecording(to: path, settings: settings)
      pause(seconds: 0.5)
      booth.movie.stopRecording()
      let result = recording.wait()
      #expect(result.error == nil)
      #expect(result.video.captured == result.video.encoded + result.video.dropped)
      let pictures = try TestTake.pictures(of: path)
      #expect(pictures.count == result.video.encoded)
      // Stamp of the first picture: a whole second, by a key frame each second.
      let start = try #require(recording.startTime)
      #expect(press - start >= MediaTime(seconds: 1))
      #expect(press - start <= MediaTime(seconds: 4))
      let codes = pictures.map(\.code)
      if result.video.dropped == 0 { #expect(codes == Array(codes[0]..<codes[0] + UInt32(codes.count))) }
      #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 < $1 })
      #expect(codes[0] > last)
      last = try #require(codes.last)
    }
    booth.session.stopRunning()
  }

  @Test func aPressBeforeThereIsAPreRollBeginsWithTheFirstPicture() throws {
    let booth = try Booth()
    let path = FileOfTest.path("early.mp4")
    defer { FileOfTest.remove(path) }
    try booth.movie.startPreRoll(settings: settings)
    let recording = try booth.movie.startRecording(to: path, settings: settings)
    pause(seconds: 0.7)
    booth.movie.stopRecording()
    let result = recording.wait()
    booth.session.stopRunning()
    #expect(result.error == nil)
    #expect(try TestTake.pictures(of: path).count == result.video.encoded)
  }

  @Test func aPreRollThatIsNotWantedIsForgotten() throws {
    let booth = try Booth()
    let path = FileOfTest.path("forgotten.mp4")
    defer { FileOfTest.remove(path) }
    try booth.movie.startPreRoll(settings: settings)
    pause(seconds: 0.5)
    booth.movie.stopPreRoll()
    booth.movie.stopPreRoll()
    let press = MonotonicClock.now
    let recording = try booth.movie.startRecording(to: path, settings: settings)
    #expect(throws: RetakeError.self) { try booth.movie.startPreRoll(settings: settings) }
    pause(seconds: 0.5)
    booth.movie.stopRecording()
    _ = recording.wait()
    #expect(try #require(recording.startTime) > press - MediaTime(seconds: 0.2))
    // A session that ends while one is kept has nothing to wait for.
    try booth.movie.startPreRoll(settings: settings)
    booth.session.stopRunning()
    booth.movie.stopPreRoll()
  }

  @Test func aPausedTakeHasNoGapAndNothingOfThePause() throws {
    let booth = try Booth()
    let path = FileOfTest.path("paused.mp4")
    defer { FileOfTest.remove(path) }
    var settings = settings
    settings.maxRecordedDuration = MediaTime(seconds: 2)
    let recording = try booth.movie.startRecording(to: path, settings: settings)
    pause(seconds: 0.8)
    booth.movie.pauseRecording()
    #expect(booth.movie.isRecordingPaused)
    pause(seconds: 1.5)
    booth.movie.resumeRecording()
    #expect(!recording.isRecordingPaused)
    let result = recording.wait()
    booth.session.stopRunning()
    // Recorded time alone counts for the limit.
    #expect(result.reason == .maxDuration)
    #expect(abs(result.duration.seconds - 2) < 0.04)
    let pictures = try TestTake.pictures(of: path)
    #expect(pictures.count == result.video.encoded)
    let gaps = zip(pictures, pictures.dropFirst()).map { ($1.time - $0.time, $1.code - $0.code) }
    let jumps = gaps.filter { $0.1 > 20 }
    #expect(jumps.count == 1)
    #expect(try #require(jumps.first).0 < MediaTime(seconds: 0.05))
    if result.video.dropped == 0 {
      for gap in gaps { #expect(abs(gap.0.seconds - 1.0 / 30) < 0.001) }
    }
  }

  @Test func aTakeCanEndWhileItIsPaused() throws {
    let booth = try Booth()
    let path = FileOfTest.path("ended.mp4")
    defer { FileOfTest.remove(path) }
    let recording = try booth.movie.startRecording(to: path, settings: settings)
    pause(seconds: 0.5)
    booth.movie.pauseRecording()
    pause(seconds: 0.7)
    booth.movie.stopRecording()
    let result = recording.wait()
    booth.session.stopRunning()
    #expect(result.error == nil)
    #expect(result.duration.seconds < 0.7)
    #expect(try TestTake.pictures(of: path).count == result.video.encoded)
  }
}

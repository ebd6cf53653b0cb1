import Fixtures
import Retake
import RetakeRuntime

/// Recordings of the test camera, made by our own recorder when a test first asks for one.
enum TestTake {
  /// 320x180 at 50 pictures a second for 4 s, with the test microphone's sound: 200 pictures, picture n bears n.
  static let path = try? record(seconds: 4, "test:320x180@50")

  static func record(seconds: Double, _ camera: String) throws -> String {
    let path = TestMedia.path("take.mp4")
    func spec(_ text: String) throws(RetakeError) -> DeviceSpec {
      guard let spec = DeviceSpec(text) else { throw RetakeError(.invalidArgument, text) }
      return spec
    }
    let session = CaptureSession()
    let input = try CaptureDeviceInput(camera: spec(camera))
    try session.addInput(input)
    try session.addInput(CaptureDeviceInput(microphone: spec("test"), beside: input))
    let movie = MovieFileOutput()
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.duration = MediaTime(seconds: seconds)
    let recording = try movie.startRecording(to: path, settings: settings)
    try session.startRunning()
    let result = recording.wait()
    session.stopRunning()
    if let error = result.error { throw error }
    return path
  }
}

import Fixtures
import Retake
import RetakeCodec
import RetakeDevices

/// Recordings of the test camera, made by our own recorder when a test first asks for one.
enum TestTake {
  /// A recording, and what a plain decoder finds in it from the first to the last picture.
  struct Take: Sendable {
    var path: String
    /// When each picture is shown, and the number that it bears; a busy machine drops some.
    var pictures: [(time: MediaTime, code: UInt32)]

    /// The picture that belongs to `time`.
    func code(at time: MediaTime) -> UInt32? {
      (pictures.last { $0.time <= time } ?? pictures.first)?.code
    }
  }

  /// 320x180 at 50 pictures a second for 4 s, with the test microphone's sound: some 200 pictures.
  static let take = Result {
    let path = try record(seconds: 4, "test:320x180@50")
    return Take(path: path, pictures: try pictures(of: path))
  }

  static func pictures(of path: String) throws -> [(time: MediaTime, code: UInt32)] {
    var demuxer = try Demuxer(path: path)
    guard let track = demuxer.video else { return [] }
    var decoder = try VideoDecoder(track, start: demuxer.startTime)
    var pictures: [(time: MediaTime, code: UInt32)] = []
    func receive(_ decoder: inout VideoDecoder) throws {
      while let frame = try decoder.receive() {
        pictures.append((frame.time - track.startTime, CodeStrip(reading: frame).frame))
      }
    }
    while let packet = try demuxer.read() {
      guard packet.kind == .video else { continue }
      try decoder.send(packet)
      try receive(&decoder)
    }
    try decoder.finish()
    try receive(&decoder)
    return pictures
  }

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
    settings.speed = .ultrafast
    let recording = try movie.startRecording(to: path, settings: settings)
    try session.startRunning()
    let result = recording.wait()
    session.stopRunning()
    if let error = result.error { throw error }
    return path
  }
}

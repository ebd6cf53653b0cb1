import Fixtures
import Foundation
import Retake
import RetakeCodec
import RetakeMedia
import Testing

/// The sound of a take that was paused and whose microphone was off for a while, as it is read back.
@Suite struct PausedSoundThreadTests {
  @Test func aPauseDoesNotClick() throws {
    let sine = try TestMedia.make("sine.wav", "-f lavfi -i sine=frequency=440:sample_rate=48000:duration=30")
    let path = FileOfTest.path("paused-sound.mp4")
    defer { FileOfTest.remove(path) }
    let session = CaptureSession()
    let movie = MovieFileOutput()
    let camera = try CaptureDeviceInput(camera: .test("160x120@30"))
    try session.addInput(camera)
    let spec = try #require(DeviceSpec("file:" + sine))
    try session.addInput(CaptureDeviceInput(microphone: spec, beside: camera))
    try session.addOutput(movie)
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    let recording = try movie.startRecording(to: path, settings: settings)
    try session.startRunning()
    // Of many cuts some are where a sine is steep.
    for _ in 0..<4 {
      Thread.sleep(forTimeInterval: 0.35)
      movie.pauseRecording()
      Thread.sleep(forTimeInterval: 0.217)
      movie.resumeRecording()
      Thread.sleep(forTimeInterval: 0.35)
      movie.isMicrophoneMuted = true
      Thread.sleep(forTimeInterval: 0.131)
      movie.isMicrophoneMuted = false
    }
    Thread.sleep(forTimeInterval: 0.3)
    movie.stopRecording()
    let result = recording.wait()
    session.stopRunning()
    #expect(result.error == nil)
    let samples = try sound(of: path)
    #expect(abs(Double(samples.count) / 48_000 - result.duration.seconds) < 0.03)
    // At the end of the take the codec's last packet rings. The generator's loudness is an eighth; what a codec adds
    // is a little more than nothing.
    let step = Float(2 * Double.pi * 440 / 48_000 / 8)
    let sound = samples.prefix(Int(result.duration.seconds * 48_000) - 1024)
    let largest = zip(sound, sound.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(largest < step * 1.6, "\(largest / step)")
    #expect(samples.map(abs).max() ?? 0 > 0.1)
  }

  private func sound(of path: String) throws -> [Float] {
    var demuxer = try Demuxer(path: path)
    let audio = demuxer.audio
    let track = try #require(audio)
    var decoder = try AudioDecoder(track, start: demuxer.startTime)
    var samples: [Float] = []
    func receive(_ decoder: inout AudioDecoder) throws {
      while let block = try decoder.receive() {
        samples += block.storage.withPlane(0) { bytes in
          (0..<block.frameCount).map { frame in
            unsafe bytes.unsafeLoadUnaligned(
              fromByteOffset: frame * block.format.channels * MemoryLayout<Float>.size, as: Float.self)
          }
        }
      }
    }
    while let packet = try demuxer.read() {
      guard packet.kind == .audio else { continue }
      try decoder.send(packet)
      try receive(&decoder)
    }
    try decoder.finish()
    try receive(&decoder)
    return samples
  }
}

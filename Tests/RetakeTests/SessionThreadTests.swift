import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// Inputs that are changed while a session runs, with scripted devices: under ThreadSanitizer too.
@Suite struct SessionThreadTests {
  private let devices = ScriptedDevices()
  private let session: CaptureSession
  private let movie = MovieFileOutput()
  private let preview: VideoDataOutput
  /// Widths of the pictures that came, in their order, each once.
  private let widths = Monitor<[Int]>([])
  /// How often the camera was lost.
  private let losses = Monitor(0)
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("retake-" + UUID().uuidString + ".mp4").path

  init() throws {
    session = CaptureSession(opener: devices, patience: MediaTime(seconds: 0.4))
    let widths = widths
    let slot = Monitor<VideoDataOutput?>(nil)
    let losses = losses
    let preview = VideoDataOutput(
      wake: {
        guard let picture = slot.withLock({ $0 })?.takePicture() else { return }
        #expect(picture.format.width == picture.frame.width)
        widths.withLock { if $0.last != picture.frame.width { $0.append(picture.frame.width) } }
      },
      ended: { if case .lost = $0 { losses.withLock { $0 += 1 } } })
    slot.withLock { $0 = preview }
    self.preview = preview
    try session.addOutput(movie)
    try session.addOutput(preview)
    try session.startRunning()
  }

  private func use(_ camera: String?) throws {
    try session.configure { $0.camera = camera.map { CameraRequest(.device($0)) } }
  }

  /// Waits until pictures of this width come.
  private func expectPictures(_ width: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    let start = preview.deliveredCount
    let isThere = widths.wait(until: MonotonicClock.now + MediaTime(seconds: 20)) { widths -> Bool? in
      widths.last == width ? true : nil
    }
    #expect(isThere == true, sourceLocation: sourceLocation)
    while preview.deliveredCount < start + 3 { usleep(5000) }
    #expect(widths.withLock { $0.last } == width, sourceLocation: sourceLocation)
  }

  @Test func anotherCameraTakesOverBetweenTwoPictures() throws {
    try use("160x120")
    expectPictures(160)
    try use("320x240")
    expectPictures(320)
    try use("160x120")
    expectPictures(160)
    session.stopRunning()
    // Neither was seen between the pictures of the other.
    #expect(widths.withLock { $0 } == [160, 320, 160])
    #expect(devices.state.withLock { $0.open } == [])
    #expect(preview.lostCount == 0)
  }

  @Test func aCameraThatFailsLeavesTheOldOneRunning() throws {
    try use("160x120")
    expectPictures(160)
    devices.behave("320x240", .cannotOpen(RetakeError(.deviceNotPermitted, "no")))
    devices.behave("640x480", .silent)
    #expect(throws: RetakeError(.deviceNotPermitted, "no")) { try use("320x240") }
    let error = #expect(throws: RetakeError.self) { try use("640x480") }
    #expect(error?.code == .deviceSilent)
    expectPictures(160)
    #expect(session.configuration.camera?.spec == .device("160x120"))
    #expect(session.inputs.camera?.uniqueID == "160x120")
    #expect(devices.state.withLock { $0.open } == ["160x120"])
    session.stopRunning()
  }

  @Test func theSameDeviceIsClosedFirstAndComesBack() throws {
    try use("160x120")
    expectPictures(160)
    try session.configure { $0.camera?.preset = .low }
    #expect(session.configuration.camera?.preset == .low)
    expectPictures(160)
    // Gone in the moment between: nothing is left to go on with.
    devices.behave("160x120", .cannotOpen(RetakeError(.deviceLost, "gone")))
    let error = #expect(throws: RetakeError.self) { try session.configure { $0.camera?.preset = .high } }
    #expect(error?.code == .deviceBusy || error?.code == .deviceLost)
    session.stopRunning()
    #expect(devices.state.withLock { $0.opened } == ["160x120", "160x120"])
  }

  @Test func aFullBusHasTheOldCameraMakeWayAndComeBack() throws {
    devices.state.withLock { $0.hasRoomForOne = true }
    try use("160x120")
    expectPictures(160)
    try use("320x240")
    expectPictures(320)
    devices.behave("640x480", .silent)
    let error = #expect(throws: RetakeError.self) { try use("640x480") }
    #expect(error?.code == .deviceSilent)
    expectPictures(320)
    #expect(devices.state.withLock { $0.opened } == ["160x120", "320x240", "640x480", "320x240"])
    session.stopRunning()
  }

  @Test func aPulledCameraIsOpenedAgainWithEverythingFromTheStart() throws {
    try use("160x120")
    for round in 1...20 {
      expectPictures(160)
      devices.pullCamera()
      #expect(
        losses.wait(until: MonotonicClock.now + MediaTime(seconds: 20)) { $0 == round ? true : nil } == true)
      #expect(session.configuration.camera == nil && session.inputs.camera == nil)
      try use("160x120")
      #expect(devices.state.withLock { $0.opened.count } == round + 1)
    }
    expectPictures(160)
    session.stopRunning()
    #expect(devices.state.withLock { $0.open } == [])
  }

  @Test func noCameraIsChangedWhileAMovieIsRecorded() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use("160x120")
    let recording = try movie.startRecording(to: path, settings: settings)
    expectPictures(160)
    let error = #expect(throws: RetakeError.self) { try use("320x240") }
    #expect(error?.code == .wrongState)
    expectPictures(160)
    devices.pullCamera()
    #expect(recording.wait().reason == .cameraLost)
    try use("320x240")
    expectPictures(320)
    // The next take has the new camera's size, and does not end for what happened to the old one.
    let next = try movie.startRecording(to: path, settings: settings)
    usleep(300_000)
    movie.stopRecording()
    let result = next.wait()
    #expect(result.reason == .stopped && result.video.width == 320 && result.path == path)
    session.stopRunning()
  }

  @Test func aTakeWithoutACameraIsRefused() throws {
    let error = #expect(throws: RetakeError.self) { try movie.startRecording(to: path, settings: settings) }
    #expect(error?.code == .wrongState)
    session.stopRunning()
  }

  private var settings: MovieFileSettings {
    var settings = MovieFileSettings()
    settings.encoder = "libx264"
    settings.speed = .ultrafast
    return settings
  }
}

// Microphones that come and go while a take is made.
extension SessionThreadTests {
  @Test func aPulledMicrophoneLeavesSilenceAndAnotherGoesOn() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use("160x120")
    try session.configure { $0.microphone = .device("48000") }
    let recording = try movie.startRecording(to: path, settings: settings)
    usleep(700_000)
    devices.pullMicrophone()
    usleep(700_000)
    // Another kind: half the channels more and a third of the rate.
    try session.configure { $0.microphone = .device("16000") }
    usleep(700_000)
    movie.stopRecording()
    let result = recording.wait()
    session.stopRunning()
    #expect(result.reason == .stopped && result.error == nil)
    let sound = try sound()
    #expect(abs(sound.seconds - result.duration.seconds) < 0.03)
    // Loud, silent and loud again, each for about its time.
    let runs = sound.runs
    #expect(runs.map(\.isLoud) == [true, false, true], "\(runs)")
    #expect(runs.allSatisfy { $0.seconds > 0.2 }, "\(runs)")
  }

  @Test func aTakeBegunWithoutAMicrophoneIsSilentUntilOneComes() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    movie.keepsSoundTrack = true
    try use("160x120")
    let recording = try movie.startRecording(to: path, settings: settings)
    usleep(600_000)
    try session.configure { $0.microphone = .device("48000") }
    usleep(600_000)
    movie.stopRecording()
    let result = recording.wait()
    let sound = try sound()
    #expect(abs(sound.seconds - result.duration.seconds) < 0.03)
    #expect(sound.runs.map(\.isLoud) == [false, true], "\(sound.runs)")
    // Without that wish a take without a microphone has no track of sound.
    movie.keepsSoundTrack = false
    session.stopRunning()
  }

  @Test func aMicrophoneByAnotherNameIsTheOneThatRuns() throws {
    try use("160x120")
    try session.configure { $0.microphone = .device("48000") }
    devices.state.withLock { $0.otherNames = ["default": "48000", "auto": "48000"] }
    for spec in [DeviceSpec.device("default"), .auto] {
      try session.configure { $0.microphone = spec }
      #expect(session.inputs.microphone?.uniqueID == "48000")
    }
    #expect(devices.state.withLock { $0.opened } == ["160x120", "48000"])
    // Once it is gone it is opened like any other.
    devices.pullMicrophone()
    while session.inputs.microphone != nil { usleep(1000) }
    try session.configure { $0.microphone = .device("48000") }
    #expect(devices.state.withLock { $0.opened } == ["160x120", "48000", "48000"])
    session.stopRunning()
  }

  @Test func aMicrophoneThatDoesNotOpenLeavesTheOldOne() throws {
    try use("160x120")
    try session.configure { $0.microphone = .device("48000") }
    devices.behave("44100", .cannotOpen(RetakeError(.deviceBusy, "no")))
    #expect(throws: RetakeError.self) { try session.configure { $0.microphone = .device("44100") } }
    #expect(session.inputs.microphone?.uniqueID == "48000")
    // All or nothing: the camera stays, too.
    #expect(throws: RetakeError.self) {
      try session.configure { configuration in
        configuration.camera = CameraRequest(.device("320x240"))
        configuration.microphone = .device("44100")
      }
    }
    expectPictures(160)
    #expect(devices.state.withLock { $0.open.sorted() } == ["160x120", "48000"])
    session.stopRunning()
  }

  private struct Sound {
    var seconds: Double
    var runs: [(isLoud: Bool, seconds: Double)]
  }

  /// The sound of the file: loud and silent stretches; what is shorter than 0.1 s, the encoder's ringing, is left out.
  private func sound() throws -> Sound {
    var demuxer = try Demuxer(path: path)
    let audio = demuxer.audio
    let track = try #require(audio)
    var decoder = try AudioDecoder(track, start: demuxer.startTime)
    var samples: [Float] = []
    while let packet = try demuxer.read() {
      guard packet.kind == .audio else { continue }
      try decoder.send(packet)
      while let block = try decoder.receive() { samples += floats(of: block) }
    }
    try decoder.finish()
    while let block = try decoder.receive() { samples += floats(of: block) }
    let step = track.format.sampleRate / 100
    var runs: [(isLoud: Bool, seconds: Double)] = []
    for start in stride(from: 0, to: samples.count, by: step) {
      let peak = samples[start..<min(start + step, samples.count)].map(\.magnitude).max() ?? 0
      if runs.last?.isLoud == (peak > 0.1) {
        runs[runs.count - 1].seconds += 0.01
      } else {
        runs.append((peak > 0.1, 0.01))
      }
    }
    runs.removeAll { $0.seconds < 0.1 }
    var joined: [(isLoud: Bool, seconds: Double)] = []
    for run in runs {
      if joined.last?.isLoud == run.isLoud {
        joined[joined.count - 1].seconds += run.seconds
      } else {
        joined.append(run)
      }
    }
    return Sound(seconds: Double(samples.count) / Double(track.format.sampleRate), runs: joined)
  }

  /// The first channel.
  private func floats(of block: AudioBlock) -> [Float] {
    block.storage.withPlane(0) { bytes in
      (0..<block.frameCount).map { frame in
        unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: frame * block.format.channels * MemoryLayout<Float>.size, as: Float.self)
      }
    }
  }
}

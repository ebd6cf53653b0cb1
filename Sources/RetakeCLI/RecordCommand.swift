internal import Retake
internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// `retake record`: a take without a screen.
enum RecordCommand {
  /// Records into `output` until `seconds`, a limit of the config or a signal ends it.
  static func run(
    _ config: Config, output: String, seconds: Double?, json: Bool
  ) throws(RetakeError) -> ExitCode {
    var settings = try MovieFileSettings(config, usualLimit: nil)
    settings.duration = seconds.map { MediaTime(seconds: $0) }
    let session = CaptureSession()
    let camera = try CaptureDeviceInput(
      camera: config.camera, preset: config.preset, frameRate: config.frameRate)
    if let choice = camera.formatChoice { Log.info("camera: \(choice.reason)") }
    try session.addInput(camera)
    let microphone = try microphone(config.microphone, beside: camera)
    if let microphone { try session.addInput(microphone) }
    let movie = MovieFileOutput()
    try session.addOutput(movie)
    // Before the session's threads: they inherit which signals are taken elsewhere.
    let isStopWanted = Monitor(false)
    let signals = SignalWatch {
      isStopWanted.withLock { $0 = true }
      movie.stopRecording(because: .signal)
    }
    defer { signals.stop() }
    // Armed before the camera starts, so that its first picture is the take's.
    let recording = try movie.startRecording(to: output, settings: settings)
    if microphone == nil && config.microphone != .none {
      Console.note("no microphone was found: the take has no sound")
    }
    // A stop that came before there was a recording.
    if isStopWanted.withLock({ $0 }) { movie.stopRecording(because: .signal) }
    do throws(RetakeError) {
      try session.startRunning()
    } catch {
      movie.stopRecording()
      _ = recording.wait()
      throw error
    }
    let result = recording.wait()
    session.stopRunning()
    try Console.print(json ? JSONLine.of(RecordReport(result)) : summary(of: result))
    guard let error = result.error else { return .done }
    Console.report(error)
    return ExitCode(error.code)
  }

  /// The microphone; nil where none is wanted, or `auto` finds none.
  private static func microphone(
    _ spec: DeviceSpec, beside camera: CaptureDeviceInput
  ) throws(RetakeError) -> CaptureDeviceInput? {
    guard spec != .none else { return nil }
    do throws(RetakeError) {
      return try CaptureDeviceInput(microphone: spec, beside: camera)
    } catch {
      guard spec == .auto, error.code == .deviceMissing else { throw error }
      return nil
    }
  }

  private static func summary(of result: RecordingResult) -> String {
    guard let path = result.path else { return "nothing was recorded" }
    let tenths = Int((result.duration.seconds * 10).rounded())
    let video = result.video
    let dropped = video.dropped > 0 ? ", \(video.dropped) dropped" : ""
    let sound = result.audio == nil ? "no sound" : "sound"
    return "\(path): \(tenths / 10).\(tenths % 10) s, \(video.width)x\(video.height), "
      + "\(video.encoded) pictures\(dropped), \(sound)"
  }
}

internal import Retake
internal import RetakeBooth
internal import RetakeDevices
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
    try checkSources(config, output: output)
    let movie = MovieFileOutput()
    let isRecording = Monitor(false)
    // Before any other thread is made: threads inherit which signals are taken elsewhere.
    let signals = SignalWatch {
      if isRecording.withLock({ $0 }) {
        movie.stopRecording(because: .signal)
      } else {
        endBeforeTheFirstPicture(json: json)
      }
    }
    defer { signals.stop() }
    let session = CaptureSession()
    let camera = try CaptureDeviceInput(
      CameraRequest(
        config.camera, preset: config.preset, frameRate: config.frameRate,
        isPassthrough: settings.isPassthrough))
    if let choice = camera.formatChoice { Log.info("camera: \(choice.reason)") }
    try session.addInput(camera)
    let microphone = try microphone(config.microphone, beside: camera)
    if let microphone { try session.addInput(microphone) }
    try session.addOutput(movie)
    // Armed before the camera starts, so that its first picture is the take's.
    let recording = try movie.startRecording(to: output, settings: settings)
    isRecording.withLock { $0 = true }
    if microphone == nil && config.microphone != .none {
      Console.note("no microphone was found: the take has no sound")
    }
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
    // Who ends it in a blink gets what was asked for.
    let isWanted = result.reason == .signal && error.code == .nothingRecorded
    return isWanted ? .done : ExitCode(error.code)
  }

  /// A signal has come while devices were being opened or the encoder tried: there is nothing to finish, and
  /// opening may take as long as the device likes.
  private static func endBeforeTheFirstPicture(json: Bool) -> Never {
    if json { try? Console.print(JSONLine.of(RecordReport.nothing)) }
    Console.note("too short: stopped before the recording began; nothing was recorded")
    SystemCalls.endProcess(ExitCode.done.rawValue)
  }

  /// Refuses a pipe for both devices, and an output that is one of the inputs: it would be overwritten while it is
  /// read.
  private static func checkSources(_ config: Config, output: String) throws(RetakeError) {
    try Discovery.checkInputs(camera: config.camera, microphone: config.microphone)
    guard let written = try? SystemCalls.status(of: output) else { return }
    for spec in [config.camera, config.microphone] {
      guard case .file(let path) = spec, let read = try? SystemCalls.status(of: path) else { continue }
      guard read.identity != written.identity else {
        throw RetakeError(
          .invalidArgument, "\(output) is the file that is played as a device, and would be overwritten",
          advice: "Name another file with -o.")
      }
    }
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

package import RetakeMedia
internal import RetakeRuntime

/// Finds and opens devices. May be called from any thread; nothing is kept.
package enum Discovery {
  /// Opens the camera that `spec` names, set to the best that `preset` and `frameRate` allow. Throws
  /// `.deviceMissing`, `.deviceBusy`, `.deviceNotPermitted`, `.deviceLost`, `.invalidArgument` or `.notSupported`.
  package static func openCamera(
    _ spec: DeviceSpec, preset: SessionPreset = .high, frameRate: Double = 30
  ) throws(RetakeError) -> any CameraSource {
    switch spec {
    case .test(let text):
      return TestCamera(try TestCameraSpec(text))
    case .auto:
      return try openBest(of: realCameras(), FormatChooser(preset: preset, frameRate: frameRate))
    case .device(let name):
      return try open(name, FormatChooser(preset: preset, frameRate: frameRate))
    case .file(let path):
      return try FileCamera(path: path)
    case .none:
      throw RetakeError(
        .invalidArgument, "a camera is needed, and --camera is none",
        advice: "try --camera auto, or the built-in one: --camera test")
    }
  }

  /// The camera of this id, node or other name; `,format=CODE` behind it leaves it only that kind of picture.
  private static func open(_ name: String, _ chooser: FormatChooser) throws(RetakeError) -> any CameraSource {
    let cameras = realCameras()
    guard let camera = find(name, in: cameras) else {
      let parts = name.split(separator: ",", maxSplits: 1)
      if parts.count == 2, parts[1].hasPrefix("format="), var camera = find(String(parts[0]), in: cameras) {
        let code = parts[1].dropFirst("format=".count)
        camera.formats.removeAll { $0.code.lowercased() != code.lowercased() }
        return try open(camera, chooser)
      }
      throw RetakeError(
        .deviceMissing, "camera '\(name)' not found",
        advice: "`retake devices` lists what is there; the built-in one is --camera test")
    }
    return try open(camera, chooser)
  }

  /// A camera of two nodes has one bus address for both, so ids and nodes come first.
  private static func find(_ name: String, in cameras: [CameraDescription]) -> CameraDescription? {
    cameras.first { $0.id == name || $0.node == name } ?? cameras.first { $0.aliases.contains(name) }
  }

  private static func open(
    _ camera: CameraDescription, _ chooser: FormatChooser
  ) throws(RetakeError) -> V4L2Camera {
    if let problem = camera.problem { throw problem }
    return try V4L2Camera(
      path: camera.node ?? "", name: camera.name, formats: camera.formats, chooser: chooser,
      calls: V4L2SystemCalls())
  }

  /// The best of `cameras` that opens: the one with the largest picture, of these the first. What was wrong
  /// with the best one is thrown if none does.
  private static func openBest(
    of cameras: [CameraDescription], _ chooser: FormatChooser
  ) throws(RetakeError) -> any CameraSource {
    let ranked = cameras.enumerated().map { index, camera in
      let format = chooser.choose(from: camera.formats)?.format
      return (camera: camera, area: (format?.width ?? 0) * (format?.height ?? 0), index: index)
    }
    var reason: RetakeError?
    for entry in ranked.sorted(by: { ($0.area, $1.index) > ($1.area, $0.index) }) {
      do throws(RetakeError) {
        return try open(entry.camera, chooser)
      } catch {
        Log.info("camera '\(entry.camera.name)' is passed over: \(error.message)")
        reason = reason ?? error
      }
    }
    throw reason
      ?? RetakeError(
        .deviceMissing, "no camera found", advice: "plug one in, or try the built-in one: --camera test")
  }

  /// Opens the microphone that `spec` names; nil for `.none`. `camera` is what it will be heard with: the
  /// test microphone beeps with the flashes of the test camera. Throws as `openCamera` does.
  package static func openMicrophone(
    _ spec: DeviceSpec, beside camera: (any CameraSource)? = nil
  ) throws(RetakeError) -> (any MicrophoneSource)? {
    switch spec {
    case .test(let text):
      let flashRate = (camera as? TestCamera)?.format.frameRate
      return TestMicrophone(try TestMicrophoneSpec(text), flashRate: flashRate)
    case .auto:
      throw RetakeError(
        .deviceMissing, "no microphone found",
        advice: "plug one in, or try the built-in one: --microphone test")
    case .device(let name):
      throw RetakeError(
        .deviceMissing, "microphone '\(name)' not found",
        advice: "`retake devices` lists what is there; the built-in one is --microphone test")
    case .file(let path):
      return try FileMicrophone(path: path)
    case .none:
      return nil
    }
  }

  /// The cameras that are there now, the built-in one last.
  package static func cameras() -> [CameraDescription] {
    realCameras() + [testCamera]
  }

  private static func realCameras() -> [CameraDescription] {
    V4L2Inventory(calls: V4L2SystemCalls()).cameras(Udev.devices(subsystem: DeviceEvent.cameras))
  }

  private static var testCamera: CameraDescription {
    let sizes = [(640, 480), (1280, 720), (1920, 1080), (3840, 2160)]
    let kinds: KeyValuePairs<String, MediaSubtype> = [
      "NV12": .pixels(.nv12), "YUYV": .pixels(.yuyv422), "MJPG": .codec(.mjpeg),
    ]
    let formats = kinds.flatMap { code, subtype in
      sizes.map { width, height in
        CaptureFormat(code: code, subtype: subtype, width: width, height: height, frameRates: [Rational(30)])
      }
    }
    return CameraDescription(id: "test", name: "Test camera", formats: formats)
  }

  /// The microphones that are there now.
  package static func microphones() -> [MicrophoneDescription] {
    let format = AudioFormat(sampleRate: Int(TestTone.nominalRate), channels: 1)
    return [MicrophoneDescription(id: "test", name: "Test microphone", formats: [format])]
  }
}

package import RetakeMedia
internal import RetakeRuntime

/// Finds and opens devices. May be called from any thread; nothing is kept.
package enum Discovery {
  /// Opens the camera that `spec` names, set to the best that `chooser` finds. Throws `.deviceMissing`,
  /// `.deviceBusy`, `.deviceNotPermitted`, `.deviceLost`, `.invalidArgument` (a stream is wanted, and it sends none) or
  /// `.notSupported`.
  package static func openCamera(
    _ spec: DeviceSpec, _ chooser: FormatChooser = FormatChooser(preset: .high)
  ) throws(RetakeError) -> any CameraSource {
    switch spec {
    case .test(let text):
      let test = try TestCameraSpec(text)
      if chooser.isStreamWanted, test.subtype.streamCodec == nil {
        throw RetakeError.noStream(of: "the test camera")
      }
      return TestCamera(test)
    case .auto:
      return try V4L2Cameras.openBest(chooser)
    case .device(let name):
      return try V4L2Cameras.open(name, chooser)
    case .file(let path):
      if chooser.isStreamWanted {
        throw RetakeError(
          .invalidArgument, "\(path) is decoded before it is recorded, so --codec copy has nothing to keep",
          advice: "Leave --codec out; to copy a file, copy it.")
      }
      return try FileCamera(path: path)
    case .none:
      throw RetakeError(
        .invalidArgument, "a camera is needed, and --camera is none",
        advice: "Try --camera auto, or the built-in one: --camera test")
    }
  }

  /// Whether `spec` names `camera`, which is open; `auto` would take it, too.
  package static func isCamera(_ camera: V4L2Camera, named spec: DeviceSpec) -> Bool {
    switch spec {
    case .auto: true
    case .device(let name): V4L2Cameras.isCamera(camera.id, named: name)
    case .none, .test, .file: false
    }
  }

  /// Whether `spec` names `microphone`, which is open, or would choose it.
  package static func isMicrophone(_ microphone: ALSAMicrophone, named spec: DeviceSpec) -> Bool {
    switch spec {
    case .auto: ALSAMicrophones.isDefault(microphone.id)
    case .device(let name): ALSAMicrophones.isMicrophone(microphone.id, named: name)
    case .none, .test, .file: false
    }
  }

  /// Opens the microphone that `spec` names; nil for `.none`. `camera` is what it will be heard with: the
  /// test microphone beeps with the flashes of the test camera, and a pipe serves only one. Throws as `openCamera`
  /// does, and `.deviceBusy` or `.deviceNotPermitted`.
  package static func openMicrophone(
    _ spec: DeviceSpec, beside camera: (any CameraSource)? = nil
  ) throws(RetakeError) -> (any MicrophoneSource)? {
    switch spec {
    case .test(let text):
      let flashRate = (camera as? TestCamera)?.format.frameRate
      return TestMicrophone(try TestMicrophoneSpec(text), flashRate: flashRate)
    case .auto:
      return try ALSAMicrophones.openDefault()
    case .device(let name):
      return try ALSAMicrophones.open(name)
    case .file(let path):
      if let camera = camera as? FileCamera { try checkInputs(camera: .file(camera.path), microphone: spec) }
      return try FileMicrophone(path: path)
    case .none:
      return nil
    }
  }

  /// Throws `.invalidArgument` where both are the same pipe, whose bytes only one of them could read. Opens
  /// nothing, so it can be asked before the camera waits for the pipe.
  package static func checkInputs(camera: DeviceSpec, microphone: DeviceSpec) throws(RetakeError) {
    guard case .file(let path) = camera, case .file(let other) = microphone else { return }
    // Opened as `-`, it is one open file with one place in it, even where it is no pipe.
    if path == "-" && other == "-" { throw .shared(path) }
    let paths = [path, other].map { $0 == "-" ? "/dev/stdin" : $0 }
    guard let status = try? SystemCalls.status(of: paths[0]),
      let otherStatus = try? SystemCalls.status(of: paths[1]), status.identity == otherStatus.identity
    else { return }
    if !status.isRegular && !status.isFolder { throw .shared(path) }
  }

  /// The cameras that are there now, the built-in one last.
  package static func cameras() -> [CameraDescription] {
    V4L2Cameras.descriptions() + [testCamera]
  }

  private static var testCamera: CameraDescription {
    let sizes = [(640, 480), (1280, 720), (1920, 1080), (3840, 2160)]
    let kinds: KeyValuePairs<String, MediaSubtype> = [
      "NV12": .pixels(.nv12), "YUYV": .pixels(.yuyv422), "MJPG": .codec(.mjpeg), "H264": .codec(.h264),
      "Z16": .pixels(.gray8), "RGGB": .pixels(.yuv420p),
    ]
    let formats = kinds.flatMap { code, subtype in
      sizes.map { width, height in
        CaptureFormat(code: code, subtype: subtype, width: width, height: height, frameRates: [Rational(30)])
      }
    }
    return CameraDescription(id: "test", name: "Test camera", formats: formats)
  }

  /// The microphones that are there now, the built-in one last.
  package static func microphones() -> [MicrophoneDescription] {
    let format = AudioFormat(sampleRate: Int(TestTone.nominalRate), channels: 1)
    return ALSAMicrophones.descriptions()
      + [MicrophoneDescription(id: "test", name: "Test microphone", formats: [format])]
  }
}

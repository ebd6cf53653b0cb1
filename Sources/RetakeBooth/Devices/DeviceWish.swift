internal import Retake
internal import RetakeKiosk
internal import RetakeMedia

/// Which camera and microphone the kiosk is to use: those of the config, until somebody chooses others. A value; what
/// it says is what is asked for, not what is there.
struct DeviceWish: Hashable, Sendable {
  private let config: Config
  private var chosenCamera: DeviceSpec?
  private var chosenMicrophone: DeviceSpec?
  /// The size to ask cameras for.
  var preset: SessionPreset
  /// Values of controls, by the ids of cameras and their own names.
  var controls: [String: [String: Int]]

  /// What `config` says.
  init(_ config: Config) {
    self.config = config
    preset = config.preset
    controls = config.cameraControls
  }

  /// The camera.
  var camera: DeviceSpec { chosenCamera ?? config.camera }
  /// The microphone.
  var microphone: DeviceSpec { chosenMicrophone ?? config.microphone }

  /// Somebody has chosen this camera, or microphone.
  mutating func choose(camera: DeviceSpec) { chosenCamera = camera }
  mutating func choose(microphone: DeviceSpec) { chosenMicrophone = microphone }

  /// The chosen camera is gone. Where the config leaves the choice to us another one will do.
  mutating func loseCamera() {
    if config.camera == .auto { chosenCamera = nil }
  }

  /// The chosen microphone is gone.
  mutating func loseMicrophone() {
    if config.microphone == .auto { chosenMicrophone = nil }
  }

  /// How a camera is to be opened.
  func request(_ spec: DeviceSpec) -> CameraRequest {
    CameraRequest(
      spec, preset: preset, frameRate: config.frameRate, controls: controls,
      isPassthrough: config.codec == .copy)
  }

  /// The built-in camera in the place of a missing one; takes that keep a camera's stream need one of it, too.
  var standIn: DeviceSpec { .test(config.codec == .copy ? "format=h264" : "") }

  /// Whether the microphone is none of the machine's: made up, or a file. Those never fail for being pulled out, and
  /// start with the camera.
  var isMicrophoneMadeUp: Bool {
    switch microphone {
    case .test, .file: true
    case .auto, .none, .device: false
    }
  }
}

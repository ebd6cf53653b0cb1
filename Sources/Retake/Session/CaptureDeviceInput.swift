internal import RetakeDevices
public import RetakeMedia

/// An opened camera or microphone, to be added to one `CaptureSession`.
///
/// Opening may take as long as the device likes: not for the thread that draws.
public final class CaptureDeviceInput: Sendable {
  enum Source {
    case camera(any CameraSource)
    case microphone(any MicrophoneSource)
  }
  let source: Source

  /// Opens a camera, and sets a real one to the best format that `preset` allows, at a rate near `frameRate`
  /// frames a second. It streams from here on.
  public init(
    camera spec: DeviceSpec, preset: SessionPreset = .high, frameRate: Double = 30
  ) throws(RetakeError) {
    source = .camera(try Discovery.openCamera(spec, preset: preset, frameRate: frameRate))
  }

  /// Opens a microphone, to be heard with `camera`: the test microphone beeps with that camera's flashes.
  public init(microphone spec: DeviceSpec, beside camera: CaptureDeviceInput? = nil) throws(RetakeError) {
    var companion: (any CameraSource)?
    if case .camera(let source) = camera?.source { companion = source }
    guard let microphone = try Discovery.openMicrophone(spec, beside: companion) else {
      throw RetakeError(.invalidArgument, "`none` is no microphone", advice: "Leave the input out.")
    }
    source = .microphone(microphone)
  }

  /// What the camera delivers; nil for a microphone.
  public var videoFormat: VideoFormat? {
    guard case .camera(let camera) = source else { return nil }
    return camera.format
  }

  /// What a real camera was set to, and why; nil for all else.
  public var formatChoice: FormatChoice? {
    guard case .camera(let camera) = source else { return nil }
    return (camera as? V4L2Camera)?.choice
  }

  /// What can be set on a real camera now, with its values; empty for all else. Any thread may ask, at any time.
  public var controls: [CameraControl] {
    guard case .camera(let camera) = source else { return [] }
    return (camera as? V4L2Camera)?.controls() ?? []
  }

  /// Sets a control of a real camera to the step next to `value`, also while it runs, and gives it as it is then.
  public func setControl(_ name: String, to value: Int) throws(RetakeError) -> CameraControl {
    guard case .camera(let camera) = source, let camera = camera as? V4L2Camera else {
      throw RetakeError(.notSupported, "only a real camera has controls")
    }
    return try camera.set(value, ofControl: name)
  }

  /// What the microphone delivers; nil for a camera.
  public var audioFormat: AudioFormat? {
    guard case .microphone(let microphone) = source else { return nil }
    return microphone.format
  }
}

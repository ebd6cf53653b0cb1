package import RetakeDevices
public import RetakeMedia
internal import RetakeRuntime

/// An opened camera or microphone, to be added to one `CaptureSession`.
///
/// Opening may take as long as the device likes: not for the thread that draws.
public final class CaptureDeviceInput: Sendable {
  enum Source {
    case camera(any CameraSource, CameraRequest)
    case microphone(any MicrophoneSource, DeviceSpec)
  }
  let source: Source
  private let id: String?

  /// Opens a camera, and sets a real one to the best format that `preset` allows, at a rate near `frameRate`
  /// frames a second. It streams from here on.
  public convenience init(
    camera spec: DeviceSpec, preset: SessionPreset = .high, frameRate: Double = 30
  ) throws(RetakeError) {
    try self.init(CameraRequest(spec, preset: preset, frameRate: frameRate))
  }

  /// Opens a camera as `request` says, and sets its controls. It streams from here on.
  public convenience init(_ request: CameraRequest) throws(RetakeError) {
    let camera = try Discovery.openCamera(
      request.spec,
      FormatChooser(
        preset: request.preset, frameRate: request.frameRate, isStreamWanted: request.isPassthrough))
    self.init(camera, request)
    guard let camera = camera as? V4L2Camera, let values = request.controls[camera.id] else { return }
    for problem in camera.set(values) { Log.warning("camera '\(camera.name)': \(problem.message)") }
  }

  /// An input of a camera that is open already; its `id` is the request's where it has none of its own.
  package init(_ camera: any CameraSource, _ request: CameraRequest, id: String? = nil) {
    source = .camera(camera, request)
    self.id = id ?? (camera as? V4L2Camera)?.id
  }

  /// Opens a microphone, to be heard with `camera`: the test microphone beeps with that camera's flashes.
  public convenience init(
    microphone spec: DeviceSpec, beside camera: CaptureDeviceInput? = nil
  ) throws(RetakeError) {
    guard let microphone = try Discovery.openMicrophone(spec, beside: camera?.camera) else {
      throw RetakeError(.invalidArgument, "`none` is no microphone", advice: "Leave the input out.")
    }
    self.init(microphone, spec)
  }

  /// An input of a microphone that is open already; its `id` is the spec's where it has none of its own.
  package init(_ microphone: any MicrophoneSource, _ spec: DeviceSpec, id: String? = nil) {
    source = .microphone(microphone, spec)
    self.id = id ?? (microphone as? ALSAMicrophone)?.id
  }

  /// The camera; nil for a microphone.
  package var camera: (any CameraSource)? {
    if case .camera(let camera, _) = source { camera } else { nil }
  }

  private var realCamera: V4L2Camera? { camera as? V4L2Camera }

  /// Names the device for `DeviceSpec`, wherever it is plugged in: that of the device which was found, where the
  /// one that was asked for is `auto`.
  public var uniqueID: String {
    switch source {
    case .camera(_, let request): id ?? request.spec.text
    case .microphone(_, let spec): id ?? spec.text
    }
  }

  /// What people call the device.
  public var localizedName: String {
    switch source {
    case .camera(let camera, _): (camera as? V4L2Camera)?.name ?? uniqueID
    case .microphone(let microphone, _): (microphone as? ALSAMicrophone)?.title ?? uniqueID
    }
  }

  /// What the camera delivers; nil for a microphone.
  public var videoFormat: VideoFormat? { camera?.format }

  /// What a real camera was set to, and why; nil for all else.
  public var formatChoice: FormatChoice? { realCamera?.choice }

  /// Whether a real camera was set to less than the best, because its bus has no room for more.
  public var isReduced: Bool { realCamera?.isReduced ?? false }

  /// What can be set on a real camera now, with its values; empty for all else. Any thread may ask, at any time.
  public var controls: [CameraControl] { realCamera?.controls() ?? [] }

  /// Sets a control of a real camera, a number to the step next to `value`, also while it runs, and gives it as it is
  /// then.
  ///
  /// - Throws: `.invalidArgument` for a control that it has not, and for what can be no value of it; `.wrongState` while
  ///   the camera decides about it by itself (exposure, while it exposes automatically); `.notSupported` for kinds of
  ///   controls that cannot be set here; `.deviceLost`, and `.failed` where the driver refuses for another reason.
  public func setControl(_ name: String, to value: Int) throws(RetakeError) -> CameraControl {
    guard let realCamera else {
      throw RetakeError(.notSupported, "only a real camera has controls")
    }
    return try realCamera.set(value, ofControl: name)
  }

  /// What the microphone delivers; nil for a camera.
  public var audioFormat: AudioFormat? {
    guard case .microphone(let microphone, _) = source else { return nil }
    return microphone.format
  }
}

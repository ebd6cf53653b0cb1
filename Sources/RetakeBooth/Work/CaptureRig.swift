internal import Retake
internal import RetakeDisplay
internal import RetakeMedia

/// An opened camera with its microphone, and what is made of them: preview, level, recordings.
///
/// Made, started and stopped on the `session` thread; its outputs are read by the first one.
final class CaptureRig: Sendable {
  /// Tells this rig from those before it.
  let number: Int
  /// Whether it is the built-in camera, and whether that stands in for a missing one.
  let isTest: Bool
  let isFallback: Bool
  let cameraName: String
  /// nil without one.
  let microphoneName: String?
  let format: VideoFormat
  /// The clockwise turn that makes its pictures upright.
  let rotation: Turn
  let preview: VideoDataOutput
  let level = AudioLevelOutput()
  let movie = MovieFileOutput()
  private let session = CaptureSession()

  /// What was opened, by its names.
  struct Devices {
    var camera: CaptureDeviceInput
    var cameraName: String
    var microphone: CaptureDeviceInput?
    var microphoneName: String?
    var isTest = false
    var isFallback = false
  }

  /// Joins what was opened. `rotation` is the config's turn of the camera, beside what it says itself.
  init(number: Int, _ devices: Devices, rotation: Int, mailbox: Mailbox) throws(RetakeError) {
    self.number = number
    isTest = devices.isTest
    isFallback = devices.isFallback
    cameraName = devices.cameraName
    microphoneName = devices.microphoneName
    guard let format = devices.camera.videoFormat else {
      preconditionFailure("a camera has a format")
    }
    self.format = format
    self.rotation = Turn(rawValue: (format.rotation + rotation) % 360) ?? .none
    preview = VideoDataOutput(
      wake: { mailbox.wake() },
      ended: { end in if case .lost(let error) = end { mailbox.post(.cameraLost(rig: number, error)) } })
    try session.addInput(devices.camera)
    if let microphone = devices.microphone { try session.addInput(microphone) }
    try session.addOutput(movie)
    try session.addOutput(preview)
    try session.addOutput(level)
  }

  /// Starts camera and microphone.
  func start() throws(RetakeError) {
    try session.startRunning()
  }

  /// Stops them and waits until they have; a recording that runs ends here.
  func stop() {
    session.stopRunning()
  }
}

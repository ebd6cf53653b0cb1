internal import Retake
internal import RetakeKiosk
internal import RetakeMedia

/// Something that happened on another thread.
enum BoothMessage: Sendable {
  /// An answer that the brain understands as it is.
  case event(KioskEvent.Kind)
  /// A camera is open and runs.
  case cameraOpened(CaptureRig)
  case cameraFailed(RetakeError)
  /// The camera of the rig with this number went away.
  case cameraLost(rig: Int, RetakeError)
  /// Nothing can be recorded with these settings, ever.
  case misconfigured(RetakeError)
  /// Where the next take can be recorded to.
  case placePrepared(TakePlace)
  case placeFailed(RetakeError)
  case recordingFailed(generation: Int, RetakeError)
  case recordingFinished(generation: Int, TakePlace, RecordingResult)
  case playerOpened(generation: Int, Player)
  case screenshotWritten(request: Int, RetakeError?)
}

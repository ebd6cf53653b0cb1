internal import Retake
internal import RetakeDevices
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote

/// Something that happened on another thread.
enum BoothMessage: Sendable {
  /// An answer that the brain understands as it is.
  case event(KioskEvent.Kind)
  /// A camera is open and has sent a picture.
  case cameraOpened(OpenCamera)
  case cameraFailed(RetakeError)
  /// The camera that ran went away.
  case cameraLost(RetakeError)
  /// nil where none is wanted.
  case microphoneOpened(OpenMicrophone?)
  case microphoneFailed(RetakeError)
  /// The microphone that ran went away.
  case microphoneLost(RetakeError)
  /// A control was set, as a request of the socket wished: the values of all that were, by the ids of cameras, and
  /// what is answered.
  case controlSet(request: Int, all: [String: [String: Int]], answer: RemoteObject)
  /// A device came, went or changed.
  case deviceEvent(DeviceEvent)
  case devicesListed(DeviceList)
  case devicesAnswered(request: Int, DeviceList)
  /// What a request of the socket is answered that other threads have worked on.
  case answered(request: Int, Result<RemoteObject, RemoteRefusal>)
  /// Nothing can be recorded with these settings, ever.
  case misconfigured(RetakeError)
  /// Where the next take can be recorded to.
  case placePrepared(TakePlace)
  case placeFailed(RetakeError)
  /// Whether a take can be begun; nil: it can.
  case diskChecked(RetakeError?)
  case recordingFailed(generation: Int, RetakeError)
  case recordingFinished(generation: Int, TakePlace, RecordingResult)
  case playerOpened(generation: Int, Player)
  case screenshotWritten(request: Int, RetakeError?)
}

internal import RetakeDevices
public import RetakeMedia
internal import RetakeRuntime

/// Joins inputs and outputs, and runs them: pictures and sound flow from `startRunning` to `stopRunning`.
///
/// One thread at a time changes a session; what it delivers comes on threads of its own.
public final class CaptureSession: Sendable {
  private struct State {
    var camera: (any CameraSource)?
    var microphone: (any MicrophoneSource)?
    var sinks: [any CaptureSink] = []
    var flow: CaptureFlow?
    var hasRun = false
  }
  private let state = Monitor(State())

  /// A session without inputs and outputs.
  public init() {}

  /// Adds an opened device: one camera and one microphone at most, and only before the session runs.
  public func addInput(_ input: CaptureDeviceInput) throws(RetakeError) {
    try state.withLock { (state) throws(RetakeError) in
      guard !state.hasRun else { throw Self.alreadyRunning }
      switch input.source {
      case .camera(let camera):
        guard state.camera == nil else { throw Self.secondInput("camera") }
        state.camera = camera
      case .microphone(let microphone):
        guard state.microphone == nil else { throw Self.secondInput("microphone") }
        state.microphone = microphone
      }
    }
  }

  /// Adds a recorder. The session must have its inputs already, and not run yet.
  public func addOutput(_ output: MovieFileOutput) throws(RetakeError) {
    let connection = try connection()
    try add(output)
    output.connect(to: connection)
  }

  /// Adds an output that hands out single frames.
  public func addOutput(_ output: VideoDataOutput) throws(RetakeError) {
    try add(output)
  }

  /// Adds an output that measures the microphone.
  public func addOutput(_ output: AudioLevelOutput) throws(RetakeError) {
    try add(output)
  }

  private func add(_ sink: any CaptureSink) throws(RetakeError) {
    try state.withLock { (state) throws(RetakeError) in
      guard !state.hasRun else { throw Self.alreadyRunning }
      state.sinks.append(sink)
    }
  }

  private func connection() throws(RetakeError) -> MovieFileOutput.Connection {
    let (camera, microphone) = state.withLock { ($0.camera, $0.microphone) }
    guard let camera else {
      throw RetakeError(.wrongState, "a movie needs a camera", advice: "Add the camera input first.")
    }
    return MovieFileOutput.Connection(
      video: camera.format, audio: microphone?.format, isSoundExact: microphone?.isPatient ?? true,
      isPatient: camera.isPatient)
  }

  /// Starts the inputs, once in a session's life. Returns at once; pictures come when the camera has them.
  public func startRunning() throws(RetakeError) {
    let flow = try state.withLock { (state) throws(RetakeError) -> CaptureFlow in
      guard !state.hasRun else { throw Self.alreadyRunning }
      let flow = CaptureFlow(camera: state.camera, microphone: state.microphone, sinks: state.sinks)
      state.hasRun = true
      state.flow = flow
      return flow
    }
    let epoch = MonotonicClock.now
    Log.debug("capture starts at \(epoch.nanoseconds) ns of the monotonic clock")
    flow.start(epoch: epoch)
  }

  /// Stops the inputs and waits until nothing is delivered any more. A recording that runs ends here.
  public func stopRunning() {
    let flow = state.withLock { state in
      let flow = state.flow
      state.flow = nil
      return flow
    }
    flow?.stop()
  }

  /// Whether the inputs run.
  public var isRunning: Bool {
    state.withLock { $0.flow != nil }
  }

  private static let alreadyRunning = RetakeError(
    .wrongState, "a session is configured before it runs, and runs once", advice: "Make a new session.")

  private static func secondInput(_ kind: String) -> RetakeError {
    RetakeError(.wrongState, "the session has a \(kind) already")
  }
}

internal import RetakeDevices
public import RetakeMedia
internal import RetakeRuntime

/// Joins inputs and outputs, and runs them: pictures and sound flow from `startRunning` to `stopRunning`.
///
/// One thread at a time changes a session; what it delivers comes on threads of its own.
public final class CaptureSession: Sendable {
  private struct State {
    var inputs = SessionInputs()
    var sinks: [any CaptureSink] = []
    var movies: [MovieFileOutput] = []
    var hasRun = false
    var isRunning = false
  }
  private let state = Monitor(State())
  private let opener: any InputOpener
  private let patience: MediaTime

  /// A session without inputs and outputs.
  public convenience init() {
    self.init(opener: DeviceOpener())
  }

  /// A session whose `configure` opens devices through `opener`, and gives a new camera `patience` to send its first
  /// picture.
  package init(opener: any InputOpener, patience: MediaTime = MediaTime(seconds: 6)) {
    self.opener = opener
    self.patience = patience
  }

  /// Adds an opened device: one camera and one microphone at most, and only before the session runs.
  public func addInput(_ input: CaptureDeviceInput) throws(RetakeError) {
    try state.withLock { (state) throws(RetakeError) in
      guard !state.hasRun else { throw Self.alreadyRunning }
      switch input.source {
      case .camera:
        guard state.inputs.camera == nil else { throw Self.secondInput("camera") }
        state.inputs.camera = SessionCamera(input)
      case .microphone:
        guard state.inputs.microphone == nil else { throw Self.secondInput("microphone") }
        state.inputs.microphone = SessionMicrophone(input)
      }
    }
    tellFormats()
  }

  /// Adds a recorder; not while the session runs.
  public func addOutput(_ output: MovieFileOutput) throws(RetakeError) {
    try add(output)
    state.withLock { $0.movies.append(output) }
    tellFormats()
  }

  /// Adds an output that hands out single frames; not while the session runs.
  public func addOutput(_ output: VideoDataOutput) throws(RetakeError) {
    try add(output)
    tellFormats()
  }

  /// Adds an output that measures the microphone; not while the session runs.
  public func addOutput(_ output: AudioLevelOutput) throws(RetakeError) {
    try add(output)
  }

  private func add(_ sink: any CaptureSink) throws(RetakeError) {
    try state.withLock { (state) throws(RetakeError) in
      guard !state.hasRun else { throw Self.alreadyRunning }
      state.sinks.append(sink)
    }
  }

  /// Says what will come, before the session runs.
  private func tellFormats() {
    let (inputs, sinks) = state.withLock { ($0.inputs, $0.sinks) }
    for sink in sinks {
      if let camera = inputs.camera {
        sink.cameraChanged(to: camera.source.format, isPatient: camera.source.isPatient)
      }
      if let source = inputs.microphone?.source {
        sink.microphoneChanged(to: source.format, isExact: source.isPatient)
      }
    }
  }

  /// Starts the inputs, once in a session's life. Returns at once; pictures come when the camera has them.
  public func startRunning() throws(RetakeError) {
    let (inputs, sinks) = try state.withLock { (state) throws(RetakeError) in
      guard !state.hasRun else { throw Self.alreadyRunning }
      state.hasRun = true
      state.isRunning = true
      return (state.inputs, state.sinks)
    }
    let epoch = MonotonicClock.now
    Log.debug("capture starts at \(epoch.nanoseconds) ns of the monotonic clock")
    inputs.microphone?.start(into: sinks, epoch: epoch)
    inputs.camera?.start(into: sinks, isOpen: true, epoch: epoch)
  }

  /// Stops the inputs and waits until nothing is delivered any more. A recording that runs ends here.
  public func stopRunning() {
    let inputs = state.withLock { state in
      state.isRunning = false
      defer { state.inputs = SessionInputs() }
      return state.inputs
    }
    inputs.camera?.stop()
    inputs.microphone?.stop()
  }

  /// Whether the session runs.
  public var isRunning: Bool {
    state.withLock { $0.isRunning }
  }

  /// The camera and the microphone that it has now; nil where there is none, and where it has ended by itself.
  public var inputs: (camera: CaptureDeviceInput?, microphone: CaptureDeviceInput?) {
    let inputs = state.withLock { $0.inputs }
    let (camera, microphone) = (inputs.camera, inputs.microphone)
    return (
      camera?.isOver == true ? nil : camera?.input, microphone?.isOver == true ? nil : microphone?.input
    )
  }

  private static let alreadyRunning = RetakeError(
    .wrongState, "a session gets its outputs before it runs, and runs once", advice: "Make a new session.")

  private static func secondInput(_ kind: String) -> RetakeError {
    RetakeError(.wrongState, "the session has a \(kind) already")
  }
}

// MARK: Changing the inputs

extension CaptureSession {
  /// What a session takes in.
  public struct Configuration: Hashable, Sendable {
    /// The camera; nil for none.
    public var camera: CameraRequest?
    /// The microphone; nil for none.
    public var microphone: DeviceSpec?
  }

  /// What it takes in now; what has ended by itself is none.
  public var configuration: Configuration {
    state.withLock { $0.inputs }.running
  }

  /// Changes what the session takes in, all or nothing, also while it runs. What `change` leaves as it is goes on; to
  /// have a device again that has ended, ask for it again.
  ///
  /// Another camera has to send a picture first; until then the old one's are delivered, and it goes on where the
  /// new one fails. Where both want the same device, or there is no room for both on its bus, the old one makes way
  /// and is opened again if the new one fails. This call waits for all that; other threads see either the old or
  /// the new input.
  ///
  /// - Throws: why it cannot be; `.wrongState` for another camera while a movie is recorded.
  public func configure(_ change: (inout Configuration) -> Void) throws(RetakeError) {
    let old = state.withLock { $0 }
    let (camera, running) = (old.inputs.camera, old.inputs.running)
    var wanted = running
    change(&wanted)
    let changesCamera = wanted.camera != running.camera
    var changesMicrophone = wanted.microphone != running.microphone
    // Its beeps belong to that camera's flashes.
    if changesCamera, case .test = wanted.microphone { changesMicrophone = true }
    if changesCamera, camera?.isOver == false, old.movies.contains(where: \.isRecording) {
      throw RetakeError(.wrongState, "the camera cannot be changed while a movie is recorded")
    }
    var swap = CameraSwap(
      old: camera, sinks: old.sinks, opener: opener, patience: old.isRunning ? patience : nil)
    if changesCamera { try swap.prepare(wanted.camera) }
    do throws(RetakeError) {
      if changesMicrophone {
        try changeMicrophone(to: wanted.microphone, beside: swap.camera, isNew: changesCamera)
      }
      if changesCamera { swap.commit() }
      state.withLock { $0.inputs.camera = swap.camera }
      if !old.isRunning { tellFormats() }
    } catch {
      if changesCamera { swap.undo() }
      state.withLock { $0.inputs.camera = swap.camera }
      throw error
    }
  }

  /// Ends the old microphone and starts a new one, whose camera is `isNew`, too. Where that does not open the old one
  /// goes on.
  private func changeMicrophone(
    to spec: DeviceSpec?, beside camera: SessionCamera?, isNew: Bool
  ) throws(RetakeError) {
    // One that has ended still has its device open.
    dropDeadMicrophone()
    // By another name: it cannot be opened twice.
    if let spec, !spec.isTest, let old = state.withLock({ $0.inputs.microphone }),
      opener.isSame(spec, as: old.input)
    {
      return
    }
    let new = try spec.map { (spec) throws(RetakeError) in
      SessionMicrophone(try opener.microphone(spec, beside: camera?.input))
    }
    let (old, sinks, isRunning) = state.withLock { state in
      defer { state.inputs.microphone = new }
      return (state.inputs.microphone, state.sinks, state.isRunning)
    }
    guard isRunning else { return }
    old?.shut()
    old?.stop()
    for sink in sinks {
      sink.microphoneChanged(to: new?.source.format, isExact: new?.source.isPatient ?? false)
    }
    // Those that come together have one clock, and beeps belong to flashes.
    let sharesClock = isNew || spec?.isTest == true && camera?.request.spec.isTest == true
    new?.start(into: sinks, epoch: (sharesClock ? camera?.epoch : nil) ?? MonotonicClock.now)
  }

  private func dropDeadMicrophone() {
    let dead = state.withLock { state in
      guard let microphone = state.inputs.microphone, microphone.isOver else {
        return SessionMicrophone?.none
      }
      defer { state.inputs.microphone = nil }
      return microphone
    }
    dead?.stop()
  }
}

internal import RetakeDevices
internal import RetakeMedia
internal import RetakeRuntime

/// What a session takes in.
struct SessionInputs {
  var camera: SessionCamera?
  var microphone: SessionMicrophone?

  /// What has not ended by itself.
  var running: CaptureSession.Configuration {
    let camera = camera.flatMap { $0.isOver ? nil : $0.request }
    let microphone = microphone.flatMap { $0.isOver ? nil : $0.spec }
    return CaptureSession.Configuration(camera: camera, microphone: microphone)
  }
}

/// A camera of a session, and its run. Changed by the session's owner alone.
final class SessionCamera: Sendable {
  private struct Run {
    var flow: CameraFlow
    var tap: CaptureTap
    var epoch: MediaTime
  }
  let input: CaptureDeviceInput
  let source: any CameraSource
  let request: CameraRequest
  private let run = Monitor<Run?>(nil)

  /// A camera that does not run yet; `input` is one.
  init(_ input: CaptureDeviceInput) {
    guard case .camera(let source, let request) = input.source else {
      preconditionFailure("this input is a microphone")
    }
    self.input = input
    self.source = source
    self.request = request
  }

  /// Runs it, once, into outputs that get its pictures at once or from `tap.open` on.
  func start(into sinks: [any CaptureSink], isOpen: Bool, epoch: MediaTime) {
    let tap = CaptureTap(to: sinks, isOpen: isOpen)
    let flow = CameraFlow(source, into: tap)
    run.withLock { $0 = Run(flow: flow, tap: tap, epoch: epoch) }
    flow.start(epoch: epoch)
  }

  /// Ends it and waits for that; the device is closed then.
  func stop() {
    run.withLock { $0 }?.flow.stop()
  }

  /// The way to the outputs; nil before it runs.
  var tap: CaptureTap? { run.withLock { $0?.tap } }

  /// Second 0 of its clock, if it has one of its own.
  var epoch: MediaTime? { run.withLock { $0?.epoch } }

  /// Whether it has ended by itself.
  var isOver: Bool { tap?.isOver ?? false }
}

/// A microphone of a session, and its run. Changed by the session's owner alone.
final class SessionMicrophone: Sendable {
  private struct Run {
    var flow: MicrophoneFlow
    var tap: CaptureTap
  }
  let input: CaptureDeviceInput
  let source: any MicrophoneSource
  let spec: DeviceSpec
  private let run = Monitor<Run?>(nil)

  /// A microphone that does not run yet; `input` is one.
  init(_ input: CaptureDeviceInput) {
    guard case .microphone(let source, let spec) = input.source else {
      preconditionFailure("this input is a camera")
    }
    self.input = input
    self.source = source
    self.spec = spec
  }

  /// Runs it, once.
  func start(into sinks: [any CaptureSink], epoch: MediaTime) {
    let tap = CaptureTap(to: sinks, isOpen: true)
    let flow = MicrophoneFlow(source, into: tap)
    run.withLock { $0 = Run(flow: flow, tap: tap) }
    flow.start(epoch: epoch)
  }

  /// Ends it and waits for that.
  func stop() {
    run.withLock { $0 }?.flow.stop()
  }

  /// Lets nothing more through to the outputs.
  func shut() {
    run.withLock { $0?.tap }?.shut()
  }

  /// Whether it has ended by itself.
  var isOver: Bool { run.withLock { $0?.tap }?.isOver ?? false }
}

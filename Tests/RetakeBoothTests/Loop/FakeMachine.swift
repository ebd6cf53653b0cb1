import Retake
import RetakeDevices
import RetakeMedia
import RetakeRuntime

/// A machine whose cameras and microphones come and go as a test says. They are the test devices under other names.
final class FakeMachine: InputOpener {
  private struct State {
    var cameras: [String] = []
    var microphones: [String] = []
    var faults: [String: RetakeError] = [:]
    var running: [String: any Pullable] = [:]
  }
  private let state = Monitor(State())

  func plug(camera: String) { state.withLock { $0.cameras.append(camera) } }
  func plug(microphone: String) { state.withLock { $0.microphones.append(microphone) } }

  /// Opening it fails so.
  func fault(_ name: String, _ error: RetakeError) { state.withLock { $0.faults[name] = error } }

  /// Pulls a device out; what has it open hears of that.
  func pull(_ name: String) {
    state.withLock { state in
      state.cameras.removeAll { $0 == name }
      state.microphones.removeAll { $0 == name }
      return state.running.removeValue(forKey: name)
    }?.pull()
  }

  private func find(_ spec: DeviceSpec, among names: [String]) throws(RetakeError) -> String {
    if let error = state.withLock({ $0.faults[spec.text] }) { throw error }
    let name = spec == .auto ? names.first : names.first { $0 == spec.text }
    guard let name else { throw RetakeError(.deviceMissing, "there is no \(spec.text)") }
    if let error = state.withLock({ $0.faults[name] }) { throw error }
    return name
  }

  func camera(_ request: CameraRequest) throws(RetakeError) -> CaptureDeviceInput {
    if request.spec.isTest { return try CaptureDeviceInput(request) }
    let name = try find(request.spec, among: state.withLock { $0.cameras })
    let camera = PullableCamera(TestCamera(try TestCameraSpec("160x120@60")))
    state.withLock { $0.running[name] = camera }
    return CaptureDeviceInput(camera, request, id: name)
  }

  func microphone(
    _ spec: DeviceSpec, beside camera: CaptureDeviceInput?
  ) throws(RetakeError) -> CaptureDeviceInput {
    if spec.isTest { return try CaptureDeviceInput(microphone: spec, beside: camera) }
    let name = try find(spec, among: state.withLock { $0.microphones })
    let microphone = PullableMicrophone(TestMicrophone(try TestMicrophoneSpec("")))
    state.withLock { $0.running[name] = microphone }
    return CaptureDeviceInput(microphone, spec, id: name)
  }

  func isSame(_ spec: DeviceSpec, as input: CaptureDeviceInput) -> Bool { spec.text == input.uniqueID }
}

private protocol Pullable: Sendable {
  func pull()
}

private let pulled = RetakeError(.deviceLost, "pulled out")

private final class PullableCamera: CameraSource, Pullable {
  private final class Filter: CameraSink {
    let sink: any CameraSink
    let isPulled: Monitor<Bool>
    init(_ sink: any CameraSink, _ isPulled: Monitor<Bool>) {
      self.sink = sink
      self.isPulled = isPulled
    }
    func cameraDelivered(_ sample: CameraSample) { sink.cameraDelivered(sample) }
    func cameraEnded(_ end: SourceEnd) { sink.cameraEnded(isPulled.withLock { $0 } ? .lost(pulled) : end) }
  }
  private let camera: TestCamera
  private let isPulled = Monitor(false)

  init(_ camera: TestCamera) { self.camera = camera }

  var format: VideoFormat { camera.format }
  var isPatient: Bool { false }
  func start(epoch: MediaTime, sink: any CameraSink) {
    camera.start(epoch: epoch, sink: Filter(sink, isPulled))
  }
  func stop() { camera.stop() }
  func join() { camera.join() }
  func pull() {
    isPulled.withLock { $0 = true }
    camera.stop()
  }
}

private final class PullableMicrophone: MicrophoneSource, Pullable {
  private final class Filter: MicrophoneSink {
    let sink: any MicrophoneSink
    let isPulled: Monitor<Bool>
    init(_ sink: any MicrophoneSink, _ isPulled: Monitor<Bool>) {
      self.sink = sink
      self.isPulled = isPulled
    }
    func microphoneDelivered(_ block: AudioBlock) { sink.microphoneDelivered(block) }
    func microphoneEnded(_ end: SourceEnd) {
      sink.microphoneEnded(isPulled.withLock { $0 } ? .lost(pulled) : end)
    }
  }
  private let microphone: TestMicrophone
  private let isPulled = Monitor(false)

  init(_ microphone: TestMicrophone) { self.microphone = microphone }

  var format: AudioFormat { microphone.format }
  var isPatient: Bool { false }
  func start(epoch: MediaTime, sink: any MicrophoneSink) {
    microphone.start(epoch: epoch, sink: Filter(sink, isPulled))
  }
  func stop() { microphone.stop() }
  func join() { microphone.join() }
  func pull() {
    isPulled.withLock { $0 = true }
    microphone.stop()
  }
}

import RetakeDevices
import RetakeMedia
import RetakeRuntime

@testable import Retake

/// Opens devices that do what a test says, in the place of this machine's.
final class ScriptedDevices: InputOpener {
  enum Behaviour {
    case works
    case cannotOpen(RetakeError)
    /// Opens and sends nothing.
    case silent
  }

  struct State {
    var behaviours: [String: Behaviour] = [:]
    /// Ids of what is open now.
    var open: [String] = []
    /// How often each was opened.
    var opened: [String] = []
    /// Only one of them has room.
    var hasRoomForOne = false
    /// Ids by what else they are called.
    var otherNames: [String: String] = [:]
  }
  let state = Monitor(State())
  /// The newest camera and microphone, to be told what to do.
  let newest = Monitor<(camera: ScriptedCamera?, microphone: ScriptedMicrophone?)>((nil, nil))

  func behave(_ name: String, _ behaviour: Behaviour) {
    state.withLock { $0.behaviours[name] = behaviour }
  }

  private func take(_ name: String) throws(RetakeError) -> Behaviour {
    try state.withLock { (state) throws(RetakeError) in
      let behaviour = state.behaviours[name] ?? .works
      if state.open.contains(name) { throw RetakeError(.deviceBusy, "\(name) is open already") }
      if state.hasRoomForOne, !state.open.isEmpty { throw RetakeError(.busFull, "no room for \(name)") }
      if case .cannotOpen(let error) = behaviour { throw error }
      state.open.append(name)
      state.opened.append(name)
      return behaviour
    }
  }

  /// A camera's name is its size, so that its pictures tell where they come from.
  func camera(_ request: CameraRequest) throws(RetakeError) -> CaptureDeviceInput {
    let name = request.spec.text
    let behaviour = try take(name)
    let spec = try TestCameraSpec(name + "@60")
    var isSilent = false
    if case .silent = behaviour { isSilent = true }
    let camera = ScriptedCamera(TestCamera(spec), isSilent: isSilent) { [state] in
      state.withLock { $0.open.removeAll { $0 == name } }
    }
    newest.withLock { $0.camera = camera }
    return CaptureDeviceInput(camera, request)
  }

  /// A microphone's name is its rate.
  func microphone(
    _ spec: DeviceSpec, beside camera: CaptureDeviceInput?
  ) throws(RetakeError) -> CaptureDeviceInput {
    let name = spec.text
    _ = try take(name)
    let microphone = ScriptedMicrophone(rate: Int(name) ?? 48_000) { [state] in
      state.withLock { $0.open.removeAll { $0 == name } }
    }
    newest.withLock { $0.microphone = microphone }
    return CaptureDeviceInput(microphone, spec)
  }

  func isSame(_ spec: DeviceSpec, as input: CaptureDeviceInput) -> Bool {
    let name = state.withLock { $0.otherNames[spec.text] } ?? spec.text
    return name == input.uniqueID
  }

  /// Pulls the camera out.
  func pullCamera() {
    newest.withLock { $0.camera }?.pull()
  }

  /// Pulls the microphone out.
  func pullMicrophone() {
    newest.withLock { $0.microphone }?.pull()
  }
}

/// A test camera that can be silent, and pulled out.
final class ScriptedCamera: CameraSource {
  var format: VideoFormat { camera.format }
  let isPatient = false
  private let camera: TestCamera
  private let isSilent: Bool
  private let isPulled = Monitor(false)
  private let release: @Sendable () -> Void

  init(_ camera: TestCamera, isSilent: Bool, release: @escaping @Sendable () -> Void) {
    self.camera = camera
    self.isSilent = isSilent
    self.release = release
  }

  deinit { release() }

  /// Between the camera and whom it serves.
  private final class Filter: CameraSink {
    let owner: ScriptedCamera
    let sink: any CameraSink
    init(_ owner: ScriptedCamera, _ sink: any CameraSink) {
      self.owner = owner
      self.sink = sink
    }
    func cameraDelivered(_ sample: CameraSample) {
      if !owner.isSilent { sink.cameraDelivered(sample) }
    }
    func cameraEnded(_ end: SourceEnd) {
      owner.release()
      let isPulled = owner.isPulled.withLock { $0 }
      sink.cameraEnded(isPulled ? .lost(RetakeError(.deviceLost, "pulled")) : end)
    }
  }

  func start(epoch: MediaTime, sink: any CameraSink) {
    camera.start(epoch: epoch, sink: Filter(self, sink))
  }

  func pull() {
    isPulled.withLock { $0 = true }
    camera.stop()
  }

  func stop() { camera.stop() }
  func join() { camera.join() }
}

/// A microphone that hears a level of 0.5, and can be pulled out.
final class ScriptedMicrophone: MicrophoneSource {
  let format: AudioFormat
  let isPatient = false
  private let thread = OSThread(name: "scripted-mic")
  private let isPulled = Monitor(false)
  private let isStopped = Monitor(false)
  private let release: @Sendable () -> Void

  init(rate: Int, release: @escaping @Sendable () -> Void) {
    format = AudioFormat(sampleRate: rate, channels: rate < 48_000 ? 2 : 1)
    self.release = release
  }

  deinit { release() }

  func start(epoch: MediaTime, sink: any MicrophoneSink) {
    thread.start { [self] in
      run(sink)
      release()
      let isPulled = isPulled.withLock { $0 }
      sink.microphoneEnded(isPulled ? .lost(RetakeError(.deviceLost, "pulled")) : .stopped)
    }
  }

  private func run(_ sink: any MicrophoneSink) {
    let frames = format.sampleRate / 100
    let bytes = frames * format.channels * MemoryLayout<Float>.size
    let pool = FramePool(slabBytes: bytes, capacity: 256)
    let start = MonotonicClock.now
    for number in 0... {
      let time = start + MediaTime(seconds: Double(number) / 100)
      let end = time + MediaTime(seconds: 0.01)
      if isStopped.wait(until: end, for: { $0 ? true : nil }) == true { return }
      guard var buffer = pool.buffer() else { continue }
      buffer.withBytes { bytes in
        for offset in stride(from: 0, to: bytes.byteCount, by: MemoryLayout<Float>.size) {
          bytes.storeBytes(of: 0.5, toByteOffset: offset, as: Float.self)
        }
      }
      sink.microphoneDelivered(
        AudioBlock(
          storage: buffer.publish(byteCount: bytes), format: format, frameCount: frames, time: time))
    }
  }

  func pull() {
    isPulled.withLock { $0 = true }
    stop()
  }

  func stop() { isStopped.withLock { $0 = true } }
  func join() { thread.join() }
}

internal import Retake
internal import RetakeDevices
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

// Cameras and microphones that come and go.
extension BoothLoop {
  /// A camera that was pulled out may come back: so long nothing else stands in for it.
  private static let standInDelay = MediaTime(seconds: 5)

  // MARK: The camera

  func cameraOpened(_ camera: OpenCamera) {
    let isOther = camera != self.camera
    self.camera = camera
    if camera.isStandIn { cameraSearch.substituted(at: now) } else { cameraSearch.found() }
    guard isOther else { return }
    awaitsPreview = true
    lastPreview = now
    tellDevices()
    if let preset = parts.capture?.preset { parts.watch?.use(preset) }
    parts.watch?.list()
  }

  func cameraFailed(_ error: RetakeError) {
    cameraSearch.failed(at: now, isKnownAbsent: error.code == .deviceMissing)
    // A look for the real one while another runs: that goes on.
    guard camera == nil else { return cameraSearch.substituted(at: now) }
    if error.code == .invalidArgument || error.code == .notSupported { return fail(error) }
    var problem = KioskState.CameraProblem(error.code)
    // It was there before, so somebody has pulled it out.
    if problem == .notFound, cameraLostAt != nil { problem = .unplugged }
    guard state.camera != .missing(problem) || state.cameraParty != error.party else { return }
    Log.warning("\(error.message)")
    feed(.cameraMissing(problem, of: error.party))
  }

  func cameraLost(_ error: RetakeError) {
    guard camera != nil else { return }
    Log.warning("\(error.message)")
    cameraIsGone(KioskState.CameraProblem(error.code), party: error.party)
  }

  func cameraIsGone(_ problem: KioskState.CameraProblem, party: String?) {
    camera = nil
    awaitsPreview = false
    cameraLostAt = now
    cameraSearch.lost(at: now)
    parts.capture?.loseCamera()
    feed(.cameraMissing(problem, of: party))
    tellDevices()
  }

  func lookForCamera(_ now: MediaTime) {
    guard let look = cameraSearch.next, look <= now else { return }
    // What runs is not changed while somebody poses or speaks.
    let isTaking = [.countdown, .recording, .finishing].contains(state.phase)
    if camera != nil, isTaking || state.hasChange { return cameraSearch.postpone(at: now) }
    cameraSearch.pause()
    parts.capture?.open(allowsStandIn: allowsStandIn(at: now))
  }

  private func allowsStandIn(at now: MediaTime) -> Bool {
    guard parts.config.cameraFallback == .test, camera == nil else { return false }
    guard let lost = cameraLostAt else { return true }
    return now - lost >= Self.standInDelay && [.attract, .ready].contains(state.phase)
  }

  // MARK: The microphone

  func microphoneOpened(_ microphone: OpenMicrophone?) {
    microphoneSearch.found()
    let isOther = microphone != self.microphone
    self.microphone = microphone
    parts.watch?.use(microphone)
    feed(.microphone(microphone == nil ? .switchedOff : .live))
    if isOther { tellDevices() }
  }

  func microphoneFailed(_ error: RetakeError) {
    microphoneSearch.failed(at: now, isKnownAbsent: error.code == .deviceMissing)
    microphoneIsGone(error)
  }

  func microphoneLost(_ error: RetakeError) {
    microphoneSearch.lost(at: now)
    parts.capture?.loseMicrophone()
    microphoneIsGone(error)
  }

  private func microphoneIsGone(_ error: RetakeError) {
    if microphone != nil {
      microphone = nil
      parts.watch?.use(nil)
      tellDevices()
    }
    var problem = KioskState.MicrophoneProblem(error.code)
    if problem == .notFound, state.microphone == .missing(.unplugged) { problem = .unplugged }
    guard state.microphone != .missing(problem) else { return }
    Log.warning("\(error.message)")
    feed(.microphone(.missing(problem)))
  }

  func lookForMicrophone(_ now: MediaTime) {
    guard let look = microphoneSearch.next, look <= now else { return }
    microphoneSearch.pause()
    parts.capture?.openMicrophone()
  }

  // MARK: What is there

  func deviceEvent(_ event: DeviceEvent) {
    if event.action != .removed {
      if event.isCamera { cameraSearch.appeared(at: now) } else { microphoneSearch.appeared(at: now) }
    }
    parts.watch?.list()
  }

  func devicesListed(_ list: DeviceList) {
    devices = list
    tellDevices()
  }

  private func tellDevices() {
    let choices = devices?.choices(camera: camera?.id, microphone: microphone?.id)
    if let choices, choices != state.devices { feed(.devices(choices)) }
  }

  /// Nothing can be done about it: the kiosk ends.
  func fail(_ error: RetakeError) {
    failure = failure ?? error
    isOver = true
  }
}

extension KioskState.CameraProblem {
  /// What the guest is told about an error.
  fileprivate init(_ code: RetakeError.Code) {
    self =
      switch code {
      case .deviceBusy: .busy
      case .deviceNotPermitted: .notPermitted
      case .deviceLost: .unplugged
      case .deviceSilent: .silent
      case .busFull: .busFull
      default: .notFound
      }
  }
}

extension KioskState.MicrophoneProblem {
  /// What the guest is told about an error.
  fileprivate init(_ code: RetakeError.Code) {
    self =
      switch code {
      case .deviceBusy: .busy
      case .deviceNotPermitted: .notPermitted
      case .deviceLost: .unplugged
      case .deviceSilent: .silent
      default: .notFound
      }
  }
}

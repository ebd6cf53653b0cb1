internal import RetakeMedia

// Cameras and microphones that come, go and are changed.
extension Reducer {
  mutating func previewStarted(isTest: Bool) {
    state.camera = .live(isTest: isTest)
    state.cameraParty = nil
    // Said while there was none: it would be false now.
    dropToast(.notice(.cameraLost))
    dropToast(.unavailable(.noCamera))
    guard !state.settings.isPlayer else { return }
    switch state.phase {
    case .starting: goToAttract()
    case .interrupted where state.interruption?.isOfCamera == true: causeIs(mended: true)
    default: break
    }
  }

  mutating func cameraMissing(_ problem: KioskState.CameraProblem, _ party: String?) {
    let wasLive = state.camera.isLive
    state.camera = .missing(problem)
    state.cameraParty = party
    guard !state.settings.isPlayer else { return }
    switch state.phase {
    case .starting: goToAttract()
    case .countdown:
      emit(.playCue(.error))
      enter(.ready)
      emit(.notice(.cameraLost))
    // The recorder will say so too; whoever is first ends the take.
    case .recording: finishRecording(because: problem == .unplugged ? .camera : .cameraSilent)
    case .attract, .ready: if wasLive { emit(.notice(.cameraLost)) }
    case .interrupted where state.interruption?.isOfCamera == true: causeIs(mended: false)
    // The card or the button would say it too late: Retake and New recording need one.
    case .review, .saved: if wasLive { notify(.cameraLost) }
    default: break
    }
  }

  mutating func microphoneIs(_ microphone: KioskState.Microphone) {
    guard microphone != state.microphone else { return }
    if case .missing(let problem) = state.microphone { dropToast(.notice(problem.notice)) }
    state.microphone = microphone
    if case .missing(let problem) = microphone { notify(problem.notice) }
  }

  /// Takes back what is said no longer rightly.
  private mutating func dropToast(_ kind: KioskState.Toast.Kind) {
    if state.toast?.kind == kind { state.toast = nil }
  }

  /// What is set on the camera takes effect some frames later.
  mutating func controlChanged() {
    state.settledAt = now + seconds(KioskState.Times.settling)
  }

  mutating func devicesAreHeldUp(_ areHeldUp: Bool) {
    state.areDevicesHeldUp = areHeldUp
    guard areHeldUp, state.phase == .countdown else { return }
    emit(.playCue(.error))
    enter(.ready)
  }

  // MARK: changes that somebody asks for

  /// Changes of devices, and of what is set on them, make no sense while a take is made.
  var canChangeDevices: Bool {
    [.attract, .ready, .review, .saving, .saved, .interrupted].contains(state.phase)
  }

  /// `ctl camera`, `ctl microphone`, `ctl preset`: answered when the change is over.
  mutating func change(_ command: KioskCommand, _ request: Int) {
    guard canChangeDevices else {
      return refuse(request, .wrongState, "not in state \(state.phase.rawValue)")
    }
    guard state.change == nil else {
      return refuse(request, .wrongState, "another change of the devices is under way")
    }
    guard !state.areDevicesHeldUp else { return refuse(request, .device, Self.heldUp) }
    let change: DeviceChange? =
      switch command {
      case .camera(let id): (id ?? state.devices.nextCamera).map { .camera($0) }
      case .microphone(let id): (id ?? state.devices.nextMicrophone).map { .microphone($0) }
      case .preset(let preset): .preset(preset)
      default: nil
      }
    guard let change else { return refuse(request, .device, "there is no other one") }
    state.lastInput = now
    begin(change, request)
  }

  /// Key C and the button.
  mutating func nextCamera() {
    guard state.phase == .ready, state.change == nil, !state.areDevicesHeldUp,
      let next = state.devices.nextCamera
    else { return }
    emit(.playCue(.tap))
    begin(.camera(next), nil)
  }

  /// What is refused while a device does not answer.
  static let heldUp = "a camera or microphone does not answer"

  private mutating func begin(_ change: DeviceChange, _ request: Int?) {
    let generation = nextGeneration()
    state.change = KioskState.PendingChange(generation: generation, request: request, since: now)
    emit(.changeDevices(change, generation: generation))
  }

  /// A change is over: done, or everything is as it was.
  mutating func changed(_ reply: KioskReply) {
    guard let change = state.change else { return }
    state.change = nil
    if let request = change.request {
      emit(.reply(request: request, reply))
    } else if case .refused = reply {
      emit(.playCue(.error))
      notify(.cameraKept)
    }
  }
}

extension KioskState.MicrophoneProblem {
  /// What is said about it, once.
  var notice: KioskNotice {
    switch self {
    case .notFound, .silent: .noSound
    case .busy: .microphoneBusy
    case .notPermitted: .microphoneLocked
    case .unplugged: .microphoneLost
    }
  }
}

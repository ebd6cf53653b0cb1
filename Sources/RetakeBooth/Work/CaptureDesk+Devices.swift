internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

// Devices that are opened, looked for and changed; all but the calls on the `session` thread.
extension CaptureDesk {
  /// So long a microphone may be held by our own list of devices.
  private static let briefly = MediaTime(seconds: 0.3)

  /// Opens the wanted camera, and a microphone, where none runs; what stands in for a missing camera, if that is
  /// allowed. Answered by `cameraOpened` or `cameraFailed`, and the same of the microphone.
  func open(allowsStandIn: Bool) {
    perform { [self] in
      openCamera(allowsStandIn: allowsStandIn)
    }
  }

  /// Gives a camera up that sends nothing, and opens it again.
  func reopen() {
    perform { [self] in
      try? session.configure { $0.camera = nil }
      openCamera(allowsStandIn: false)
    }
  }

  /// Looks for the microphone, where none runs.
  func openMicrophone() {
    perform { [self] in lookForMicrophone() }
  }

  /// The camera, or the microphone, that ran is gone: one that somebody chose need not be waited for.
  func loseCamera() { state.withLock { $0.wish.loseCamera() } }
  func loseMicrophone() { state.withLock { $0.wish.loseMicrophone() } }

  /// Changes a device; answered by the event `changed`.
  func change(_ change: DeviceChange, generation: Int) {
    perform { [self] in
      let reply: KioskReply
      do throws(RetakeError) {
        try carryOut(change)
        reply = .done
      } catch {
        Log.warning("\(error.message)")
        reply = .refused(.init(error.code), error.message)
      }
      tellCamera()
      mailbox.post(.event(.changed(generation: generation, reply)))
    }
  }

  // MARK: The session thread

  private func openCamera(allowsStandIn: Bool) {
    let (wish, isStandIn) = state.withLock { ($0.wish, $0.camera?.isStandIn ?? false) }
    // Somebody has changed to it meanwhile.
    if session.inputs.camera != nil, !isStandIn { return tellCamera() }
    do throws(RetakeError) {
      do throws(RetakeError) {
        try use(wish.camera, isStandIn: false)
      } catch {
        guard wish.camera == .auto, error.code == .deviceMissing, allowsStandIn else { throw error }
        try use(wish.standIn, isStandIn: true)
      }
      tellCamera()
    } catch {
      mailbox.post(.cameraFailed(error))
    }
    lookForMicrophone()
    if session.inputs.camera != nil { prepareRecording() }
  }

  /// Puts a camera in the place of the present one.
  private func use(_ spec: DeviceSpec, isStandIn: Bool) throws(RetakeError) {
    let wish = state.withLock { $0.wish }
    try session.configure { configuration in
      configuration.camera = wish.request(spec)
      if wish.isMicrophoneMadeUp { configuration.microphone = wish.microphone }
    }
    state.withLock { $0.camera = session.inputs.camera.map { ($0, isStandIn) } }
  }

  /// Tells which camera there is now.
  private func tellCamera() {
    guard let (input, isStandIn) = state.withLock({ $0.camera }), session.inputs.camera === input else {
      return
    }
    mailbox.post(.cameraOpened(OpenCamera(input, isStandIn: isStandIn)))
  }

  private func lookForMicrophone() {
    let (wish, isStandIn) = state.withLock { ($0.wish, $0.camera?.isStandIn ?? false) }
    guard wish.microphone != .none else { return mailbox.post(.microphoneOpened(nil)) }
    do throws(RetakeError) {
      do throws(RetakeError) {
        try use(microphone: wish.microphone)
      } catch {
        guard wish.microphone == .auto, error.code == .deviceMissing, isStandIn else { throw error }
        try use(microphone: .test(""))
      }
    } catch {
      // What stood in for it beside the test camera is no sound of a real one.
      if session.configuration.microphone?.isTest == true { try? session.configure { $0.microphone = nil } }
      mailbox.post(.microphoneFailed(error))
    }
  }

  private func use(microphone spec: DeviceSpec) throws(RetakeError) {
    let old = session.inputs.microphone
    do throws(RetakeError) {
      try session.configure { $0.microphone = spec }
    } catch {
      guard error.code == .deviceBusy else { throw error }
      _ = Monitor(false).wait(until: MonotonicClock.now + Self.briefly) { $0 ? true : nil }
      try session.configure { $0.microphone = spec }
    }
    let new = session.inputs.microphone
    // What is kept for the next take has the sound of the old one.
    if new !== old { startPreRoll(afresh: true) }
    mailbox.post(.microphoneOpened(new.map(OpenMicrophone.init)))
  }

  private func carryOut(_ change: DeviceChange) throws(RetakeError) {
    switch change {
    case .camera(let id):
      guard let spec = DeviceSpec(id), spec != .none else {
        throw RetakeError(.invalidArgument, "'\(id)' is no camera")
      }
      try use(spec, isStandIn: false)
      state.withLock { $0.wish.choose(camera: spec) }
      lookForMicrophone()
      prepareRecording()
    case .microphone(let id):
      guard let spec = DeviceSpec(id) else { throw RetakeError(.invalidArgument, "'\(id)' is no microphone") }
      if spec == .none {
        try session.configure { $0.microphone = nil }
        mailbox.post(.microphoneOpened(nil))
      } else {
        try use(microphone: spec)
      }
      state.withLock { $0.wish.choose(microphone: spec) }
    case .preset(let preset): try use(preset)
    }
  }

  /// Sets the camera to another size, where it is a real one; and all that come after it.
  private func use(_ preset: SessionPreset) throws(RetakeError) {
    let old = state.withLock { state in
      defer { state.wish.preset = preset }
      return state.wish.preset
    }
    guard let camera = session.inputs.camera, camera.formatChoice != nil else { return }
    do throws(RetakeError) {
      // `auto` would pass our own camera over.
      try use(.device(camera.uniqueID), isStandIn: false)
      prepareRecording()
    } catch {
      state.withLock { $0.wish.preset = old }
      throw error
    }
  }
}

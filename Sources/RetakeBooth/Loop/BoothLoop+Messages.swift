internal import Retake
internal import RetakeKiosk
internal import RetakeLibrary
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

// What other threads have for the first one.
extension BoothLoop {
  func takeMessages() {
    for message in parts.mailbox.takeAll() { handle(message) }
  }

  private func handle(_ message: BoothMessage) {
    switch message {
    case .event(let kind): feed(kind)
    case .cameraOpened(let camera): cameraOpened(camera)
    case .cameraFailed(let error): cameraFailed(error)
    case .cameraLost(let error): cameraLost(error)
    case .microphoneOpened(let microphone): microphoneOpened(microphone)
    case .microphoneFailed(let error): microphoneFailed(error)
    case .microphoneLost(let error): microphoneLost(error)
    case .controlSet(let request, let all, let answer): controlSet(request, all, answer)
    case .deviceEvent(let event): deviceEvent(event)
    case .devicesListed(let list): devicesListed(list)
    case .devicesAnswered(let request, let list): parts.remote?.answer(request, list.fields)
    case .answered(let request, let answer): parts.remote?.answer(request, answer)
    case .misconfigured(let error): fail(error)
    case .placePrepared(let place):
      self.place = place
      checkDisk(for: place)
      if let generation = startWaiting { startRecording(generation) }
    case .placeFailed(let error):
      place = nil
      tellDisk(error)
      guard let generation = startWaiting else { return }
      startWaiting = nil
      feed(.recordingEnded(generation: generation, .fault(KioskState.Interruption(error.code)), nil))
    case .diskChecked(let error): tellDisk(error)
    case .recordingFailed(let generation, let error):
      Log.error("\(error.message)")
      prepareNextTake()
      feed(.recordingEnded(generation: generation, .fault(KioskState.Interruption(error.code)), nil))
    case .recordingFinished(let generation, let place, let result):
      recordingFinished(generation, place, result)
    case .playerOpened(let generation, let player): parts.review.opened(player, generation: generation)
    case .screenshotWritten(let request, let error):
      guard let error else {
        parts.remote?.answer(request)
        return
      }
      parts.remote?.refuse(request, RemoteRefusal(.storage, error.message))
    }
  }

  /// A camera is set in another way: its pictures take a moment to follow, and the config keeps it. The answer says
  /// whether it could.
  private func controlSet(_ request: Int, _ all: [String: [String: Int]], _ answer: RemoteObject) {
    feed(.controlChanged)
    let mailbox = parts.mailbox
    @Sendable func reply(isKept: Bool) {
      var answer = answer
      answer.fields.append(RemoteObject.Field("kept", .bool(isKept)))
      mailbox.post(.answered(request: request, .success(answer)))
    }
    guard let overlay = parts.overlay, let key = ConfigKey.named("camera_controls") else {
      return reply(isKept: false)
    }
    var config = parts.config
    config.cameraControls = all
    let value = key.current(config)
    let isTaken = parts.files.perform {
      do throws(RetakeError) {
        try ConfigOverlay.set(key.name, to: value, in: overlay)
        reply(isKept: true)
      } catch {
        Log.warning("the camera's controls are not kept: \(error.message)")
        reply(isKept: false)
      }
    }
    if !isTaken { reply(isKept: false) }
  }

  /// Commands of the socket, each in the order in which it came among what is typed and touched.
  func takeRequests() {
    for request in parts.remote?.takeRequests() ?? [] {
      feed(.command(request.command, request: request.number))
      takeInput()
    }
  }

  // MARK: Recording

  func startRecording(_ generation: Int) {
    self.generation = generation
    guard let capture = parts.capture, let place else {
      startWaiting = generation
      return prepareNextTake()
    }
    startWaiting = nil
    self.place = nil
    recorded = (camera, microphone)
    (nextLimit, toldClockSet) = (now, nil)
    capture.record(to: place, generation: generation, pressed: state.recording.pressed)
    if let store = parts.store {
      let details = details()
      parts.files.perform { store.describe(place.id, details) }
    }
  }

  func prepareNextTake() {
    guard let store = parts.store else { return }
    let files = parts.files
    files.perform { store.prepare(on: files) }
  }

  private func recordingFinished(_ generation: Int, _ place: TakePlace, _ result: RecordingResult) {
    prepareNextTake()
    noteProgress()
    statistics.stopped(at: now)
    statistics.recorded(.init(encoded: result.video.encoded, dropped: result.video.dropped))
    guard let path = result.path else {
      statistics.nothingToShow()
      if let store = parts.store { parts.files.perform { store.forget(place.id) } }
      feed(.recordingEnded(generation: generation, end(of: result), nil))
      return
    }
    let take = KioskTake(id: place.id, path: path, duration: result.duration)
    if let store = parts.store, result.duration.seconds >= KioskState.Times.shortestTake {
      let details = details(of: result)
      parts.files.perform { store.finish(place.id, details) }
    }
    feed(.recordingEnded(generation: generation, end(of: result), take))
  }

  private func end(of result: RecordingResult) -> KioskEvent.EndReason {
    if let error = result.error, result.path == nil, result.reason != .stopped {
      Log.error("\(error.message)")
    }
    switch result.reason {
    case .duration, .maxDuration, .maxSize, .stopped, .signal: return .wanted
    case .cameraLost, .microphoneLost: return .fault(.camera)
    case .suspended: return .fault(.sleep)
    case .diskFull, .minFree: return .fault(.storage)
    case .ioError: return .fault(result.error.map { KioskState.Interruption($0.code) } ?? .disk)
    case .encoder: return .fault(.failure)
    }
  }

  /// What is known when a take begins.
  private func details() -> TakeDetails {
    var settings: [String: String] = [:]
    if let rate = recorded.camera?.format.frameRate {
      settings["frame_rate"] =
        rate.denominator == 1 ? "\(rate.numerator)" : "\(rate.numerator)/\(rate.denominator)"
    }
    return TakeDetails(camera: recorded.camera?.id, microphone: recorded.microphone?.id, settings: settings)
  }

  private func details(of result: RecordingResult) -> TakeDetails {
    var details = details()
    details.duration = result.duration
    details.reason = result.reason.rawValue
    let video = result.video
    details.settings.merge([
      "codec": video.codec.rawValue, "encoder": video.encoder, "size": "\(video.width)x\(video.height)",
      "pictures": "\(video.encoded)", "dropped": "\(video.dropped)",
    ]) { $1 }
    if let audio = result.audio {
      details.settings.merge([
        "audio_codec": audio.codec.rawValue, "audio_rate": "\(audio.sampleRate)",
        "audio_channels": "\(audio.channels)",
      ]) { $1 }
    } else {
      details.microphone = nil
    }
    return details
  }
}

extension KioskState.Interruption {
  /// What the guest is told about an error.
  init(_ code: RetakeError.Code) {
    self =
      switch code {
      case .deviceMissing, .deviceBusy, .deviceLost, .deviceSilent, .deviceNotPermitted, .busFull: .camera
      case .storageFull: .storage
      case .storageMissing: .diskGone
      case .storageNotWritable, .storageFailed, .storageBusy: .disk
      default: .failure
      }
  }
}

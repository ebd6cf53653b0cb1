internal import Glibc
internal import Retake
internal import RetakeKiosk
internal import RetakeMedia

// The camera, its picture and its microphone.
extension BoothLoop {
  /// How often a camera is looked for that is not there.
  private static let lookPeriod = MediaTime(seconds: 2)
  /// How often it is told what is left of a take.
  private static let limitPeriod = MediaTime(seconds: 0.5)
  /// A camera that sends nothing for so long is opened anew.
  private static let silence = MediaTime(seconds: 3)

  /// Takes the newest picture, and how loud it was meanwhile.
  func takePreview() {
    guard let rig, let frame = rig.preview.takeFrame() else { return }
    let now = now
    if parts.stage.shown.hasPreview {
      if !isPreviewDrawn { statistics.previewSkipped() }
      parts.stage.invalidate()
    }
    preview = frame
    isPreviewDrawn = false
    lastPreview = now
    live.level = meter.update(rig.level.takePeak().map(Self.decibels), at: now)
    if awaitsPreview {
      awaitsPreview = false
      feed(.previewStarted(isTest: rig.isTest))
      nextRehearsal = now + MediaTime(seconds: 0.5)
    }
    tellRecording()
  }

  private static func decibels(_ sample: Float) -> Double {
    sample > 0 ? Double(20 * log10f(sample)) : -100
  }

  /// The take begins with its first picture, which the preview has, too; then what is left of it is told, as often as
  /// its file grows.
  private func tellRecording() {
    guard state.phase == .recording, nextLimit <= now,
      let progress = parts.capture?.progress(generation: generation), let start = progress.startTime
    else { return }
    if state.recording.start == nil { feed(.recordingStarted(generation: generation, at: start)) }
    feed(.recordingLimit(generation: generation, left: progress.timeLeft))
    nextLimit = now + Self.limitPeriod
  }

  func cameraOpened(_ rig: CaptureRig) {
    self.rig = rig
    awaitsPreview = true
    lastPreview = now
    nextLook = rig.isFallback ? now + Self.lookPeriod : nil
    if state.settings.wantsMicrophone { feed(.microphone(isThere: rig.microphoneName != nil)) }
  }

  func cameraFailed(_ error: RetakeError) {
    // A look for the real one while another runs: that goes on.
    if rig == nil {
      if error.code == .invalidArgument || error.code == .notSupported { return fail(error) }
      let problem = KioskState.CameraProblem(error.code)
      if state.camera != .missing(problem) {
        feed(.cameraMissing(problem))
      }
    }
    nextLook = now + Self.lookPeriod
  }

  func cameraLost(_ problem: KioskState.CameraProblem) {
    rig = nil
    awaitsPreview = false
    nextLook = now + Self.lookPeriod
    feed(.cameraMissing(problem))
  }

  func lookForCamera(_ now: MediaTime) {
    switch state.phase {
    case .countdown, .recording, .finishing: nextLook = now + Self.lookPeriod
    default:
      nextLook = nil
      if rig == nil { parts.capture?.open() } else { parts.capture?.look() }
    }
  }

  /// When a camera that says nothing is given up; nil where none runs, or it is a file that can be held up.
  var silenceDeadline: MediaTime? {
    if case .file = parts.config.camera { return nil }
    return rig == nil ? nil : lastPreview + Self.silence
  }

  func watchSilence(_ now: MediaTime) {
    guard let deadline = silenceDeadline, deadline <= now else { return }
    cameraLost(.silent)
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
      default: .notFound
      }
  }
}

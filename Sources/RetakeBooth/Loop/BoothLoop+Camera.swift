internal import Glibc
internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

// The camera's picture and the microphone's level.
extension BoothLoop {
  /// How often it is told what is left of a take.
  private static let limitPeriod = MediaTime(seconds: 0.5)
  /// A camera that sends nothing for so long is opened anew. Real ones are watched more closely, by their own thread;
  /// this is for those whose pictures all are damaged.
  private static let silence = MediaTime(seconds: 3)
  /// Longer than devices take that are opened, or an encoder that is tried.
  private static let heldUp = MediaTime(seconds: 4)

  /// Takes the newest picture, and how loud it was meanwhile.
  func takePreview() {
    guard let camera, let capture = parts.capture, let picture = capture.preview.takePicture() else { return }
    let now = now
    if parts.stage.shown.hasPreview {
      if !isPreviewDrawn { statistics.previewSkipped() }
      parts.stage.invalidate()
    }
    preview = picture
    isPreviewDrawn = false
    lastPreview = now
    live.level = meter.update(
      capture.level.takePeak().map(Self.decibels), of: state.isMicrophoneMuted ? nil : microphone?.id, at: now
    )
    if awaitsPreview {
      awaitsPreview = false
      feed(.previewStarted(isTest: camera.isTest))
      if camera.isReduced { feed(.cameraReduced) }
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
      let progress = parts.capture?.progress(generation: generation), let start = progress.limitStart
    else { return }
    if state.recording.start == nil { feed(.recordingStarted(generation: generation, at: start)) }
    feed(.recordingLimit(generation: generation, left: progress.timeLeft))
    if progress.wallClockSet != toldClockSet {
      toldClockSet = progress.wallClockSet
      if toldClockSet != nil { feed(.clockSet(generation: generation)) }
    }
    nextLimit = now + Self.limitPeriod
  }

  /// When devices that are worked on are said to be held up; nil where they are not worked on, or it has been said.
  var heldUpDeadline: MediaTime? {
    state.areDevicesHeldUp ? nil : parts.capture?.busySince.map { $0 + Self.heldUp }
  }

  /// Where a driver hangs, nobody must be asked to record: it would be the next thing that waits for it.
  func watchDevices(_ now: MediaTime) {
    guard state.phase != .recording, let capture = parts.capture else { return }
    let since = capture.busySince
    let isHeldUp = since.map { now - $0 >= Self.heldUp } ?? false
    guard isHeldUp != state.areDevicesHeldUp else { return }
    Log.warning(isHeldUp ? "a camera or microphone does not answer" : "the devices answer again")
    feed(.devicesHeldUp(isHeldUp))
  }

  /// When a camera that says nothing is given up; nil where none runs, or it is a file that can be held up.
  var silenceDeadline: MediaTime? {
    camera?.isFile == false ? lastPreview + Self.silence : nil
  }

  func watchSilence(_ now: MediaTime) {
    guard let deadline = silenceDeadline, deadline <= now else { return }
    cameraIsGone(.silent, party: nil)
    cameraSearch.pause()
    parts.capture?.reopen()
  }
}

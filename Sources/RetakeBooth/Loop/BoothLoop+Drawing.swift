internal import Retake
internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote

// The player's pictures, and the screen.
extension BoothLoop {
  private static let statisticsPeriod = MediaTime(seconds: 0.5)
  private static let rehearsalPeriod = MediaTime(seconds: 0.2)

  /// Takes what the player has.
  func takeReview() {
    let review = parts.review
    if review.takeFrame() { parts.stage.invalidate() }
    while let event = review.nextEvent() {
      switch event {
      case .readyToPlay: openPlayback()
      case .firstPicture: feed(.firstPicture(generation: review.generation))
      case .seekCompleted(let token, let position):
        // Told when the picture is on the screen.
        finishedSeeks.append((token, position.seconds))
        parts.stage.invalidate()
      case .ended: feed(.playerEnded(generation: review.generation))
      case .failed(let error):
        if playback != nil { failure = failure ?? error }
        if playback?.isOpen == false { return isOver = true }
        feed(.loadFailed(generation: review.generation))
      case .seekCancelled, .timeChanged: break
      }
    }
  }

  /// The player alone: now it is known how long the file is.
  private func openPlayback() {
    guard let path = playback?.path, playback?.isOpen == false else { return }
    playback?.isOpen = true
    feed(.open(KioskTake(id: "", path: path, duration: parts.review.duration ?? .zero)))
    // Sound alone is played before a dark screen.
    if !parts.review.hasPictures { feed(.firstPicture(generation: parts.review.generation)) }
  }

  func drawIfDue() {
    let now = now
    guard let deadline = parts.stage.deadline, deadline <= now else { return }
    live.position = state.take == nil ? 0 : parts.review.position
    if state.showsStatistics, nextStatistics <= now { tellStatistics(now) }
    let stage = parts.stage
    stage.draw(state, strings: parts.strings[state.language], live: live, now: now) { picture($0) }
    if !stage.shown.hasDiscarded { parts.review.forgetLeaving() }
    takePictures()
    stage.present()
    shown(at: self.now)
  }

  /// What the screen of another state would look like at `time`; nil where the display does not tell. Nothing of
  /// it is shown.
  func picture(of state: KioskState, at time: MediaTime) -> Bitmap? {
    let stage = parts.stage
    stage.draw(state, strings: parts.strings[state.language], live: live, now: time) { picture($0) }
    stage.invalidate()
    return try? stage.pixels()
  }

  /// Draws the screens that are to come, one at a time and unseen: icons, words and shapes are made when they are
  /// drawn first, and a guest should not wait for that. Between two guests, when nobody touches anything.
  func rehearse(_ now: MediaTime) {
    guard let due = nextRehearsal, due <= now else { return }
    guard state.phase == .attract, state.camera.isLive, let visit = rehearsals.popLast() else {
      nextRehearsal = rehearsals.isEmpty ? nil : now + Self.rehearsalPeriod
      return
    }
    nextRehearsal = now + Self.rehearsalPeriod
    let imagined = visit.state(after: state)
    let stage = parts.stage
    // Far enough into the state for all that fades in to be there.
    let time = imagined.now + MediaTime(seconds: 1)
    stage.draw(imagined, strings: parts.strings[state.language], live: live, now: time) { picture($0) }
    stage.invalidate()
  }

  private func picture(_ source: PictureSource) -> ScreenPicture? {
    switch source {
    case .preview, .lastFrame:
      guard let preview else { return nil }
      let rotation = (preview.format.rotation + parts.config.cameraRotation) % 360
      return ScreenPicture(
        preview.frame, rotation: Turn(rawValue: rotation) ?? .none,
        pixelAspectRatio: preview.format.pixelAspectRatio)
    case .take: return parts.review.picture
    case .discarded: return parts.review.leaving
    case .takeThumbnail(let seconds): return parts.review.thumbnail(at: seconds) ?? parts.review.picture
    }
  }

  /// Pictures of the screen, for those who asked.
  private func takePictures() {
    guard !screenshots.isEmpty || onPicture != nil else { return }
    let wanted = screenshots
    screenshots = []
    do throws(RetakeError) {
      let pixels = try parts.stage.pixels()
      onPicture?(pixels)
      onPicture = nil
      let mailbox = parts.mailbox
      for (request, path) in wanted {
        parts.files.perform {
          do throws(RetakeError) {
            try Screenshot.write(pixels, to: path)
            mailbox.post(.screenshotWritten(request: request, nil))
          } catch {
            mailbox.post(.screenshotWritten(request: request, error))
          }
        }
      }
    } catch {
      for (request, _) in wanted { parts.remote?.refuse(request, RemoteRefusal(.failed, error.message)) }
    }
  }

  /// It is on the screen.
  private func shown(at now: MediaTime) {
    if parts.stage.shown.hasPreview, !isPreviewDrawn, let preview {
      isPreviewDrawn = true
      statistics.previewShown(taken: preview.frame.time, at: now)
    }
    if parts.stage.shown.hasTake, state.phase == .review, parts.review.frame != nil {
      statistics.takeShown(at: now)
    }
    let seeks = finishedSeeks
    finishedSeeks = []
    for seek in seeks {
      statistics.seekEnded(seek.token, at: now)
      feed(.seekCompleted(token: seek.token, position: seek.position))
    }
  }

  /// The numbers of the overlay, as they are to be read.
  private func tellStatistics(_ now: MediaTime) {
    nextStatistics = now + Self.statisticsPeriod
    let report = statsReport()
    var text = LiveValues.Statistics()
    text.camera =
      camera.map { "\($0.setting) · \(report.captured), \(report.dropped.camera) lost" } ?? "-"
    text.reason = camera?.reason ?? ""
    text.microphone = microphone?.setting ?? "-"
    text.shown = "\(Int(report.fps))/s · \(report.shown), \(report.dropped.preview) skipped"
    let speed = report.speed.map { " · " + $0 } ?? ""
    text.encoded = "\(report.encoded), \(report.dropped.record) lost" + speed
    text.queue = "\(report.queue.video) + \(report.queue.audio) · \(report.queue.bytes / 1000) kB"
    text.latency =
      report.latency.map { "p50 \(Int($0.median)) · p95 \(Int($0.p95)) · max \(Int($0.maximum)) ms" } ?? "-"
    text.av = report.audioOffset.map { "\(Self.tenths($0)) ms" } ?? "-"
    if let drift = statistics.audioDrift { text.av += " · \(Int(drift.rounded())) ppm" }
    text.processor = "\(Int((report.cpu * 100).rounded())) % · \(report.rss / 1_000_000) MB"
    live.statistics = text
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return (tenths < 0 ? "\u{2212}" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

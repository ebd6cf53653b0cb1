package import RetakeMedia

/// What the kiosk shows in `state` at `now`: a function of its arguments and nothing else.
package func screen(_ state: KioskState, now: MediaTime, context: ScreenContext) -> DisplayList {
  var builder = ScreenBuilder(state: state, now: max(now, state.now), context: context)
  builder.screen()
  return builder.list
}

extension ScreenBuilder {
  mutating func screen() {
    backgroundPicture()
    leavingTake()
    backdrop()
    switch state.phase {
    case .starting: startingScreen()
    case .attract: attractScreen()
    case .ready: readyScreen()
    case .countdown: countdownScreen()
    case .recording: recordingScreen()
    case .finishing: finishingScreen()
    case .review: reviewScreen()
    case .saving: savingScreen()
    case .saved: savedScreen()
    case .interrupted: interruptedScreen()
    }
    tallyEdge()
    toast()
    if state.showsStatistics { statistics() }
    quitDialog()
    focusRing()
  }

  /// The picture under everything, or darkness.
  private mutating func backgroundPicture() {
    let screen = wholeScreen
    switch state.phase {
    case .attract, .ready, .countdown, .recording, .finishing:
      guard state.camera.isLive else { return add(.fill(screen, .ink)) }
      if settings.gravity == .fit { add(.fill(screen, .ink)) }
      picture(.preview, in: screen, mirrored: settings.mirror)
    case .interrupted:
      add(.fill(screen, .ink))
      picture(state.camera.isLive ? .preview : .lastFrame, in: screen, mirrored: settings.mirror)
    case .review, .saving, .saved:
      add(.fill(screen, .ink))
      if state.player.isLoaded { picture(.take, in: screen, gravity: .fit) }
    case .starting: add(.fill(screen, .ink))
    }
  }

  /// What was thrown away sinks back and is gone.
  private mutating func leavingTake() {
    guard let since = state.discardedSince, since == state.since, !settings.reducedMotion else { return }
    guard [.ready, .countdown].contains(state.phase) else { return }
    let share = Float(Motion.in(progress(since: since, for: Self.leaving)))
    guard share < 1 else { return }
    let place = wholeScreen.scaled(by: 1 - 0.04 * share)
    faded(by: 1 - share) { $0.picture(.discarded, in: place, gravity: .fit) }
  }

  private static let leaving = 0.24

  // MARK: darkness

  /// The darkness of a phase; two of them cross-fade.
  private mutating func backdrop() {
    let new = backdrop(of: state.phase)
    let old = backdrop(of: state.previous)
    let share = new == old ? 1 : Float(Motion.out(progress(since: state.since, for: 0.24)))
    if share < 1, !old.scrims.isEmpty || old.wash > 0 {
      faded(by: 1 - share) { $0.add(.backdrop(old, alpha: $0.alpha)) }
    }
    if !new.scrims.isEmpty || new.wash > 0 { faded(by: share) { $0.add(.backdrop(new, alpha: $0.alpha)) } }
  }

  private func backdrop(of phase: KioskPhase) -> Backdrop {
    switch phase {
    case .attract where isPortrait:
      let top = Backdrop.Scrim(.deep, edge: .top, height: px(78), tail: metrics.overscanY, peak: 0.84)
      return Backdrop(wash: 0.10, scrims: [top, bottom(74, 0.86)])
    case .attract: return Backdrop(wash: 0.10, scrims: [bottom(66, 0.86, .deep)])
    case .ready: return Backdrop(scrims: [isPortrait ? bottom(74, 0.86) : bottom(42, 0.84)])
    case .countdown: return Backdrop(scrims: [isPortrait ? bottom(62, 0.80) : bottom(36, 0.80)])
    case .recording, .finishing: return Backdrop(scrims: [isPortrait ? bottom(62, 0.78) : bottom(34, 0.72)])
    case .review where settings.isPlayer: return Backdrop(scrims: [bottom(isPortrait ? 46 : 30, 0.80)])
    case .review, .saving:
      return Backdrop(scrims: [isPortrait ? bottom(70, 0.84) : bottom(46, 0.80)])
    case .saved: return Backdrop(wash: 0.88)
    case .interrupted: return Backdrop(wash: 0.72)
    case .starting: return Backdrop()
    }
  }

  private func bottom(_ height: Float, _ peak: Float, _ ramp: Backdrop.Scrim.Ramp = .normal) -> Backdrop.Scrim
  {
    Backdrop.Scrim(
      ramp, edge: .bottom, height: px(height), tail: metrics.overscanY + px(metrics.handOffset), peak: peak)
  }

  private func px(_ units: Float) -> Float { (units * metrics.unit).rounded() }

  // MARK: what lies over every screen

  /// The red rim while a take is made; fades out after it.
  private mutating func tallyEdge() {
    let share: Double
    switch state.phase {
    case .recording where state.recording.isPaused: return
    case .recording: share = Motion.out(progress(since: state.since, for: 0.24))
    case .finishing where state.previous == .recording && !settings.reducedMotion:
      share = 1 - Motion.out(progress(since: state.since, for: 0.40))
    default: return
    }
    let edge = Box(0, 0, width, height)
    let thick: Float = 0.8
    faded(by: Float(share)) { builder in
      builder.fill(Box(0, 0, edge.width, thick), .tally)
      builder.fill(Box(0, edge.height - thick, edge.width, thick), .tally)
      builder.fill(Box(0, thick, thick, edge.height - 2 * thick), .tally)
      builder.fill(Box(edge.width - thick, thick, thick, edge.height - 2 * thick), .tally)
    }
  }

  /// Round what the keys would select.
  private mutating func focusRing() {
    guard let focus = state.focus, let target = list.targets.last(where: { $0.control == focus }) else {
      return
    }
    let unit = metrics.unit
    func outline(_ outset: Float, _ width: Float, _ color: Color) {
      let shape = target.shape.outset(by: (outset * unit).rounded())
      add(.outline(shape, radius: target.radius + outset * unit, width: line(width), color))
    }
    // Beside a control 2.4 u away there must be room for the eye between the ring and that.
    outline(1.0, 1.0, .ink)
    outline(1.6, 0.8, .focus)
  }
}

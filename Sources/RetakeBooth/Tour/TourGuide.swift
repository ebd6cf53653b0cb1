internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Leads a kiosk without a display through a guest's visit, by keys and touches that go the way of real ones, and
/// takes a picture of each screen. First thread.
final class TourGuide {
  private enum Step {
    /// Waits for a state that has lasted so long.
    case wait(KioskPhase, seconds: Double)
    case key(String)
    case tap(Control)
    /// Touches a slider there, and holds it or lets it go.
    case hold(Control, at: Double), release(Control, at: Double)
    /// Until the picture that was sought is on the screen.
    case pause(Double)
    case picture
    /// A picture of a screen that does not come by itself.
    case imagine(ImaginedVisit)
  }

  private static let visit: [Step] = [
    .wait(.attract, seconds: 1.2), .picture, .tap(.background),
    .wait(.ready, seconds: 0.8), .picture, .tap(.record),
    .wait(.countdown, seconds: 1.3), .picture,
    .wait(.recording, seconds: 2), .picture,
    .wait(.review, seconds: 1), .picture, .hold(.scrub, at: 0.3), .hold(.scrub, at: 0.6), .pause(0.4),
    .picture,
    .release(.scrub, at: 0.6), .pause(0.5), .key("Delete"),
    .wait(.ready, seconds: 0.8), .picture, .key("U"),
    .wait(.review, seconds: 0.6), .key("F3"), .pause(0.6), .picture, .key("F3"),
    .key("Ctrl+Alt+O"), .pause(0.4), .picture, .key("Escape"), .pause(0.2), .key("S"),
    .wait(.saved, seconds: 0.8), .picture,
    .imagine(.lostInTake), .imagine(.lostInReady),
  ]
  /// A visit takes less than half of this.
  private static let patience = MediaTime(seconds: 90)
  private static let period = MediaTime(seconds: 0.02)

  private let screens: String
  private var next = 0
  private var since: MediaTime
  private var pictures: [Bitmap] = []
  private var awaitsPicture = false
  private var take: String?
  private let end: MediaTime
  private var look: MediaTime

  /// A guide that writes its pictures to the file `screens`.
  init(screens: String) {
    self.screens = screens
    since = MonotonicClock.now
    look = since
    end = since + Self.patience
  }

  /// The config for a tour: everything as it was, but the devices, which are the built-in ones, and the length
  /// of the take.
  static func config(of config: Config) -> Config {
    var tour = config
    tour.camera = .test("")
    tour.microphone = .test("")
    tour.maxDuration = 3
    tour.countdown = 3
    return tour
  }

  /// When the guide looks again.
  var deadline: MediaTime { look }

  /// Does what is next, if it is time.
  func step(_ loop: BoothLoop) {
    let now = MonotonicClock.now
    look = now + Self.period
    if let path = loop.state.take?.path, loop.state.phase == .saved { take = path }
    guard now < end else {
      return loop.fail(
        RetakeError(
          .failed, "the tour did not get on in state \(loop.state.phase.rawValue)",
          advice: "--log-level debug tells more."))
    }
    while next < Self.visit.count, !awaitsPicture, perform(Self.visit[next], loop, now) {
      next += 1
      since = now
    }
    if next == Self.visit.count, !awaitsPicture, !loop.isOver { loop.feed(.terminate) }
  }

  /// Does a step; false where it is not over yet.
  private func perform(_ step: Step, _ loop: BoothLoop, _ now: MediaTime) -> Bool {
    let display = loop.parts.stage.display
    switch step {
    case .wait(let phase, let seconds):
      return loop.state.phase == phase && (now - loop.state.since).seconds >= seconds
    case .pause(let seconds): return (now - since).seconds >= seconds
    case .key(let name):
      guard let key = KeyPress(name) else { preconditionFailure("a key has a name") }
      return display.press(key)
    case .tap(let control):
      guard let place = place(of: control, at: 0.5, on: loop.parts.stage.list) else { return false }
      return display.tap(x: place.x, y: place.y)
    case .hold(let control, let share):
      guard let place = place(of: control, at: share, on: loop.parts.stage.list) else { return false }
      return display.touch(loop.activeTouch == nil ? .began : .moved, x: place.x, y: place.y)
    case .release(let control, let share):
      guard let place = place(of: control, at: share, on: loop.parts.stage.list) else { return false }
      return display.touch(.ended, x: place.x, y: place.y)
    case .picture:
      awaitsPicture = true
      loop.parts.stage.invalidate()
      loop.onPicture = { [self] picture in
        pictures.append(picture)
        awaitsPicture = false
      }
      return true
    case .imagine(let visit):
      let state = visit.state(after: loop.state)
      if let picture = loop.picture(of: state, at: state.now + MediaTime(seconds: 1)) {
        pictures.append(picture)
      }
      return true
    }
  }

  /// A control's place on the screen as shares of its sides; on a slider, at a share of its track.
  private func place(of control: Control, at share: Double, on list: DisplayList) -> (x: Double, y: Double)? {
    let (width, height) = (Double(max(list.size.width, 1)), Double(max(list.size.height, 1)))
    if control == .background { return (0.5, 0.4) }
    guard let target = list.targets.last(where: { $0.control == control }) else { return nil }
    let center = target.rect.center
    let place = target.track?.place(of: share, beside: center) ?? center
    return (Double(place.x) / width, Double(place.y) / height)
  }

  /// Writes the pictures; what the tour came to.
  func outcome() throws(RetakeError) -> Booth.Outcome {
    guard let take else {
      throw RetakeError(.failed, "the tour ended before its take was saved")
    }
    guard let sheet = ContactSheet.of(pictures) else {
      throw RetakeError(.failed, "the tour has no pictures of the screens")
    }
    try Screenshot.write(sheet, to: screens)
    return .toured(take: take, screens: screens)
  }
}

import RetakeMedia

@testable import RetakeKiosk

/// Plays the main loop: carries a state along, remembers all effects, and answers like working devices.
struct KioskDriver {
  private(set) var state: KioskState
  private(set) var effects: [KioskEffect] = []
  /// Effects of the last event alone.
  private(set) var latest: [KioskEffect] = []
  private(set) var now: Double
  private var request = 0

  init(_ settings: KioskSettings = KioskSettings(), at now: Double = 100) {
    self.now = now
    state = KioskState(settings: settings, now: MediaTime(seconds: now))
  }

  /// A kiosk whose camera shows a picture.
  static func attract(_ settings: KioskSettings = KioskSettings()) -> KioskDriver {
    var driver = KioskDriver(settings)
    driver.send(.previewStarted(isTest: false))
    driver.wait(1)
    return driver
  }

  static func ready(_ settings: KioskSettings = KioskSettings()) -> KioskDriver {
    var driver = attract(settings)
    driver.send(.key(.other))
    driver.wait(1)
    return driver
  }

  static func countdown(_ settings: KioskSettings = KioskSettings()) -> KioskDriver {
    var driver = ready(settings)
    driver.send(.key(.space))
    return driver
  }

  static func recording(_ settings: KioskSettings = KioskSettings()) -> KioskDriver {
    var driver = countdown(settings)
    driver.wait(max(settings.countdown, 0.25))
    if let generation = driver.recordingGeneration {
      driver.send(.recordingStarted(generation: generation, at: driver.state.now))
    }
    return driver
  }

  static func finishing(_ settings: KioskSettings = KioskSettings(), after seconds: Double = 12)
    -> KioskDriver
  {
    var driver = recording(settings)
    driver.wait(seconds)
    driver.send(.key(.space))
    return driver
  }

  static func review(_ settings: KioskSettings = KioskSettings(), seconds: Double = 12) -> KioskDriver {
    var driver = finishing(settings, after: seconds)
    driver.endRecording(.wanted, KioskDriver.take(seconds: seconds))
    driver.showFirstPicture()
    driver.wait(1)
    return driver
  }

  static func saving(_ settings: KioskSettings = KioskSettings()) -> KioskDriver {
    var driver = review(settings)
    driver.send(.key(.save))
    return driver
  }

  static func saved(_ settings: KioskSettings = KioskSettings()) -> KioskDriver {
    var driver = saving(settings)
    driver.finishSave()
    driver.wait(1)
    return driver
  }

  static func interrupted(
    _ settings: KioskSettings = KioskSettings(), by fault: KioskState.Interruption = .camera,
    hasTake: Bool = true
  ) -> KioskDriver {
    var driver = recording(settings)
    driver.wait(12)
    if fault == .camera { driver.send(.cameraMissing(.unplugged)) }
    driver.endRecording(.fault(fault), hasTake ? KioskDriver.take(seconds: 12) : nil)
    driver.showFirstPicture()
    driver.wait(1)
    return driver
  }

  /// Something has just been said, whatever the reason.
  static func ready(_ settings: KioskSettings, saying notice: KioskNotice) -> KioskDriver {
    var driver = ready(settings)
    var reducer = Reducer(state: driver.state)
    reducer.notify(notice)
    driver.state = reducer.state
    return driver
  }

  /// Two real cameras, the left one in use.
  static var twoCameras: KioskDevices {
    var devices = KioskDevices()
    devices.cameras = ["left", "right"]
    devices.camera = "left"
    devices.microphones = ["mic"]
    devices.microphone = "mic"
    return devices
  }

  static func take(seconds: Double = 12) -> KioskTake {
    KioskTake(id: "a1", path: "/library/incoming/a1.mp4", duration: MediaTime(seconds: seconds))
  }

  // MARK: events

  mutating func send(_ kind: KioskEvent.Kind) {
    let result = reduce(state, KioskEvent(kind, at: MediaTime(seconds: now)))
    state = result.0
    latest = result.1
    effects += result.1
  }

  /// Lets time pass as the main loop does: with ticks exactly when they are asked for.
  mutating func wait(_ seconds: Double) {
    let end = now + seconds
    var all: [KioskEffect] = []
    while let wake = nextWakeUp(state), wake.seconds <= end {
      now = max(now, wake.seconds)
      send(.tick)
      all += latest
    }
    now = end
    send(.tick)
    latest = all + latest
  }

  /// A loop that did not run for a while: one tick at the end.
  mutating func oversleep(_ seconds: Double) {
    now += seconds
    send(.tick)
  }

  /// A press and a release, without waiting for deaf times.
  mutating func tap(_ control: Control, value: Double = 0.5, inCorner: Bool = false) {
    send(.pointer(.down, PointerHit(control, value: value, isInCorner: inCorner)))
    let first = latest
    send(.pointer(.up, PointerHit(control, value: value, isInCorner: inCorner)))
    latest = first + latest
  }

  /// A long press on the play button.
  mutating func holdPlay() {
    send(.pointer(.down, PointerHit(.playPause, value: 0.5)))
    wait(0.6)
    send(.pointer(.up, PointerHit(.playPause, value: 0.5)))
  }

  /// Sends a command and gives its replies so far.
  mutating func command(_ command: KioskCommand) -> [KioskReply] {
    request += 1
    send(.command(command, request: request))
    return replies(to: request)
  }

  func replies(to request: Int) -> [KioskReply] {
    effects.compactMap { if case .reply(request, let reply) = $0 { reply } else { nil } }
  }

  // MARK: answers

  var recordingGeneration: Int? {
    effects.reversed().lazy.compactMap {
      if case .startRecording(let generation) = $0 { generation } else { nil }
    }.first
  }

  var loadGeneration: Int? {
    effects.reversed().lazy.compactMap {
      if case .loadReview(_, let generation) = $0 { generation } else { nil }
    }.first
  }

  var fileGeneration: Int? {
    effects.reversed().lazy.compactMap {
      switch $0 {
      case .saveTake(_, let generation), .undoSave(_, let generation), .undoDiscard(_, let generation):
        generation
      default: nil
      }
    }.first
  }

  mutating func endRecording(_ reason: KioskEvent.EndReason, _ take: KioskTake?) {
    guard let generation = recordingGeneration else { return }
    send(.recordingEnded(generation: generation, reason, take))
  }

  mutating func showFirstPicture() {
    guard let generation = loadGeneration else { return }
    send(.firstPicture(generation: generation))
  }

  mutating func endPlaying() {
    guard let generation = loadGeneration else { return }
    send(.playerEnded(generation: generation))
  }

  mutating func finishSave() {
    guard let generation = fileGeneration, let take = state.take else { return }
    let saved = KioskTake(id: take.id, path: "/library/takes/a1.mp4", duration: take.duration)
    send(.saved(generation: generation, saved))
  }

  mutating func finishUndo() {
    guard let generation = fileGeneration else { return }
    send(.undone(generation: generation, Self.take()))
  }
}

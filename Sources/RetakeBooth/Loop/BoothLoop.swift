internal import Retake
internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// The kiosk's main loop: feeds the brain with what happens, carries out what it wants, and has its screens drawn.
///
/// First thread only, where SDL lives. It waits for events and for nothing else: whatever may wait for a device, a
/// disk or an encoder happens on other threads and comes back as a message. The parts stand in extensions: input,
/// messages, effects, drawing.
final class BoothLoop {
  /// The player alone has one file.
  struct Playback {
    let path: String
    /// The brain knows of it.
    var isOpen = false
  }

  let parts: BoothParts
  var state: KioskState
  var live = LiveValues()
  var statistics: BoothStatistics
  /// Why it ended, where that is a failure.
  var failure: RetakeError?
  var isOver = false
  /// Leads the kiosk through a tour.
  var guide: TourGuide?
  var playback: Playback?

  // Events that wait for the brain, which takes one at a time.
  var waiting: [KioskEvent.Kind] = []
  var isReducing = false

  // The camera and the microphone.
  var camera: OpenCamera?
  var microphone: OpenMicrophone?
  /// What there is; nil until it was listed.
  var devices: DeviceList?
  var cameraSearch = DeviceSearch()
  var microphoneSearch = DeviceSearch()
  /// When a camera that had run was lost last.
  var cameraLostAt: MediaTime?
  var preview: VideoDataOutput.Picture?
  var isPreviewDrawn = true
  /// The first picture of the present camera is still to come.
  var awaitsPreview = false
  var lastPreview = MediaTime.zero
  var meter: LevelMeter

  // The recording.
  var place: TakePlace?
  var generation = 0
  /// What the take is made with; it may be gone when the take is finished.
  var recorded: (camera: OpenCamera?, microphone: OpenMicrophone?)
  /// A recording that waits for a place.
  var startWaiting: Int?
  /// When the disk is looked at again.
  var nextDiskCheck = MediaTime.zero
  /// From when on the library may be cleared out again.
  var nextPurge: MediaTime
  /// It was said that the kiosk is up.
  var isAnnounced = false
  /// When the brain is told again what is left of the take.
  var nextLimit = MediaTime.zero
  /// What the brain was told last of the wall clock.
  var toldClockSet: MediaTime?

  // The screen.
  var activeTouch: Int64?
  var lastTouch = MediaTime.zero
  var finishedSeeks: [(token: Int, position: Double)] = []
  var screenshots: [(request: Int, path: String)] = []
  var nextStatistics = MediaTime.zero
  /// Screens that were not drawn yet, the last one first; and when to draw the next.
  var rehearsals: [ImaginedVisit] = [.saved, .recording, .countdown, .ready, .review]
  var nextRehearsal: MediaTime?
  /// Gets what is drawn next, for the tour.
  var onPicture: ((Bitmap) -> Void)?

  init(_ parts: BoothParts, settings: KioskSettings, started: MediaTime) {
    self.parts = parts
    let now = MonotonicClock.now
    state = KioskState(settings: settings, now: now)
    statistics = BoothStatistics(started: started)
    meter = LevelMeter(now: now)
    nextPurge = now + Self.purgeInterval
  }

  /// How long the library is left as it is, at least.
  private static let purgeInterval = MediaTime(seconds: 600)

  /// Nobody is there: what may go, goes.
  func purgeIfDue() {
    guard let store = parts.store, now >= nextPurge else { return }
    nextPurge = now + Self.purgeInterval
    let files = parts.files
    files.perform { store.purge(on: files) }
  }

  var now: MediaTime { MonotonicClock.now }

  /// Runs until the kiosk is to end.
  func run() {
    begin()
    while !isOver {
      if let event = parts.stage.display.nextEvent(until: deadline) { handle(event) }
      takeInput()
      takeMessages()
      takeRequests()
      takePreview()
      takeReview()
      lookAtTheClock()
      drawIfDue()
    }
  }

  private func begin() {
    if let playback {
      parts.review.open(playback.path, generation: 0)
      return
    }
    if let store = parts.store {
      let files = parts.files
      files.perform { store.prepare(on: files) }
      files.perform { store.recover(on: files) }
    }
    guard let capture = parts.capture else { return feed(.cameraMissing(.switchedOff)) }
    cameraSearch.hearsOfDevices = parts.watch?.hearsOfDevices ?? false
    microphoneSearch.hearsOfDevices = cameraSearch.hearsOfDevices
    capture.start()
    capture.open(allowsStandIn: parts.config.cameraFallback == .test)
  }

  /// Until when there is nothing to do; nil: until something happens.
  private var deadline: MediaTime? {
    [
      nextWakeUp(state), parts.stage.deadline, cameraSearch.next, microphoneSearch.next, guide?.deadline,
      state.showsStatistics ? nextStatistics : nil, silenceDeadline, heldUpDeadline, nextRehearsal,
      diskDeadline,
    ].compactMap(\.self).min()
  }

  /// Tells the brain, and carries out what it wants.
  func feed(_ kind: KioskEvent.Kind) {
    waiting.append(kind)
    // An effect that is answered at once comes after those that are still to be carried out.
    guard !isReducing else { return }
    isReducing = true
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      let (next, effects) = reduce(state, KioskEvent(event, at: now))
      state = next
      if event.changesScreen || !effects.isEmpty { parts.stage.invalidate() }
      for effect in effects { perform(effect) }
    }
    isReducing = false
  }

  private func lookAtTheClock() {
    let now = now
    if let due = nextWakeUp(state), due <= now { feed(.tick) }
    lookForCamera(now)
    lookForMicrophone(now)
    watchSilence(now)
    watchDevices(now)
    watchDisk(now)
    if state.showsStatistics, nextStatistics <= now { parts.stage.invalidate() }
    rehearse(now)
    guide?.step(self)
  }
}

extension KioskEvent.Kind {
  /// Whether it can make the screen another one without an effect.
  fileprivate var changesScreen: Bool {
    switch self {
    case .command(.state, _), .command(.stats, _), .command(.subscribe, _), .command(.devices, _): false
    default: true
    }
  }
}

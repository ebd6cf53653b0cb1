import RetakeKiosk
import RetakeMedia
import Testing

/// Every screen and what can stand on it, each a state reached by events.
struct ScreenFixture: Sendable, CustomTestStringConvertible {
  var name: String
  var state: KioskState
  var now: MediaTime
  var live: LiveValues

  var testDescription: String { name }

  func list(_ size: ScreenSize, _ strings: Strings) -> DisplayList {
    screen(
      state, now: now,
      context: ScreenContext(size: size, strings: strings, measurer: SimpleMeasurer(), live: live))
  }

  static let sizes = [
    ScreenSize(width: 800, height: 480), ScreenSize(width: 1024, height: 600),
    ScreenSize(width: 1280, height: 720),
    ScreenSize(width: 1920, height: 1080), ScreenSize(width: 720, height: 1280),
    ScreenSize(width: 1024, height: 768), ScreenSize(width: 768, height: 1024),
  ]

  static var settings: KioskSettings {
    var settings = KioskSettings()
    settings.maxDuration = MediaTime(seconds: 30)
    settings.prompts = ["How did you meet the couple?", "A second question?"]
    settings.eventName = "Garden party"
    settings.eventLine = "12 June, Lake House"
    settings.languages = [
      LanguageChoice(tag: "en", name: "English"), LanguageChoice(tag: "de", name: "Deutsch"),
    ]
    return settings
  }

  private init(
    _ name: String, _ driver: KioskDriver, after seconds: Double = 1, live: LiveValues = LiveValues()
  ) {
    self.name = name
    state = driver.state
    now = MediaTime(seconds: driver.now + seconds)
    self.live = live
  }

  static let all: [ScreenFixture] = {
    var live = LiveValues()
    live.level.level = -14
    live.level.peak = -10
    live.position = 9
    live.statistics.camera = "1280×720 30.0 MJPEG"
    live.statistics.reason =
      "the largest size up to 1920x1080 of 24 frames a second or more, NV12 takes the least work"
    live.statistics.microphone = "48 kHz mono"
    live.statistics.shown = "30.0 drop 0"
    live.statistics.latency = "p50 24 p95 33 ms"
    var silent = live
    silent.level.isSilent = true
    return guests(live, silent) + takes(live) + waiting() + overlays(live)
  }()

  private static func guests(_ live: LiveValues, _ silent: LiveValues) -> [ScreenFixture] {
    var test = KioskDriver(settings)
    test.send(.previewStarted(isTest: true))
    var testReady = test
    testReady.wait(1)
    testReady.send(.key(.other))
    var testRecording = testReady
    testRecording.send(.key(.space))
    let testCountdown = testRecording
    testRecording.wait(3)
    if let generation = testRecording.recordingGeneration {
      testRecording.send(.recordingStarted(generation: generation, at: testRecording.state.now))
    }
    var muted = KioskDriver.ready(settings)
    muted.send(.key(.mute))
    var full = KioskDriver.ready(settings)
    full.send(.storage(.storage))
    var ended = KioskDriver.recording(settings)
    ended.wait(27)
    var pausing = settings
    pausing.hasPauseButton = true
    var paused = KioskDriver.recording(pausing)
    paused.wait(9)
    paused.tap(.pauseRecording)
    return [
      ScreenFixture("attract", .attract(settings)), ScreenFixture("attract, test camera", test),
      ScreenFixture("ready", .ready(settings), live: live),
      ScreenFixture("ready, test camera", testReady, live: live),
      ScreenFixture("ready, still there", .ready(settings), after: 38, live: live),
      ScreenFixture("ready, muted", muted, live: live), ScreenFixture("ready, disk full", full, live: live),
      ScreenFixture("countdown", .countdown(settings), after: 1.4),
      ScreenFixture("countdown, test camera", testCountdown, after: 1.4),
      ScreenFixture("recording", .recording(settings), after: 11.5, live: live),
      ScreenFixture("recording, test camera", testRecording, after: 11.5, live: live),
      ScreenFixture("recording, no sound", .recording(settings), after: 22, live: silent),
      ScreenFixture("recording, last seconds", ended, after: 1, live: live),
      ScreenFixture("recording, with a pause button", .recording(pausing), after: 11.5, live: live),
      ScreenFixture("recording, paused", paused, after: 4, live: live),
      ScreenFixture("finishing", .finishing(settings), live: live),
    ]
  }

  private static func takes(_ live: LiveValues) -> [ScreenFixture] {
    var scrubbing = KioskDriver.review(settings)
    scrubbing.send(.pointer(.down, PointerHit(.scrub, value: 0.9)))
    var left = KioskDriver.review(settings)
    left.send(.pointer(.down, PointerHit(.scrub, value: 0)))
    var louder = KioskDriver.review(settings)
    louder.send(.key(.volumeDown))
    louder.send(.key(.volumeDown))
    var rates = KioskDriver.review(settings)
    rates.holdPlay()
    var slow = rates
    slow.tap(.rate(0.25))
    slow.tap(.loop)
    var slowed = slow
    slowed.wait(10)
    var ended = KioskDriver.review(settings)
    ended.endPlaying()
    var failed = KioskDriver.saving(settings)
    failed.send(.saveFailed(generation: failed.fileGeneration ?? 0, "full"))
    var unlimited = settings
    unlimited.maxDuration = nil
    var alone = settings
    alone.isPlayer = true
    var player = KioskDriver(alone)
    player.send(.open(KioskDriver.take()))
    player.showFirstPicture()
    return [
      ScreenFixture("player alone", player, live: live),
      ScreenFixture("review", .review(settings), live: live),
      ScreenFixture("review, an hour", .review(unlimited, seconds: 3725), live: live),
      ScreenFixture("review, scrubbing", scrubbing, live: live),
      ScreenFixture("review, scrubbing left", left),
      ScreenFixture("review, setting the volume", louder, live: live),
      ScreenFixture("review, rates", rates, live: live), ScreenFixture("review, slow", slow, live: live),
      ScreenFixture("review, still slow", slowed, live: live),
      ScreenFixture("review, saving in", ended, after: 47, live: live),
      ScreenFixture("review, not saved", failed, live: live),
      ScreenFixture("saving", .saving(settings), live: live),
      ScreenFixture("saved", .saved(settings), live: live),
    ]
  }

  private static func waiting() -> [ScreenFixture] {
    let missing = KioskState.CameraProblem.allCases.map { problem in
      var driver = KioskDriver(settings)
      driver.send(.cameraMissing(problem))
      driver.send(.key(.other))
      return ScreenFixture("no camera: \(problem)", driver)
    }
    let faults = KioskState.Interruption.allCases.flatMap { fault in
      [true, false].map { hasTake in
        ScreenFixture(
          "interrupted: \(fault), \(hasTake ? "a take" : "no take")",
          .interrupted(settings, by: fault, hasTake: hasTake))
      }
    }
    var mended = KioskDriver.interrupted(settings)
    mended.send(.previewStarted(isTest: false))
    var watched = KioskDriver.interrupted(settings)
    watched.tap(.watchTake)
    var again = KioskDriver.interrupted(settings)
    again.tap(.startAgain)
    again.send(.saved(generation: again.fileGeneration ?? 0, KioskDriver.take()))
    var held = KioskDriver(settings)
    held.send(.cameraMissing(.busy, of: "gnome-snapshot (process 1234567)"))
    var locked = KioskDriver(settings)
    locked.send(.cameraMissing(.notPermitted, of: "video"))
    var reviewed = KioskDriver.review(settings)
    reviewed.send(.cameraMissing(.unplugged))
    var saved = KioskDriver.saved(settings)
    saved.send(.cameraMissing(.silent))
    var wanted = reviewed
    wanted.tap(.retake)
    var another = saved
    another.tap(.newRecording)
    let named = [
      ScreenFixture("interrupted: the camera is back", mended), ScreenFixture("review, interrupted", watched),
      ScreenFixture("ready, the interrupted take is kept", again),
      ScreenFixture("review, retake without a camera", wanted),
      ScreenFixture("saved, another without a camera", another),
      ScreenFixture("no camera: held", held), ScreenFixture("no camera: locked", locked),
      ScreenFixture("review, no camera", reviewed), ScreenFixture("saved, no camera", saved),
    ]
    return [ScreenFixture("starting", KioskDriver(settings))] + missing + named + faults
  }

  private static func overlays(_ live: LiveValues) -> [ScreenFixture] {
    var discarded = KioskDriver.review(settings)
    discarded.send(.key(.discard))
    var short = KioskDriver.finishing(settings, after: 0.1)
    short.endRecording(.wanted, nil)
    var two = KioskDriver.ready(settings)
    two.send(.devices(KioskDriver.twoCameras))
    var changing = two
    changing.send(.key(.nextCamera))
    let notices = KioskNotice.allCases.map { notice in
      ScreenFixture("notice: \(notice)", KioskDriver.ready(settings, saying: notice), live: live)
    }
    var recovered = KioskDriver.ready(settings)
    recovered.send(.recovered(RecoveryCount(recovered: 12, damaged: 3)))
    var dialog = KioskDriver.ready(settings)
    dialog.send(.key(.operatorMenu))
    dialog.send(.key(.focusNext))
    var statistics = KioskDriver.ready(settings)
    statistics.send(.key(.statistics))
    return notices + [
      ScreenFixture("ready, two cameras", two, live: live),
      ScreenFixture("ready, another camera starts", changing, live: live),
      ScreenFixture("recovered", recovered, live: live),
      ScreenFixture("discarded", discarded, live: live), ScreenFixture("too short", short, live: live),
      ScreenFixture("quit dialog", dialog, live: live), ScreenFixture("statistics", statistics, live: live),
    ]
  }
}

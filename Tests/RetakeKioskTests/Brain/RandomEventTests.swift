import RetakeKiosk
import RetakeMedia
import Testing

/// Nothing that happens in any order stops the kiosk.
@Suite struct RandomEventTests {
  @Test(arguments: 0..<4)
  func hundredThousandEventsAndBackToAttract(seed: Int) {
    var random = Generator(state: UInt64(seed) &* 7919 &+ 1)
    var settings = KioskSettings()
    settings.maxDuration = MediaTime(seconds: 20)
    settings.countdown = [3, 0, 1, 2.5][seed]
    settings.reviewTimeout = seed == 2 ? .discard : .save
    settings.prompts = ["One?", "Two?"]
    settings.languages = [
      LanguageChoice(tag: "en", name: "English"), LanguageChoice(tag: "de", name: "Deutsch"),
    ]
    var audit = Audit()
    var evenings = 0
    // 25,000 for each seed, in evenings of 500 that each end with nobody there.
    for _ in 0..<50 {
      var state = KioskState(settings: settings, now: .zero)
      var now = 0.0
      for _ in 0..<500 {
        now += random.pick([0, 0.001, 0.05, 0.3, 0.5, 1, 3, 8, 21]) * random.fraction()
        step(&state, randomKind(&random, audit), at: now, &audit)
      }
      // Nobody there and nothing answers: 20 + 2 recording, 10 finishing, 60 interrupted, then the review's rest.
      let end = now + 600
      while let wake = nextWakeUp(state), wake.seconds <= end {
        now = max(now, wake.seconds)
        step(&state, .tick, at: now, &audit)
      }
      // Somebody may have found 'Quit' in the dialog.
      #expect(state.phase == .attract || state.isOver)
      if !state.isOver { evenings += 1 }
      #expect(state.dialogSince == nil)
      #expect(audit.unanswered.isEmpty)
    }
    #expect(evenings > 25)
    #expect(audit.phases == Set(KioskPhase.allCases).subtracting([.starting]))
  }

  private func step(_ state: inout KioskState, _ kind: KioskEvent.Kind, at now: Double, _ audit: inout Audit)
  {
    if case .command(_, let request) = kind { audit.unanswered.insert(request) }
    let before = state.phase
    let (next, effects) = reduce(state, KioskEvent(kind, at: MediaTime(seconds: now)))
    audit.check(effects, from: before, to: next)
    state = next
  }

  private func randomKind(_ random: inout Generator, _ audit: Audit) -> KioskEvent.Kind {
    let generation = random.fraction() < 0.8 ? audit.lastGeneration : Int(random.fraction() * 50)
    let take = KioskTake(id: "x", path: "/x", duration: MediaTime(seconds: random.pick([0.1, 0.3, 4, 60])))
    let kinds: [KioskEvent.Kind] = [
      .tick, .windowClosed, .previewStarted(isTest: random.fraction() < 0.5),
      .previewStarted(isTest: false), .previewStarted(isTest: false),
      .cameraMissing(random.pick(KioskState.CameraProblem.allCases)), .cameraReduced, .controlChanged,
      .microphone(.live), .microphone(.missing(random.pick(KioskState.MicrophoneProblem.allCases))),
      .devices(Self.devices),
      .changed(generation: generation, random.fraction() < 0.5 ? .done : .refused(.device, "no")),
      .recordingStarted(generation: generation, at: MediaTime(seconds: random.fraction() * 1000)),
      .recordingLimit(
        generation: generation, left: random.pick([nil, MediaTime(seconds: random.fraction() * 100)])),
      .recordingEnded(generation: generation, .wanted, random.fraction() < 0.8 ? take : nil),
      .recordingEnded(generation: generation, .fault(random.pick(KioskState.Interruption.allCases)), take),
      .firstPicture(generation: generation), .firstPicture(generation: generation),
      .loadFailed(generation: generation), .playerEnded(generation: generation),
      .seekCompleted(token: generation, position: 1), .saved(generation: generation, take),
      .saveFailed(generation: generation, "no"), .undone(generation: generation, take),
      .undoFailed(generation: generation), .recovered(RecoveryCount(recovered: 1, damaged: 1)),
      .key(random.pick(Self.keys)),
      .key(random.pick(Self.keys)),
      .key(.space), .key(.space),
      .pointer(random.pick([.down, .moved, .up, .cancelled]), random.hit()),
      .pointer(.down, random.hit()), .pointer(.up, random.hit()),
      .command(random.pick(Self.commands), request: audit.nextRequest),
      .command(random.pick(Self.commands), request: audit.nextRequest),
    ]
    return random.pick(kinds)
  }

  private static let devices: KioskDevices = {
    var devices = KioskDevices()
    devices.cameras = ["left", "right"]
    devices.camera = "left"
    return devices
  }()
  private static let keys: [KioskKey] = [
    .space, .enter, .escape, .save, .discard, .undo, .retake, .skip(5), .skip(-1), .step(1), .home, .end,
    .volumeUp,
    .volumeDown, .mute, .fullScreen, .nextCamera, .statistics, .operatorMenu, .focusNext, .focusPrevious,
    .select, .other,
  ]
  private static let commands: [KioskCommand] = [
    .state, .record, .record, .stop, .save, .discard, .undo, .retake, .play, .pause, .seek(3),
    .seek(-.infinity),
    .step(2), .volume(0.3), .volume(9), .mute(nil), .rate(2), .controls(nil), .stats, .subscribe, .devices,
    .camera(nil), .camera("x"), .microphone(nil), .microphone("x"), .preset(.low),
    .control(name: nil, value: .number(1)),
    .tap(x: 0.5, y: 0.5),
    .key("Space"), .screenshot("/x"),
  ]

  /// What must hold, whatever happens.
  private struct Audit {
    var unanswered: Set<Int> = []
    var nextRequest: Int { answered.count + unanswered.count + 1 }
    var lastGeneration = 0
    var phases: Set<KioskPhase> = []
    private var answered: Set<Int> = []
    private var isRecording = false

    mutating func check(_ effects: [KioskEffect], from before: KioskPhase, to state: KioskState) {
      var phase = before
      for effect in effects {
        switch effect {
        case .stateChanged(let next):
          // A take ends through finishing alone.
          if phase == .recording { #expect(next == .finishing) }
          if next == .recording { #expect(phase == .countdown) }
          phase = next
          phases.insert(next)
        case .startRecording(let generation):
          #expect(phase == .recording)
          lastGeneration = generation
        case .loadReview(_, let generation), .saveTake(_, let generation), .undoDiscard(_, let generation),
          .undoSave(_, let generation):
          lastGeneration = generation
        case .changeDevices(_, let generation):
          #expect(![.starting, .countdown, .recording, .finishing].contains(phase))
          lastGeneration = generation
        case .seek(_, _, let token): lastGeneration = token
        case .reply(let request, _), .forward(let request, _):
          #expect(unanswered.remove(request) != nil, "answered twice")
          #expect(answered.insert(request).inserted)
        default: break
        }
      }
      #expect(phase == state.phase)
      if phase == .review || phase == .saving || phase == .saved { #expect(state.take != nil) }
      if phase == .attract || phase == .countdown || phase == .recording { #expect(state.take == nil) }
    }
  }
}

/// A small seeded generator (SplitMix64), so that a failure can be seen again.
struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func fraction() -> Double {
    Double(next() >> 11) / Double(1 << 53)
  }

  mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int(next() % UInt64(list.count))]
  }

  mutating func hit() -> PointerHit {
    let controls: [Control] = [
      .background, .record, .pauseRecording, .language("de"), .language("xx"), .nextPrompt, .playPause,
      .stepBack,
      .stepForward, .scrub,
      .scrub, .volume, .fullScreen, .discard, .retake, .save, .undo, .newRecording, .watchTake, .startAgain,
      .dialogSafe,
    ]
    return PointerHit(pick(controls), value: fraction(), isInCorner: fraction() < 0.2)
  }
}

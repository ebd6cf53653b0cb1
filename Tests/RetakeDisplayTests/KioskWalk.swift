import Foundation
import RetakeKiosk
import RetakeMedia

/// The kiosk's brain, driven through a guest's visit to have real screens to paint.
struct KioskWalk {
  private(set) var state: KioskState
  private var time = 0.0
  /// Whether the end of a recording is answered at once.
  var answersEnd = true
  /// The microphone has been silent for a while.
  var isSilent = false
  private let take = KioskTake(id: "walk", path: "/walk.mp4", duration: MediaTime(seconds: 24))

  init(_ change: (inout KioskSettings) -> Void = { _ in }) {
    var settings = KioskSettings()
    settings.prompts = ["How did you meet the couple?", "What do you wish them?"]
    settings.maxDuration = MediaTime(seconds: 30)
    change(&settings)
    state = KioskState(settings: settings, now: .zero)
  }

  var now: MediaTime { MediaTime(seconds: time) }

  /// Lets time pass, then tells the brain.
  mutating func after(_ seconds: Double, _ kind: KioskEvent.Kind) {
    time += seconds
    let (next, effects) = reduce(state, KioskEvent(kind, at: now))
    state = next
    for effect in effects {
      switch effect {
      case .startRecording(let number):
        after(0, .recordingStarted(generation: number, at: now))
      case .stopRecording(let number):
        if answersEnd { after(0, .recordingEnded(generation: number, .wanted, take)) }
      case .loadReview(_, let number): after(0, .firstPicture(generation: number))
      case .saveTake(let take, let number): after(0, .saved(generation: number, take))
      default: break
      }
    }
  }

  /// Goes on to a state as a guest would.
  mutating func go(to phase: KioskPhase) {
    after(0.1, .previewStarted(isTest: false))
    if phase == .attract { return after(2, .tick) }
    after(1, .key(.other))
    if phase == .ready { return after(1, .tick) }
    after(0.5, .key(.space))
    if phase == .countdown { return after(1.3, .tick) }
    for _ in 0..<4 { after(1, .tick) }
    if phase == .recording { return after(11.3, .tick) }
    after(11, .key(.space))
    if phase == .review { return after(1, .tick) }
    after(1, .key(.save))
    after(1, .tick)
  }

  /// The camera is pulled out while it records.
  mutating func interrupt() {
    after(0, .cameraMissing(.unplugged))
  }

  /// What is on the screen now.
  func list(size: ScreenSize, measurer: any TextMeasurer, language: String = "en") throws -> DisplayList {
    var live = LiveValues()
    live.position = 21
    live.level.isSilent = isSilent
    let url = TestStage.folder.appending(path: "strings/\(language).json")
    let words = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))
    let context = ScreenContext(
      size: size, strings: Strings(language: language, words), measurer: measurer, live: live)
    return screen(state, now: now, context: context)
  }
}

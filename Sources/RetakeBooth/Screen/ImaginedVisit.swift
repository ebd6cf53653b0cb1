internal import RetakeKiosk
internal import RetakeMedia

/// What the kiosk may come to, led there by its own brain: for pictures of screens that are not there yet.
enum ImaginedVisit: CaseIterable {
  case ready, countdown, recording, review, saved
  /// The camera goes away between two takes, and while one is made.
  case lostInReady, lostInTake

  /// What the kiosk would come to from `state`, which is attract, or saved.
  func state(after state: KioskState) -> KioskState {
    var state = state
    var time = state.now
    var generation = 0
    func after(_ seconds: Double, _ kind: KioskEvent.Kind) {
      time += MediaTime(seconds: seconds)
      let (next, effects) = reduce(state, KioskEvent(kind, at: time))
      state = next
      for effect in effects {
        switch effect {
        case .startRecording(let number), .loadReview(_, let number), .saveTake(_, let number):
          generation = number
        default: break
        }
      }
    }
    let take = state.take ?? KioskTake(id: "", path: "", duration: MediaTime(seconds: 3))
    if self == .ready || self == .lostInReady {
      // A key without a meaning, and what ends a countdown.
      after(0, state.phase == .attract ? .key(.other) : .key(.space))
      if state.phase == .countdown { after(0, .key(.escape)) }
      if self == .lostInReady { after(1, .cameraMissing(.unplugged)) }
      return state
    }
    after(0, .key(.space))
    if self == .countdown { return state }
    after(state.settings.countdown + 1, .tick)
    after(0.5, .tick)
    after(0, .recordingStarted(generation: generation, at: time))
    if self == .recording { return state }
    let isLost = self == .lostInTake
    after(take.duration.seconds, isLost ? .cameraMissing(.unplugged) : .key(.space))
    after(0, .recordingEnded(generation: generation, isLost ? .fault(.camera) : .wanted, take))
    after(0, .firstPicture(generation: generation))
    if self == .saved {
      after(1, .key(.save))
      after(0, .saved(generation: generation, take))
    }
    return state
  }
}

internal import RetakeKiosk
internal import RetakeMedia

/// What the tour shows of what it hopes will not happen.
enum Misfortune {
  /// The camera goes away between two takes, and while one is made.
  case lostInReady, lostInTake

  /// What the kiosk would come to from `state`, where a take was saved.
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
        case .startRecording(let number), .loadReview(_, let number): generation = number
        default: break
        }
      }
    }
    let take = state.take ?? KioskTake(id: "", path: "", duration: .zero)
    after(0, .key(.space))
    switch self {
    case .lostInReady:
      after(1, .cameraMissing(.unplugged))
    case .lostInTake:
      after(4, .tick)
      after(0, .recordingStarted(generation: generation, at: time))
      after(take.duration.seconds, .cameraMissing(.unplugged))
      after(0, .recordingEnded(generation: generation, .fault(.camera), take))
      after(0, .firstPicture(generation: generation))
    }
    return state
  }
}

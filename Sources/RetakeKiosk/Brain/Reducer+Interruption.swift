package import RetakeMedia

// The card that says why a recording has ended by itself.
extension Reducer {
  mutating func showInterruption() {
    enter(.interrupted)
    // A camera may be back before its take is finished.
    causeIs(mended: state.interruption?.isOfCamera == true && state.camera.isLive)
  }

  /// What the card tells of is well again, or it is not after all.
  mutating func causeIs(mended: Bool) {
    guard state.phase == .interrupted else { return }
    state.mendedSince = mended ? state.mendedSince ?? now : nil
  }

  /// It was there long enough, and there is nothing left to wait for.
  mutating func leaveCard() {
    if state.take == nil { startAgain() } else { showReview() }
  }

  /// For another take, the one in hand saved: it may be all that there will ever be of that moment.
  mutating func startAgain() {
    let take = state.take
    dropTake()
    if let take {
      let generation = nextGeneration()
      state.keepGeneration = generation
      emit(.saveTake(take, generation: generation))
    }
    enter(.ready)
  }

  mutating func kept() {
    state.keepGeneration = nil
    guard state.phase == .ready, state.toast == nil else { return }
    state.toast = KioskState.Toast(kind: .kept, since: now)
  }

  /// It stays where it is, and the next start saves it.
  mutating func notKept(_ fault: KioskState.Interruption) {
    state.keepGeneration = nil
    state.saveFault = fault
    notify(.saveFailed)
  }
}

extension KioskState {
  /// When the card of an interruption goes by itself; nil while its cause is there, and under a finger.
  package var cardEnd: MediaTime? {
    guard phase == .interrupted, pressed == nil, dialogSince == nil, let mendedSince else { return nil }
    return max(
      since + MediaTime(seconds: Times.cardShown), mendedSince + MediaTime(seconds: Times.cardMended))
  }
}

extension KioskState.Interruption {
  /// Whether a camera that comes back mends it.
  package var isOfCamera: Bool { self == .camera || self == .cameraSilent }
}

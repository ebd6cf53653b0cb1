package import RetakeMedia

// How fast a guest plays the take.
extension Reducer {
  mutating func setRate(_ rate: Double) {
    state.player.rate = rate
    emit(.setRate(rate))
  }

  /// On the play button: shows what there is to choose; the button has done its work.
  mutating func longPress() {
    state.pressed = nil
    if !state.showsRates { state.player.ratesSince = now }
    state.player.ratesTouched = now
  }

  /// The rate in use, touched again, gives way to the usual one.
  mutating func chooseRate(_ rate: Double) {
    guard canChoose else { return }
    setRate(rate == state.player.rate ? 1 : rate)
  }

  mutating func toggleLoop() {
    guard canChoose else { return }
    state.player.isLooping.toggle()
  }

  private var canChoose: Bool {
    mutating get {
      guard state.phase == .review, state.fileGeneration == nil, state.player.isLoaded else { return false }
      if state.showsRates { state.player.ratesTouched = now }
      return true
    }
  }
}

extension KioskState {
  private static let rates = [0.25, 0.5, 1, 2]

  /// When the chips with the rates go; nil where they are away.
  package var ratesEnd: MediaTime? {
    guard phase == .review, let touched = player.ratesTouched else { return nil }
    return touched + MediaTime(seconds: Times.rates)
  }

  var showsRates: Bool { ratesEnd.map { now < $0 } ?? false }

  /// Chips to touch: all of them after a long press, else those of what is not as usual.
  package var rateChoices: [Control] {
    guard phase == .review, player.scrub == nil else { return [] }
    if showsRates { return Self.rates.map { .rate($0) } + [.loop] }
    return (player.rate == 1 ? [] : [.rate(player.rate)]) + (player.isLooping ? [.loop] : [])
  }
}

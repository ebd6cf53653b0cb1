internal import RetakeMedia

// How loud a guest makes the take.
extension Reducer {
  /// Shows the slider, as it is or as it becomes.
  private mutating func showVolumeSlider() {
    if state.volumeSliderEnd.map({ $0 <= now }) ?? true { state.player.volumeSince = now }
    state.player.volumeMoved = now
  }

  /// The finger that holds the button or the slider moves.
  ///
  /// From the button the slider opens, and follows once the finger has come to where the handle is: it does not
  /// get loud because somebody wanted it quieter.
  mutating func volumeMoved(_ hit: PointerHit) {
    guard hit.control == .volume else { return slideVolume(to: hit.value) }
    let isOpen = (state.player.volumeMoved ?? .zero) >= state.pressedSince
    guard isOpen || hit.value < 1 else { return }
    showVolumeSlider()
    let handle = state.player.isMuted ? 0 : state.player.volume
    if hit.value <= handle || state.player.followsFinger { slideVolume(to: hit.value) }
  }

  /// The handle is under the finger.
  mutating func slideVolume(to value: Double) {
    guard state.phase == .review, state.dialogSince == nil else { return }
    showVolumeSlider()
    state.player.followsFinger = true
    guard value != state.player.volume || state.player.isMuted else { return }
    changeVolume(to: value)
  }

  /// One step louder or quieter, by a key.
  mutating func stepVolume(by step: Double) {
    changeVolume(to: min(max(state.player.volume + step, 0), 1))
    showVolumeSlider()
  }

  /// Who sets how loud it is wants to hear it.
  private mutating func changeVolume(to value: Double) {
    setVolume(value)
    if state.player.isMuted, value > 0 { _ = mute(false) }
  }
}

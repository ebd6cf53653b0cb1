internal import RetakeMedia

// A take while it is made: pause, and what ends it by itself.
extension Reducer {
  /// Leaves out what comes from now on.
  mutating func pauseRecording() {
    guard state.phase == .recording, !state.recording.isPaused, let generation = state.recordingGeneration
    else { return }
    state.recording.pausedSince = now
    emit(.pauseRecording(generation: generation))
  }

  /// Goes on with the take.
  mutating func resumeRecording() {
    guard state.phase == .recording, let since = state.recording.pausedSince,
      let generation = state.recordingGeneration
    else { return }
    let pause = now - since
    state.recording.pausedSince = nil
    state.recording.start = state.recording.start.map { $0 + pause }
    state.recording.end = state.recording.end.map { $0 + pause }
    emit(.resumeRecording(generation: generation))
  }

  /// The recorder tells what is left of the take.
  mutating func limit(_ left: MediaTime?) {
    guard let left else { return state.recording.end = nil }
    let end = (state.recording.pausedSince ?? now) + left
    if let old = state.recording.end {
      // What a disk or a size leaves is a guess: a clock that jumps to and fro tells nothing.
      let slack = max(KioskState.Times.limitSlack, left.seconds * KioskState.Times.limitShare)
      if abs((end - old).seconds) <= slack { return }
    }
    state.recording.end = end
  }

  /// The last seconds before a limit.
  mutating func announceLimit() {
    state.recording.isLimitAnnounced = true
    emit(.notice(.lastSeconds))
  }
}

/// What the main loop has to do. Effects of one `reduce` are carried out in order.
package enum KioskEffect: Hashable, Sendable {
  package enum SeekKind: Sendable {
    /// The nearest key frame, at once.
    case keyFrame
    /// That very frame.
    case exact
  }

  package enum SeekTarget: Hashable, Sendable {
    /// Seconds from the start.
    case position(Double)
    /// Seconds from where the player stands or is going to.
    case relative(Double)
    /// Frames from there.
    case frames(Int)
  }

  package enum Cue: String, CaseIterable, Sendable {
    case tap, tick, start, stop, saved, discard, error
    case lastTick = "last-tick"
  }

  /// A state has begun: for subscribers, one for each, also for states passed in an instant.
  case stateChanged(KioskPhase)
  case notice(KioskNotice)
  case recovered(RecoveryCount)
  case reply(request: Int, KioskReply)
  /// The main loop answers this one.
  case forward(request: Int, KioskCommand)
  case playCue(Cue)

  case startRecording(generation: Int)
  /// Also where it has not started yet; `recordingEnded` follows.
  case stopRecording(generation: Int)
  /// Leave out what comes, and go on.
  case pauseRecording(generation: Int)
  case resumeRecording(generation: Int)
  case setMicrophoneMuted(Bool)
  /// Answered by `changed`.
  case changeDevices(DeviceChange, generation: Int)

  /// Open the take, show its first picture, stay paused; answered by `firstPicture` or `loadFailed`.
  case loadReview(KioskTake, generation: Int)
  case closeReview
  case play, pause
  case seek(SeekTarget, SeekKind, token: Int)
  case setVolume(Double)
  case setMuted(Bool)
  case setRate(Double)

  case saveTake(KioskTake, generation: Int)
  case discardTake(KioskTake)
  case undoDiscard(KioskTake, generation: Int)
  case undoSave(KioskTake, generation: Int)
  /// Too short to be kept: no file stays.
  case deleteTake(KioskTake)
  /// Nothing more will be done about it now; it stays in incoming/ and is found at the next start.
  case leaveTake(KioskTake)

  case setLanguage(String)
  case quit
}

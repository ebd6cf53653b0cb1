/// What is said once, on the screen and to subscribers; the raw value is the code of the socket's event.
package enum KioskNotice: String, CaseIterable, Sendable {
  /// The take was shorter than 0.3 s or empty; there is no file.
  case tooShort = "too_short"
  case noSound = "no_sound"
  case cameraLost = "camera_lost"
  /// The take ends by itself in 10 s; for subscribers, the screen shows it anyway.
  case lastSeconds = "last_seconds"
  /// The camera sends a smaller picture because the bus that it hangs on is full.
  case cameraReduced = "camera_reduced"
  /// The camera that was to be changed to does not start; the old one goes on.
  case cameraKept = "camera_kept"
  case microphoneLost = "microphone_lost"
  case microphoneBusy = "microphone_busy"
  case microphoneLocked = "microphone_locked"
  /// Somebody set the wall clock while a take was made; nothing is lost.
  case clockSet = "clock_set"
  case saveFailed = "save_failed"
  case undoFailed = "undo_failed"
  /// Takes that an earlier run had left behind are saved now.
  case recovered
  /// The recorder or the player did not answer in time.
  case noAnswer = "no_answer"
}

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
  /// The recorder or the player did not answer in time.
  case noAnswer = "no_answer"
}

/// What became of takes that an earlier run had left behind.
package struct RecoveryCount: Hashable, Sendable {
  /// Saved now.
  package var recovered: Int
  /// Moved aside: nothing in them can be played.
  package var damaged: Int

  /// Counts; see the fields.
  package init(recovered: Int, damaged: Int = 0) {
    self.recovered = recovered
    self.damaged = damaged
  }

  package var isEmpty: Bool { recovered == 0 && damaged == 0 }
}

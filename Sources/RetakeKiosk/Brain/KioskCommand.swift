/// A command of the socket with its arguments, their types already checked.
package enum KioskCommand: Hashable, Sendable {
  case state, quit
  case record, stop, save, discard, undo, retake
  case play, pause
  /// To a position in seconds.
  case seek(Double)
  case step(Int)
  case volume(Double)
  /// nil toggles.
  case mute(Bool?)
  case rate(Double)
  case controls(Bool?)
  // Answered by the main loop itself, which knows more: the brain only says whether the state allows it.
  case stats, subscribe
  case tap(x: Double, y: Double)
  case key(String)
  case screenshot(String)
}

/// The answer to a command.
package enum KioskReply: Hashable, Sendable {
  /// Codes of a refusal.
  package enum Code: String, Sendable {
    case badArgument = "bad_argument"
    case wrongState = "wrong_state"
    case notSupported = "not_supported"
    case device
    case storage
    case failed
  }

  case done
  /// The main loop adds position and device names.
  case state(KioskPhase, take: KioskTake?, isPlaying: Bool)
  /// Of a saved take.
  case path(String)
  /// Seconds; the picture of that position is on the screen.
  case position(Double)
  /// The new value of volume or rate.
  case value(Double)
  /// The new value of a switch.
  case on(Bool)
  case refused(Code, String)
}

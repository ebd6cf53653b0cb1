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

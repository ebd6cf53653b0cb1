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

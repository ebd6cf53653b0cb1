package import RetakeMedia

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
  /// By id, node or another SPEC; nil for the next one.
  case camera(String?)
  case microphone(String?)
  case preset(SessionPreset)
  // Answered by the main loop itself, which knows more: the brain only says whether the state allows it.
  case stats, subscribe, devices
  /// A camera's control: reads it where `value` is nil, and lists all where `name` is nil, too.
  case control(name: String?, value: ControlSetting?)
  case tap(x: Double, y: Double)
  case key(String)
  case screenshot(String)
}

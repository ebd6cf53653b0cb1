/// Everything on a screen that can be touched.
package enum Control: Hashable, Sendable {
  /// The picture and whatever has no control on it.
  case background
  /// The one button: start, cancel, stop.
  case record
  /// Pause and go on.
  case pauseRecording
  case language(String)
  case nextPrompt
  case switchCamera
  case playPause, stepBack, stepForward, scrub, volume, fullScreen
  /// How fast the take is played, and from its end on again; after a long press on play.
  case rate(Double), loop
  /// Below the button of the volume while it is set.
  case volumeSlider
  case discard, retake, save
  /// Undo of a discard in the toast, and of a save on its screen.
  case undo
  case newRecording
  case watchTake, startAgain
  case dialogSafe, dialogAct
}

/// A drawing of assets/icons; the raw value is the file's name without `.svg`.
///
/// Drawn in white: the painter takes the alpha alone and tints it.
package enum Icon: String, CaseIterable, Sendable {
  case back, backspace, burst, camera, close, discard, error, flash, fullscreen, gallery, hand, info,
    language, live
  case lock, loop, microphone, next, pause, photo, pip, play, print, qr, record, replay, retake, save,
    settings, stop
  case strip, timer, undo, up, usb, video, volume, warning, wifi
  case back5 = "back-5"
  case forward5 = "forward-5"
  case cameraOff = "camera-off"
  case microphoneOff = "microphone-off"
  case switchCamera = "switch-camera"
  case volumeOff = "volume-off"
}

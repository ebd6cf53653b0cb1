internal import Glibc
internal import RetakeMedia
internal import RetakeRuntime

extension SystemError {
  /// What a device is asked that it cannot do.
  static var invalidValue: Int32 { EINVAL }
  /// What this user may not do.
  static var forbidden: Int32 { EACCES }

  /// Whether the device is not there (any more).
  var isDeviceGone: Bool { [ENODEV, ENXIO, ENOENT].contains(code) }
}

extension RetakeError {
  /// Why the microphone that a sentence calls `name` cannot be opened. `holder` is the program that has it, where that is
  /// known.
  static func cannotOpen(microphone name: String, _ error: SystemError, holder: String?) -> RetakeError {
    switch error.code {
    case EBUSY, EAGAIN:
      RetakeError(
        .deviceBusy, "microphone \(name) is in use by \(holder ?? "another program")",
        advice: "Close that program, or name another microphone: `retake devices` lists them.", party: holder)
    case EACCES, EPERM:
      RetakeError(
        .deviceNotPermitted, "this user may not open microphone \(name)",
        advice: "Add the user to the group audio: sudo usermod -aG audio \"$USER\", then log in again.",
        party: "audio")
    case _ where error.isDeviceGone:
      RetakeError(
        .deviceMissing, "microphone \(name) is not there", advice: "`retake devices` lists what is there.")
    case EINVAL:
      RetakeError(
        .notSupported, "microphone \(name) offers no sound that can be read here",
        advice: "Try ALSA's conversion: --microphone plughw:CARD,DEVICE")
    default:
      RetakeError(.deviceMissing, "microphone \(name) does not open: \(error.reason)")
    }
  }

  /// No such microphone.
  static func microphoneMissing(_ name: String) -> RetakeError {
    RetakeError(
      .deviceMissing, "microphone '\(name)' not found",
      advice: "`retake devices` lists what is there; the built-in one is --microphone test")
  }

  /// No microphone at all.
  static let noMicrophone = RetakeError(
    .deviceMissing, "no microphone found", advice: "Plug one in, or try the built-in one: --microphone test")

  /// It was pulled out.
  static func microphoneGone(_ name: String) -> RetakeError {
    RetakeError(.deviceLost, "microphone \(name) is gone", advice: "Plug it in again.")
  }

  /// It is there and gives nothing.
  static func microphoneSilent(_ name: String, _ error: SystemError) -> RetakeError {
    RetakeError(
      .deviceSilent, "microphone \(name) gives no sound any more: \(error)",
      advice: "Unplug it and plug it in again.")
  }
}

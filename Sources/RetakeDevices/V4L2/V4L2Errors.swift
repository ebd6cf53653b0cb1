internal import RetakeMedia
internal import RetakeRuntime

// What can go wrong with a camera, in words for a person.

extension RetakeError {
  /// The camera at `path` cannot be opened or started.
  static func camera(_ name: String, _ path: String, _ error: SystemError) -> RetakeError {
    let camera = "camera '\(name)' (\(path))"
    if error.isNoDevice {
      return RetakeError(
        .deviceMissing, "\(camera) is not there", advice: "`retake devices` lists what is there.")
    }
    if error.isForbidden { return .forbiddenCamera(camera) }
    if error.isNoSignal {
      return RetakeError(
        .deviceSilent, "\(camera) gets no picture from what is plugged into it",
        advice: "Switch that on, or check the cable between the two.")
    }
    if error.isBusy {
      let holders = DeviceHolders.of(path)
      let who = holders.isEmpty ? "another program" : holders.joined(separator: ", ")
      return RetakeError(
        .deviceBusy, "\(camera) is in use by \(who)", advice: "Close that program, or name another camera.",
        party: holders.first)
    }
    if error.isBandwidth {
      return RetakeError(
        .busFull, "\(camera): the USB bus has no room left for its pictures",
        advice: "Unplug another camera, or plug this one into another USB port of the machine.")
    }
    return RetakeError(
      .deviceLost, "\(camera) cannot be started: \(error)", advice: "Unplug it and plug it in again.")
  }

  /// The user may not open `camera`.
  static func forbiddenCamera(_ camera: String) -> RetakeError {
    RetakeError(
      .deviceNotPermitted, "this user may not open \(camera)",
      advice: "Add the user to the group video: sudo usermod -aG video \"$USER\", then log in again.",
      party: "video")
  }

  /// A camera that was running failed.
  static func lostCamera(_ name: String, _ error: SystemError) -> RetakeError {
    error.isNoDevice
      ? RetakeError(.deviceLost, "camera '\(name)' was unplugged", advice: "Plug it in again.")
      : RetakeError(
        .deviceSilent, "camera '\(name)' failed: \(error)", advice: "Unplug it and plug it in again.")
  }

  /// A camera gave no more pictures.
  static func stalledCamera(_ name: String, after limit: MediaTime) -> RetakeError {
    let tenths = limit.nanoseconds / 100_000_000
    return RetakeError(
      .deviceSilent, "camera '\(name)' has sent no picture for \(tenths / 10).\(tenths % 10) s",
      advice: "Unplug it and plug it in again.")
  }

  /// It was asked for a control that it has not.
  static func noControl(_ name: String) -> RetakeError {
    RetakeError(
      .invalidArgument, "the camera has no control '\(name)'", advice: "`retake devices` lists what it has.")
  }

  /// The driver does not take `value` for the control `name`.
  static func control(_ name: String, _ value: Int, _ error: SystemError) -> RetakeError {
    let message = "the camera does not take \(value) for '\(name)'"
    if error.isNoDevice { return RetakeError(.deviceLost, "\(message): it is gone") }
    // Some cannot be set while pictures come; those that only tell, and those that another one governs, are known.
    if error.isBusy || error.isForbidden {
      return RetakeError(.wrongState, "\(message) now: \(error.reason)")
    }
    return RetakeError(error.isBadValue ? .invalidArgument : .failed, "\(message): \(error.reason)")
  }
}

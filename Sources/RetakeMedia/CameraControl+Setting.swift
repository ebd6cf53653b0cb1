// Which values a control takes, and when.

extension CameraControl {
  /// Its kind in a word.
  package var kindName: String {
    switch kind {
    case .integer: "integer"
    case .boolean: "boolean"
    case .menu: "menu"
    case .button: "button"
    case .bitmask: "bitmask"
    case .other(let name): name
    }
  }

  /// Whether it has a value that can be told.
  package var hasValue: Bool {
    switch kind {
    case .button, .other: false
    case .integer, .boolean, .menu, .bitmask: true
    }
  }

  /// The value that it gets where `value` is asked for: of numbers the step next to it. `controls` are those of its
  /// camera.
  ///
  /// - Throws: `.invalidArgument` for what can be no value of it, `.wrongState` while the camera decides about it by
  ///   itself, `.notSupported` where it is of a kind that cannot be set here.
  package func settable(_ value: Int, among controls: [CameraControl]) throws(RetakeError) -> Int {
    if case .other(let word) = kind {
      throw RetakeError(.notSupported, "'\(name)' is of the kind \(word), which cannot be set here")
    }
    if isReadOnly { throw RetakeError(.invalidArgument, "'\(name)' can only be read") }
    let setting = try allowed(value)
    guard isActive else { throw governed(among: controls) }
    return setting
  }

  private func allowed(_ value: Int) throws(RetakeError) -> Int {
    switch kind {
    case .button, .other: return value
    case .menu(let items):
      guard items[value] == nil else { return value }
      let known = items.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
      throw bad("one of " + known.joined(separator: ", "))
    case .bitmask:
      guard value >= 0, value & ~maximum == 0 else { throw bad("bits of \(maximum)") }
      return value
    case .integer, .boolean:
      guard minimum <= value, value <= maximum else { throw bad("\(minimum) to \(maximum)") }
      let (steps, rest) = (value - minimum).quotientAndRemainder(dividingBy: max(1, step))
      let lower = minimum + steps * max(1, step)
      return rest * 2 >= max(1, step) && lower + step <= maximum ? lower + step : lower
    }
  }

  private func bad(_ wanted: String) -> RetakeError {
    RetakeError(.invalidArgument, "the value of '\(name)' must be \(wanted)")
  }

  private func governed(among controls: [CameraControl]) -> RetakeError {
    let found = Self.governors.first { governor in
      governor.subjects.contains(id) && controls.contains { $0.id == governor.id }
    }
    guard let found, let holder = controls.first(where: { $0.id == found.id }) else {
      return RetakeError(.wrongState, "'\(name)' cannot be set now: the camera decides about it by itself")
    }
    return RetakeError(
      .wrongState,
      "'\(name)' cannot be set while '\(holder.name)' is \(holder.shown(holder.value)): "
        + "set that to \(holder.shown(found.manual)) first")
  }

  /// A value, and the item of a menu that it is.
  private func shown(_ value: Int) -> String {
    if case .menu(let items) = kind, let item = items[value] { "\(value) (\(item))" } else { "\(value)" }
  }

  /// A control by which a camera decides about others by itself.
  private struct Governor {
    var id: UInt32
    /// The value with which the others are a person's.
    var manual: Int
    var subjects: Set<UInt32>
  }

  /// By V4L2's numbers: what drivers and kernels call them differs. V4L2 does not tell who governs whom; these are what
  /// its documentation says of each.
  private static let governors = [
    // V4L2_CID_AUTOGAIN: gain
    Governor(id: 0x0098_0912, manual: 0, subjects: [0x0098_0913]),
    // V4L2_CID_AUTO_WHITE_BALANCE: red, blue, temperature
    Governor(id: 0x0098_090C, manual: 0, subjects: [0x0098_090E, 0x0098_090F, 0x0098_091A]),
    // V4L2_CID_AUTO_N_PRESET_WHITE_BALANCE: the same
    Governor(id: 0x009A_0914, manual: 0, subjects: [0x0098_090E, 0x0098_090F, 0x0098_091A]),
    // V4L2_CID_HUE_AUTO: hue
    Governor(id: 0x0098_0919, manual: 0, subjects: [0x0098_0903]),
    // V4L2_CID_CHROMA_AGC: chroma gain
    Governor(id: 0x0098_091D, manual: 0, subjects: [0x0098_0924]),
    // V4L2_CID_AUTOBRIGHTNESS: brightness
    Governor(id: 0x0098_0920, manual: 0, subjects: [0x0098_0900]),
    // V4L2_CID_EXPOSURE_AUTO: exposure, exposure time, iris, and gain where the camera has no switch for that
    Governor(id: 0x009A_0901, manual: 1, subjects: [0x0098_0911, 0x009A_0902, 0x009A_0911, 0x0098_0913]),
    // V4L2_CID_FOCUS_AUTO: focus
    Governor(id: 0x009A_090C, manual: 0, subjects: [0x009A_090A, 0x009A_090B]),
    // V4L2_CID_ISO_SENSITIVITY_AUTO: sensitivity
    Governor(id: 0x009A_0918, manual: 0, subjects: [0x009A_0917]),
  ]
}

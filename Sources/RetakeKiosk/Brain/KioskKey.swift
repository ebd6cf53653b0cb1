/// What a key means, whatever its name.
package enum KioskKey: Hashable, Sendable {
  case space, enter, escape
  case save, discard, undo, retake
  /// Seconds to go in the take: 1 or 5, negative back.
  case skip(Double)
  /// Frames.
  case step(Int)
  case home, end
  case volumeUp, volumeDown
  case nextCamera
  case mute, fullScreen, statistics, operatorMenu
  // The four keys: next, previous, select; back is Escape.
  case focusNext, focusPrevious, select
  /// A key without a meaning; it still wakes the attract screen.
  case other
}

extension KioskKey {
  /// The meaning of SDL's key name with its modifiers before it (`Shift+Left`, `Ctrl+Alt+O`).
  ///
  /// nil for a modifier alone: holding Ctrl for Ctrl+Alt+O is not yet an input.
  package init?(name: String) {
    if Self.modifiers.contains(name) { return nil }
    self = Self.names[name] ?? .other
  }

  /// The keys of the table; others can be mapped onto these by the config.
  package static let names: [String: KioskKey] = [
    "Space": .space, "Return": .enter, "Keypad Enter": .enter, "Escape": .escape, "S": .save,
    "Delete": .discard, "Backspace": .discard, "U": .undo, "R": .retake,
    "Left": .skip(-1), "Right": .skip(1), "Shift+Left": .skip(-5), "Shift+Right": .skip(5),
    ",": .step(-1), ".": .step(1), "Home": .home, "End": .end, "Up": .volumeUp, "Down": .volumeDown,
    "C": .nextCamera, "M": .mute, "F": .fullScreen, "F3": .statistics, "Ctrl+Alt+O": .operatorMenu,
    "Tab": .focusNext, "Shift+Tab": .focusPrevious,
  ]

  private static let modifiers: Set<String> = [
    "Left Shift", "Right Shift", "Left Ctrl", "Right Ctrl", "Left Alt", "Right Alt", "Left GUI", "Right GUI",
    "ModeSwitch", "CapsLock", "Numlock", "ScrollLock",
  ]
}

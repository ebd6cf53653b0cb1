internal import RetakeKiosk

/// What a person or the system did to the window.
package enum StageEvent: Hashable, Sendable {
  /// A finger, or the mouse's left button, at shares of the scene's width and height (any turn undone).
  case touch(TouchPhase, id: Int64, x: Double, y: Double)
  /// A key went down; held keys come again and again with `isRepeat`.
  case keyDown(KeyPress, isRepeat: Bool)
  /// A key went up.
  case keyUp(KeyPress)
  /// The window's close button, or the window system's wish to end.
  case closeRequested
  /// What is in the window was lost: draw again.
  case exposed
  /// The window's pixels have another size.
  case sizeChanged
  /// The window got or lost the keys.
  case focusChanged(Bool)
  /// The graphics device lost its textures: drop caches and draw again.
  case texturesLost
  /// Sound devices came or went.
  case soundDevicesChanged
  /// Another thread has something for the first one.
  case woken

  /// The life of a touch.
  package enum TouchPhase: Sendable {
    case began, moved, ended
  }
}

/// A key by SDL's name, such as `Space`, `Left`, `,` or `F3`; a controller's button as `Pad a`, another stick's
/// as `Button 3`.
package struct KeyPress: Hashable, Sendable {
  package var name: String
  package var modifiers: Modifiers

  /// The keys that are held with another.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 2)
    package static let alt = Modifiers(rawValue: 4)
  }

  package init(_ name: String, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }

  /// As it is written: `Space`, `Shift+Left`, `Ctrl+Alt+O`.
  package var text: String {
    (modifiers.contains(.control) ? "Ctrl+" : "") + (modifiers.contains(.alt) ? "Alt+" : "")
      + (modifiers.contains(.shift) ? "Shift+" : "") + name
  }

  /// Reads `Space`, `Shift+Left`, `Ctrl+Alt+O`, `Ctrl++`; nil for an unknown modifier or no key.
  package init?(_ text: String) {
    var rest = text[...]
    var modifiers: Modifiers = []
    // The key itself may be a plus.
    while let plus = rest.dropFirst().firstIndex(of: "+"), plus != rest.indices.last {
      switch rest[..<plus].lowercased() {
      case "shift": modifiers.insert(.shift)
      case "ctrl", "control": modifiers.insert(.control)
      case "alt": modifiers.insert(.alt)
      default: return nil
      }
      rest = rest[rest.index(after: plus)...]
    }
    guard !rest.isEmpty else { return nil }
    self.init(String(rest), modifiers)
  }
}

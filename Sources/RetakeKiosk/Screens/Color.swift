/// A colour with its opacity, straight (not premultiplied) sRGB; blended without gamma.
package struct Color: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  /// 0 transparent to 1 opaque.
  package var alpha: Float

  /// `0xRRGGBB` and an opacity.
  package init(_ hex: UInt32, alpha: Float = 1) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
    self.alpha = alpha
  }

  /// The same colour with its opacity multiplied.
  package func faded(_ factor: Float) -> Color {
    var color = self
    color.alpha *= factor
    return color
  }
}

// The palette. Red only means recording, green only keeps, rose only throws away, amber only asks for
// attention, and the blue is the focus ring's alone.
extension Color {
  /// Scrims, smoke, text on light fills.
  package static let ink = Color(0x0B_0B_0E)
  /// Panels.
  package static let coal = Color(0x16_16_1A)
  /// Rows, keys, quiet buttons on panels, dialogs.
  package static let slate = Color(0x24_24_2B)
  /// The core of a disabled record button.
  package static let steel = Color(0x4A_4A_55)
  package static let white = Color(0xFF_FF_FF)
  /// Second text.
  package static let mist = Color(0xD5_D5_DC)
  /// Third text, on panels only.
  package static let fog = Color(0xA0_A0_AB)
  /// Recording.
  package static let tally = Color(0xE0_21_2D)
  /// The pressed record button.
  package static let tallyPress = Color(0xA8_14_1E)
  /// Save, done, ok.
  package static let keep = Color(0x2F_D0_7C)
  /// Warnings, the test camera, the last ten seconds.
  package static let amber = Color(0xFF_B9_2E)
  /// Discard's icon and word, failed.
  package static let rose = Color(0xFF_A3_9C)
  /// The focus ring.
  package static let focus = Color(0x5C_B8_FF)
}

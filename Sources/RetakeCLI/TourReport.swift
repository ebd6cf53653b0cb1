/// What the kiosk made of a machine without a display.
struct TourReport: Encodable {
  /// The take that was saved, absolute.
  var take: String
  /// The picture of the screens, absolute.
  var screens: String

  /// For a person, and for scripts that read lines.
  var lines: String {
    "take: \(take)\nscreens: \(screens)"
  }
}

/// What a key is about: the headings of the help and of the documented config file.
package enum ConfigGroup: String, Sendable, CaseIterable {
  /// Where pictures and sound come from.
  case devices = "Camera and microphone"
  /// How a take is encoded, and what ends it.
  case recording = "Recording"
  /// Where takes are kept.
  case library = "Library"
  /// The window and what it shows.
  case screen = "Screen"
  /// How the kiosk behaves.
  case kiosk = "Kiosk"
  /// What belongs to every command.
  case program = "Program"
}

/// Which of a camera's formats a session takes: a size, and the rates that go with it.
public enum SessionPreset: String, Sendable, CaseIterable {
  /// The largest size up to 352x288.
  case low
  /// The largest size up to 640x480.
  case medium
  /// The largest size up to 1920x1080.
  case high
  /// 1280x720, else the next smaller size.
  case hd720
  /// 1920x1080, else the next smaller size.
  case hd1080
  /// 3840x2160, else the next smaller size.
  case hd4k
  /// The largest size of 10 frames a second or more.
  case photo
}

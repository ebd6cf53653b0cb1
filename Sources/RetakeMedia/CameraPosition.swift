/// Where a camera sits on its machine.
public enum CameraPosition: String, Sendable, CaseIterable {
  /// Beside the screen, towards the person in front of it.
  case front
  /// On the other side.
  case back
  /// On a cable, or not known.
  case unspecified
}

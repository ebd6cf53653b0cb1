/// The version of the program and of the library, in its only place.
public enum RetakeVersion {
  /// Major, minor and patch level.
  public static let current = "0.1.0"
}

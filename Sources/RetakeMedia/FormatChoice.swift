/// What a camera is to be set to, and why.
public struct FormatChoice: Hashable, Sendable {
  /// The size and the kind of picture.
  public var format: CaptureFormat
  /// The rate to ask for; the camera may give another.
  public var frameRate: Rational
  /// Why, in a line for an operator.
  public var reason: String

  /// A choice.
  public init(format: CaptureFormat, frameRate: Rational, reason: String) {
    self.format = format
    self.frameRate = frameRate
    self.reason = reason
  }
}

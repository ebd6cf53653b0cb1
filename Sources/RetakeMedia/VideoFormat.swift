/// What a camera was set to, or what it can be set to.
public struct VideoFormat: Hashable, Sendable {
  /// Raw pixels or a codec.
  public var subtype: MediaSubtype
  /// Pixels a line.
  public var width: Int
  /// Lines.
  public var height: Int
  /// Frames a second that the source promises; a hint for buffers and rate control, never for time.
  public var frameRate: Rational
  /// Range and matrix.
  public var color: ColorInfo
  /// Shape of a pixel, width to height.
  public var pixelAspectRatio: Rational
  /// Clockwise turn, in degrees of 0, 90, 180, 270, that makes the picture upright.
  public var rotation: Int

  /// A format of square, upright pixels unless told otherwise.
  public init(
    subtype: MediaSubtype, width: Int, height: Int, frameRate: Rational, color: ColorInfo? = nil,
    pixelAspectRatio: Rational = Rational(1), rotation: Int = 0
  ) {
    self.subtype = subtype
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.color = color ?? (subtype == .codec(.mjpeg) ? .jpeg : .assumed(height: height))
    self.pixelAspectRatio = pixelAspectRatio
    self.rotation = rotation
  }
}

/// A size and a kind of picture that a camera offers, with its frame rates.
public struct CaptureFormat: Hashable, Sendable {
  /// The camera's own name of the kind: V4L2's four characters, such as `YUYV` or `MJPG`.
  public var code: String
  /// The kind in words, as the driver calls it.
  public var title: String
  /// As what it is delivered; nil where it cannot be read.
  public var subtype: MediaSubtype?
  /// Whether each picture is computed into `subtype`, which costs more than a copy.
  public var isConverted: Bool
  /// Pixels a line.
  public var width: Int
  /// Lines.
  public var height: Int
  /// Frames a second, fastest first; empty where the camera does not say.
  public var frameRates: [Rational]

  /// A format that a camera offers.
  public init(
    code: String, title: String = "", subtype: MediaSubtype?, isConverted: Bool = false, width: Int,
    height: Int, frameRates: [Rational]
  ) {
    self.code = code
    self.title = title
    self.subtype = subtype
    self.isConverted = isConverted
    self.width = width
    self.height = height
    self.frameRates = frameRates.sorted { $0.value > $1.value }
  }
}

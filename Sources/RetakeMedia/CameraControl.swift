/// Something on a camera that can be set, such as brightness or focus.
public struct CameraControl: Hashable, Sendable {
  /// How its value is meant.
  public enum Kind: Hashable, Sendable {
    /// A number from `minimum` to `maximum`.
    case integer
    /// 0 or 1.
    case boolean
    /// One of the items, by their values.
    case menu([Int: String])
    /// Something is done when it is set, to whatever.
    case button
    /// A set of bits, any of those that are set in `maximum`.
    case bitmask
    /// Something else, which can be listed and not set here; in a word, such as `string` or `array`.
    case other(String)
  }

  /// The driver's number for it.
  public var id: UInt32
  /// Its name in small letters with `_` between words, as v4l2-ctl writes it.
  public var name: String
  /// How its value is meant.
  public var kind: Kind
  /// The smallest value.
  public var minimum: Int
  /// The largest value.
  public var maximum: Int
  /// Values lie this far apart.
  public var step: Int
  /// The value after the camera was plugged in.
  public var defaultValue: Int
  /// The value now.
  public var value: Int
  /// Whether setting it has an effect now; exposure has none while the camera exposes by itself.
  public var isActive: Bool
  /// Whether it only tells.
  public var isReadOnly = false

  /// A control; see the fields.
  public init(
    id: UInt32, name: String, kind: Kind, minimum: Int, maximum: Int, step: Int, defaultValue: Int,
    value: Int, isActive: Bool
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.defaultValue = defaultValue
    self.value = value
    self.isActive = isActive
  }
}

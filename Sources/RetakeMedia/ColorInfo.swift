/// How the code values of a picture stand for colour. Names are those of ITU-T H.273 in FFmpeg's spelling.
public struct ColorInfo: Hashable, Sendable {
  /// Which code values are black and white.
  public enum Range: String, Sendable {
    /// 16 to 235 (chroma 16 to 240).
    case limited
    /// 0 to 255, as JPEG has it.
    case full
  }

  /// How RGB becomes Y, Cb and Cr.
  public enum Matrix: String, Sendable {
    /// ITU-R BT.601: standard definition, and every JPEG.
    case bt601
    /// ITU-R BT.709: high definition.
    case bt709
    /// ITU-R BT.2020, non-constant luminance.
    case bt2020
  }

  /// Which code values are black and white.
  public var range: Range
  /// How RGB becomes Y, Cb and Cr.
  public var matrix: Matrix

  /// A colour description.
  public init(range: Range, matrix: Matrix) {
    self.range = range
    self.matrix = matrix
  }

  /// What is meant where a source says nothing: limited range; BT.709 from 720 lines on, else BT.601.
  public static func assumed(height: Int) -> ColorInfo {
    ColorInfo(range: .limited, matrix: height >= 720 ? .bt709 : .bt601)
  }

  /// What every baseline JPEG means (JFIF): full range, BT.601.
  public static let jpeg = ColorInfo(range: .full, matrix: .bt601)
}

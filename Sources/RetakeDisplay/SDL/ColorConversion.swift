internal import CSDL2
internal import RetakeMedia

/// How the renderer makes RGB of a picture's planes. SDL 2 has one switch for all textures; its `opengl`
/// renderer reads it when a texture is made, the others when one is filled or drawn.
enum ColorConversion: Hashable, Sendable {
  case fullBT601, limitedBT601, limitedBT709

  /// The nearest that SDL has. BT.2020 is shown as BT.709.
  init(_ color: ColorInfo) {
    switch (color.range, color.matrix) {
    case (.full, .bt601): self = .fullBT601
    case (.limited, .bt601): self = .limitedBT601
    case (_, .bt709), (_, .bt2020): self = .limitedBT709
    }
  }

  /// Makes it the one in force.
  func use() {
    switch self {
    case .fullBT601: SDL_SetYUVConversionMode(SDL_YUV_CONVERSION_JPEG)
    case .limitedBT601: SDL_SetYUVConversionMode(SDL_YUV_CONVERSION_BT601)
    case .limitedBT709: SDL_SetYUVConversionMode(SDL_YUV_CONVERSION_BT709)
    }
  }

  /// Tables that bring full-range samples into the limited range, for full-range HD, which SDL 2 lacks.
  static let squeezedLuma: [UInt8] = (0..<256).map { UInt8(16 + ($0 * 219 + 127) / 255) }
  static let squeezedChroma: [UInt8] = (0..<256).map {
    UInt8((128 + Double($0 - 128) * 224 / 255).rounded())
  }

  /// Whether samples of `color` must go through the tables first.
  static func needsSqueeze(_ color: ColorInfo) -> Bool {
    color.range == .full && color.matrix != .bt601
  }
}

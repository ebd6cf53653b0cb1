internal import RetakeMedia

/// One colour as code values.
struct TestColor: Hashable, Sendable {
  /// As a sensor behind filters of red, green and blue sees it, 0 to 255.
  var light: SIMD3<UInt8>
  var y: UInt8
  var cb: UInt8
  var cr: UInt8

  /// A colour of red, green and blue of 0 to 1, coded as `info` says (ITU-T H.273, 8 bits).
  init(red: Double, green: Double, blue: Double, as info: ColorInfo) {
    let (kr, kb) =
      switch info.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let (lumaBase, lumaScale, chromaScale) = info.range == .full ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
    let luma = kr * red + (1 - kr - kb) * green + kb * blue
    func code(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
    light = SIMD3(code(255 * red), code(255 * green), code(255 * blue))
    y = code(lumaBase + lumaScale * luma)
    cb = code(128 + chromaScale * (blue - luma) / (2 * (1 - kb)))
    cr = code(128 + chromaScale * (red - luma) / (2 * (1 - kr)))
  }

  /// A grey of 0 (black) to 1 (white).
  init(gray: Double, as info: ColorInfo) {
    self.init(red: gray, green: gray, blue: gray, as: info)
  }

  /// White, yellow, cyan, green, magenta, red, blue and black, three quarters bright as in EBU's bars: their
  /// mean luma stays under 105, so no picture but a flash is over 120.
  static func bars(as info: ColorInfo) -> [TestColor] {
    [(1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1), (0, 0, 0)].map { bar in
      TestColor(red: 0.75 * bar.0, green: 0.75 * bar.1, blue: 0.75 * bar.2, as: info)
    }
  }
}

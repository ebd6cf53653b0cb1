internal import RetakeMedia

/// The rows of one plane that are the same in each frame. A row is made of pairs of pixels, which every
/// format here codes in a whole number of bytes.
struct TestPatternPlane: Sendable {
  /// What a plane holds.
  enum Kind: Sendable {
    /// Brightness of each pixel.
    case luma
    /// Cb of each four pixels.
    case blue
    /// Cr of each four pixels.
    case red
    /// Cb and Cr of each four pixels.
    case blueRed
    /// Y Cb Y Cr of each pair.
    case packed
    /// What a sensor sees behind its filters.
    case mosaic(SensorFilter)

    /// The planes of a format; of a sensor, where there is a `filter`.
    static func planes(of format: PixelFormat, filter: SensorFilter?) -> [Kind] {
      if let filter { return [.mosaic(filter)] }
      return switch format {
      case .nv12: [.luma, .blueRed]
      case .yuv420p: [.luma, .blue, .red]
      case .yuyv422: [.packed]
      case .gray8: [.luma]
      case .yuv422p, .yuv444p, .uyvy422:
        preconditionFailure("the test camera does not send \(format)")
      }
    }
  }

  /// The colours of the rows, and how long they are.
  struct Palette {
    /// Pairs of pixels in a line.
    let pairs: Int
    fileprivate let bars: [TestColor]
    fileprivate let white: TestColor
    fileprivate let black: TestColor

    init(color: ColorInfo, pairs: Int) {
      self.pairs = pairs
      bars = TestColor.bars(as: color)
      white = TestColor(gray: 1, as: color)
      black = TestColor(gray: 0, as: color)
    }

    /// The bar at `pixel` of a line that begins again after `pairs` pairs.
    fileprivate func bar(at pixel: Int) -> TestColor {
      bars[pixel % (2 * pairs) * bars.count / (2 * pairs)]
    }
  }

  /// Bytes of two pixels side by side.
  let pairBytes: Int
  /// Lines of the picture that share a row.
  let lines: Int
  /// Bytes from one pixel's luma to the next, the first being at 0; nil where the plane has none.
  let lumaStep: Int?
  /// The bars twice over: a line begins at any pair of the first half. One row, or two that take turns.
  private let bars: [[UInt8]]
  /// A line of white.
  let white: [UInt8]
  /// A line of black.
  let black: [UInt8]

  init(_ kind: Kind, palette: Palette) {
    func code(_ left: TestColor, _ right: TestColor, row: Int) -> [UInt8] {
      switch kind {
      case .luma: [left.y, right.y]
      case .blue: [left.cb]
      case .red: [left.cr]
      case .blueRed: [left.cb, left.cr]
      case .packed: [left.y, left.cb, right.y, left.cr]
      case .mosaic(let filter):
        [left.light[filter.color(row: row, column: 0)], right.light[filter.color(row: row, column: 1)]]
      }
    }
    pairBytes = code(palette.black, palette.black, row: 0).count
    let rows: Int
    if case .mosaic = kind { rows = 2 } else { rows = 1 }
    switch kind {
    case .luma, .mosaic: (lines, lumaStep) = (1, 1)
    case .packed: (lines, lumaStep) = (1, 2)
    case .blue, .red, .blueRed: (lines, lumaStep) = (2, nil)
    }
    bars = (0..<rows).map { row in
      (0..<2 * palette.pairs).flatMap { pair in
        code(palette.bar(at: 2 * pair), palette.bar(at: 2 * pair + 1), row: row)
      }
    }
    white = (0..<palette.pairs).flatMap { _ in code(palette.white, palette.white, row: 0) }
    black = (0..<palette.pairs).flatMap { _ in code(palette.black, palette.black, row: 0) }
  }

  /// The bars in `row` of the picture.
  func bars(row: Int) -> [UInt8] {
    bars[row % bars.count]
  }
}

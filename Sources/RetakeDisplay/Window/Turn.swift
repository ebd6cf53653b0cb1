/// How far the whole scene is turned clockwise on the screen, for panels that hang on their side.
package enum Turn: Int, Sendable, CaseIterable {
  /// Upright.
  case none = 0
  /// 90 degrees clockwise.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// 270 degrees clockwise.
  case threeQuarters = 270

  /// Whether width and height change places.
  package var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// The size on the screen of something `width` by `height` in the scene, and the other way round.
  package func placed(width: Int, height: Int) -> (width: Int, height: Int) {
    swapsSides ? (height, width) : (width, height)
  }

  /// Where a point of the screen lies in the scene, both as shares of width and height.
  func undo(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .none: (x, y)
    case .quarter: (y, 1 - x)
    case .half: (1 - x, 1 - y)
    case .threeQuarters: (1 - y, x)
    }
  }
}

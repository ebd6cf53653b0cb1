/// The order of the colours in front of a sensor: the four of each square of 2x2 pixels, row by row.
enum SensorFilter: String, CaseIterable, Sendable {
  case rggb, bggr, gbrg, grbg

  /// 0 for red, 1 for green, 2 for blue.
  func color(row: Int, column: Int) -> Int {
    let order =
      switch self {
      case .rggb: [0, 1, 1, 2]
      case .bggr: [2, 1, 1, 0]
      case .gbrg: [1, 2, 0, 1]
      case .grbg: [1, 0, 2, 1]
      }
    return order[row % 2 * 2 + column % 2]
  }
}

/// The nine numbers that turn a track's picture (ISO/IEC 14496-12, 6.2.2): 16.16 fixed point, the last column
/// 2.30.
enum DisplayMatrix {
  /// A clockwise turn by `degrees` of 0, 90, 180 or 270, moved so that the picture's corner stays at the origin, as
  /// cameras write it.
  static func rotation(clockwise degrees: Int, width: Int, height: Int) -> [Int32] {
    let one: Int32 = 1 << 16
    let unit: Int32 = 1 << 30
    let right = Int32(width) << 16
    let down = Int32(height) << 16
    return switch degrees {
    case 90: [0, one, 0, -one, 0, 0, down, 0, unit]
    case 180: [-one, 0, 0, 0, -one, 0, right, down, unit]
    case 270: [0, -one, 0, one, 0, 0, 0, right, unit]
    default: [one, 0, 0, 0, one, 0, 0, 0, unit]
    }
  }
}

import Foundation
import RetakeBench
import RetakeDisplay

/// What all screens of one size looked like when somebody last looked at them: small pictures side by side in a PNG.
///
/// After a change that is meant, run the tests with RETAKE_NEW_GOLDEN=1 and look at the new sheets.
struct GoldenSheet {
  /// How far a screen is from its golden picture.
  struct Difference {
    /// Cells that clearly look different; the ends of letters may, from one version of a font to the next.
    var cells = 0
    /// Steps of 255, over all cells and channels.
    var mean = 0.0
  }

  private static let columns = 4
  private static let isRenewed = ProcessInfo.processInfo.environment["RETAKE_NEW_GOLDEN"] != nil
  private let path: String
  /// px of a screen that become one px here.
  private let step: Int
  private let cell: (width: Int, height: Int)
  private let golden: [UInt8]
  private var seen: [Bitmap] = []

  init(width: Int, height: Int) throws {
    step = max(width, height) / 160
    cell = (width / step, height / step)
    path =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(width)x\(height).png").path
    golden = Self.isRenewed ? [] : try Self.read(path)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let end = try Program.run(
      "ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    return [UInt8](end.output)
  }

  /// Compares the screen with the one that stands at `index`.
  mutating func difference(to bitmap: Bitmap, at index: Int) -> Difference {
    let small = shrunk(bitmap)
    seen.append(small)
    guard !Self.isRenewed else { return Difference() }
    let width = Self.columns * cell.width
    let (left, top) = (index % Self.columns * cell.width, index / Self.columns * cell.height)
    guard golden.count >= (top + cell.height) * width * 3 else { return Difference(cells: .max, mean: 255) }
    var result = Difference()
    for y in 0..<cell.height {
      for x in 0..<cell.width {
        let place = ((top + y) * width + left + x) * 3
        let distances = (0..<3).map { abs(small.rgb(x, y)[$0] - Int(golden[place + $0])) }
        if distances.max() ?? 0 > 32 { result.cells += 1 }
        result.mean += Double(distances.reduce(0, +))
      }
    }
    result.mean /= Double(cell.width * cell.height * 3)
    return result
  }

  /// Means of squares of `step` px.
  private func shrunk(_ bitmap: Bitmap) -> Bitmap {
    var result = Bitmap(width: cell.width, height: cell.height)
    for y in 0..<cell.height {
      for x in 0..<cell.width {
        var sums = (0, 0, 0)
        for row in y * step..<(y + 1) * step {
          for column in x * step..<(x + 1) * step {
            let pixel = bitmap[column, row]
            sums.0 += Int(pixel >> 16 & 255)
            sums.1 += Int(pixel >> 8 & 255)
            sums.2 += Int(pixel & 255)
          }
        }
        let area = step * step
        result[x, y] =
          0xFF00_0000 | UInt32(sums.0 / area) << 16 | UInt32(sums.1 / area) << 8 | UInt32(sums.2 / area)
      }
    }
    return result
  }

  /// Writes the sheet anew where that was asked for.
  func renewIfWished() throws {
    guard Self.isRenewed else { return }
    let rows = (seen.count + Self.columns - 1) / Self.columns
    var sheet = Bitmap(width: Self.columns * cell.width, height: rows * cell.height)
    for (index, picture) in seen.enumerated() {
      let (left, top) = (index % Self.columns * cell.width, index / Self.columns * cell.height)
      for y in 0..<cell.height {
        for x in 0..<cell.width { sheet[left + x, top + y] = picture[x, y] }
      }
    }
    try Screenshot.write(sheet, to: path)
  }
}

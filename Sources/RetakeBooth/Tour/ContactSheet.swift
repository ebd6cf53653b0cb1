internal import RetakeDisplay

/// Pictures at half their size, in rows.
enum ContactSheet {
  private static let columns = 3
  /// Between pictures and round them, px.
  private static let gap = 8
  private static let ground: UInt32 = 0xFF24_242B

  /// One picture of all; nil where there are none. All have the size of the first.
  static func of(_ pictures: [Bitmap]) -> Bitmap? {
    guard let first = pictures.first, first.width >= 2, first.height >= 2 else { return nil }
    let (width, height) = (first.width / 2, first.height / 2)
    let rows = (pictures.count + columns - 1) / columns
    let across = min(columns, pictures.count)
    var sheet = Bitmap(width: across * (width + gap) + gap, height: rows * (height + gap) + gap)
    for index in sheet.pixels.indices { sheet.pixels[index] = ground }
    for (index, picture) in pictures.enumerated()
    where picture.width == first.width && picture.height == first.height {
      let left = gap + index % columns * (width + gap)
      let top = gap + index / columns * (height + gap)
      for y in 0..<height {
        for x in 0..<width { sheet[left + x, top + y] = average(of: picture, x * 2, y * 2) }
      }
    }
    return sheet
  }

  /// The mean of four pixels.
  private static func average(of picture: Bitmap, _ x: Int, _ y: Int) -> UInt32 {
    let four = [picture[x, y], picture[x + 1, y], picture[x, y + 1], picture[x + 1, y + 1]]
    var result: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let sum = four.reduce(UInt32(2)) { $0 + ($1 >> shift & 255) }
      result |= (sum / 4) << shift
    }
    return result
  }
}

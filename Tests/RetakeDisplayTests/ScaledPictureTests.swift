import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import Testing

/// Pictures with round corners are scaled as smoothly as those without, also by SDL's own renderer.
@MainActor @Suite(.serialized)
struct ScaledPictureTests {
  /// A slanted wave of grey, from dark to bright in five columns.
  nonisolated private static func grey(_ x: Int, _ y: Int) -> Int {
    let phase = (x * 6 + y * 4) % 60
    return 20 + (phase < 30 ? phase : 60 - phase) * 7
  }

  private static let frame = TestFrames.frame(.gray8, width: 64, height: 36, color: .jpeg) { _, x, y in
    UInt8(grey(x, y))
  }

  /// What lies at a pixel of a place of `width` by `height` in it, between the four samples around it.
  private func reference(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Float {
    func place(_ at: Int, _ size: Int, _ count: Int) -> (low: Int, high: Int, share: Float) {
      let exact = min(max((Float(at) + 0.5) * Float(count) / Float(size) - 0.5, 0), Float(count - 1))
      return (Int(exact), min(Int(exact) + 1, count - 1), exact - exact.rounded(.down))
    }
    let (column, row) = (place(x, width, 64), place(y, height, 36))
    func line(_ y: Int) -> Float {
      Float(Self.grey(column.low, y)) * (1 - column.share) + Float(Self.grey(column.high, y)) * column.share
    }
    return line(row.low) * (1 - row.share) + line(row.high) * row.share
  }

  private func shown(_ rect: ScreenRect, radius: Float, alpha: Float = 1) throws -> Bitmap {
    try TestStage.picture(
      pictures: { _ in ScreenPicture(Self.frame) },
      [
        .picture(
          .takeThumbnail(seconds: 0), rect: rect, radius: radius, gravity: .stretch, mirrored: false,
          alpha: alpha)
      ]
    )
  }

  @Test(arguments: [
    ScreenRect(x: 10, y: 20, width: 200, height: 112), ScreenRect(x: 10.4, y: 20.4, width: 91, height: 53),
    ScreenRect(x: 3, y: 4, width: 50, height: 29),
  ])
  func everyPixelLiesBetweenItsNeighbours(rect: ScreenRect) throws {
    let picture = try shown(rect, radius: 8)
    var worst: Float = 0
    for y in 0..<Int(rect.height) {
      for x in 0..<Int(rect.width)
      where (8..<Int(rect.width) - 8).contains(x) || (8..<Int(rect.height) - 8).contains(y) {
        let red = picture.rgb(Int(rect.x) + x, Int(rect.y) + y)[0]
        worst = max(worst, abs(Float(red) - reference(x, y, Int(rect.width), Int(rect.height))))
      }
    }
    #expect(worst <= 8)
  }

  @Test func cornersAreRoundAndSoft() throws {
    let white = TestFrames.frame(.gray8, width: 64, height: 36, color: .jpeg) { _, _, _ in 255 }
    let rect = ScreenRect(x: 10, y: 20, width: 120, height: 60)
    func drawn(_ command: DrawCommand) throws -> Bitmap {
      try TestStage.picture(pictures: { _ in ScreenPicture(white) }, [command])
    }
    for alpha in [1, 0.5] as [Float] {
      let picture = try drawn(
        .picture(.take, rect: rect, radius: 14.3, gravity: .stretch, mirrored: false, alpha: alpha))
      let panel = try drawn(.panel(rect, radius: 14.3, corners: .all, .solid(.white), alpha: alpha))
      for y in 15..<85 {
        for x in 5..<135 {
          #expect(near(picture.rgb(x, y), panel.rgb(x, y), 4), "\(x),\(y)")
        }
      }
    }
  }

  /// What stands still is scaled once; a new picture, and another size, are seen.
  @Test func aNewPictureAndANewSizeAreSeen() throws {
    try TestStage.run { context, painter in
      func red(_ level: UInt8, width: Float) throws -> [[Int]] {
        let frame = TestFrames.frame(.gray8, width: 64, height: 36, color: .jpeg) { _, _, _ in level }
        var list = DisplayList(size: context.size, unit: 2)
        list.commands = [
          .picture(
            .take, rect: ScreenRect(x: 0, y: 0, width: width, height: 60), radius: 4, gravity: .stretch,
            mirrored: false, alpha: 1)
        ]
        painter.draw(list) { _ in ScreenPicture(frame) }
        let pixels = try context.pixels()
        return [pixels.rgb(50, 30), pixels.rgb(110, 30)]
      }
      let ink = try red(200, width: 100)[1]
      #expect(try red(200, width: 100) == [[200, 200, 200], ink])
      #expect(try red(90, width: 100) == [[90, 90, 90], ink])
      #expect(try red(90, width: 120) == [[90, 90, 90], [90, 90, 90]])
    }
  }
}

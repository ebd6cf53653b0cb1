import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import Testing

/// Moving pictures: colours, mirroring, turning, odd sizes, gravity.
@MainActor @Suite(.serialized)
struct PreviewTests {
  private func shown(
    _ frame: VideoFrame, width: Int, height: Int, rotation: Turn = .none, scene: Turn = .none,
    mirrored: Bool = false, gravity: VideoGravity = .stretch
  ) throws -> Bitmap {
    let size = scene.placed(width: width, height: height)
    let rect = ScreenRect(x: 0, y: 0, width: Float(size.width), height: Float(size.height))
    return try TestStage.picture(
      width: width, height: height, turn: scene,
      pictures: { _ in ScreenPicture(frame, rotation: rotation) },
      [.picture(.preview, rect: rect, radius: 0, gravity: gravity, mirrored: mirrored, alpha: 1)])
  }

  /// What the standards say for a sample triple.
  private func rgb(_ y: Int, _ cb: Int, _ cr: Int, _ color: ColorInfo) -> [Int] {
    let (kr, kb) = color.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let isFull = color.range == .full
    let luma = isFull ? Double(y) / 255 : (Double(y) - 16) / 219
    let pb = (Double(cb) - 128) / (isFull ? 255 : 224)
    let pr = (Double(cr) - 128) / (isFull ? 255 : 224)
    let red = luma + 2 * (1 - kr) * pr
    let blue = luma + 2 * (1 - kb) * pb
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return [red, green, blue].map { Int((min(max($0, 0), 1) * 255).rounded()) }
  }

  nonisolated private static let colors: [ColorInfo] = [
    .jpeg, ColorInfo(range: .limited, matrix: .bt601), ColorInfo(range: .limited, matrix: .bt709),
    ColorInfo(range: .full, matrix: .bt709),
  ]

  @Test(arguments: colors, [PixelFormat.yuv420p, .nv12, .yuyv422, .yuv422p, .yuv444p, .gray8])
  func greysAreRightWithinTwoLevels(color: ColorInfo, format: PixelFormat) throws {
    let frame = TestFrames.frame(format, width: 256, height: 16, color: color) { plane, x, _ in
      switch format {
      case .yuyv422: x % 2 == 0 ? UInt8(x / 2) : 128
      default: plane == 0 ? UInt8(x) : 128
      }
    }
    let picture = try shown(frame, width: 256, height: 16)
    for level in stride(from: 0, to: 256, by: 5) {
      let wanted = rgb(level, 128, 128, color)
      #expect(near(picture.rgb(level, 8), wanted, 2), "\(level): \(picture.rgb(level, 8)) \(wanted)")
    }
  }

  @Test(arguments: colors)
  func coloursAreRight(color: ColorInfo) throws {
    for (y, cb, cr) in [(81, 90, 200), (145, 54, 80), (120, 200, 110), (180, 128, 128), (60, 140, 120)] {
      let frame = TestFrames.frame(.yuv420p, width: 32, height: 32, color: color) { plane, _, _ in
        UInt8([y, cb, cr][plane])
      }
      let picture = try shown(frame, width: 32, height: 32)
      let wanted = rgb(y, cb, cr, color)
      #expect(near(picture.rgb(16, 16), wanted, 4), "\(picture.rgb(16, 16)) \(wanted)")
    }
  }

  /// Brightness `10 * column + 3 * row` and a colour that runs along, so that every shift shows.
  private func scale(_ format: PixelFormat, width: Int, height: Int) -> VideoFrame {
    TestFrames.frame(format, width: width, height: height, color: .jpeg) { plane, x, y in
      let chroma = { (column: Int, row: Int) in UInt8(108 + (column * 2 + row) % 40) }
      return switch (format, plane) {
      case (.yuyv422, _): x % 2 == 0 ? UInt8((10 * (x / 2) + 3 * y) % 256) : chroma(x / 4, y / 2)
      case (_, 0): UInt8((10 * x + 3 * y) % 256)
      case (.nv12, _): chroma(x / 2, y)
      case (.yuv422p, _): chroma(x, y / 2)
      case (.yuv444p, _): chroma(x / 2, y / 2)
      default: chroma(x, y)
      }
    }
  }

  @Test(
    arguments: [PixelFormat.yuv420p, .nv12, .yuyv422, .yuv422p, .yuv444p, .gray8],
    [(24, 16), (23, 15), (21, 18)])
  func oddSizesMirrorsAndTurnsShowTheSamePixels(format: PixelFormat, size: (Int, Int)) throws {
    let (width, height) = size
    let frame = scale(format, width: width, height: height)
    let plain = try shown(frame, width: width, height: height)
    // Brightness is where it belongs, up to the last column and row.
    for (x, y) in [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
      let luma = (10 * x + 3 * y) % 256
      let color = plain.rgb(x, y)
      let shown = 0.299 * Double(color[0]) + 0.587 * Double(color[1]) + 0.114 * Double(color[2])
      #expect(abs(shown - Double(luma)) < 5 || luma > 215 || luma < 40, "\(x),\(y): \(shown) \(luma)")
    }
    for mirrored in [false, true] {
      for rotation in Turn.allCases {
        for scene in Turn.allCases where scene == .none || rotation == .none {
          let upright = rotation.placed(width: width, height: height)
          let window = scene.placed(width: upright.width, height: upright.height)
          let picture = try shown(
            frame, width: window.width, height: window.height, rotation: rotation, scene: scene,
            mirrored: mirrored)
          var differing = 0
          for y in 0..<height {
            for x in 0..<width {
              var place = turned(x, y, width, height, rotation)
              if mirrored { place.0 = upright.width - 1 - place.0 }
              place = turned(place.0, place.1, upright.width, upright.height, scene)
              if !near(plain.rgb(x, y), picture.rgb(place.0, place.1), 3) { differing += 1 }
            }
          }
          #expect(differing == 0, "mirrored \(mirrored), picture \(rotation), scene \(scene)")
        }
      }
    }
  }

  private func turned(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ turn: Turn) -> (Int, Int) {
    switch turn {
    case .none: (x, y)
    case .quarter: (height - 1 - y, x)
    case .half: (width - 1 - x, height - 1 - y)
    case .threeQuarters: (y, width - 1 - x)
    }
  }

  @Test func gravityCropsOrLeavesInk() throws {
    // Left third red, the rest grey: 32x16 in a square.
    let frame = TestFrames.frame(.yuv444p, width: 96, height: 48, color: .jpeg) { plane, x, _ in
      x < 12 ? [76, 85, 255][plane] : [128, 128, 128][plane]
    }
    let fill = try shown(frame, width: 48, height: 48, gravity: .fill)
    #expect(near(fill.rgb(1, 24), [128, 128, 128], 4))
    let stretch = try shown(frame, width: 48, height: 48, gravity: .stretch)
    #expect(stretch.rgb(2, 24)[0] > 230 && stretch.rgb(2, 24)[1] < 40)
    let fit = try shown(frame, width: 48, height: 48, gravity: .fit)
    #expect(near(fit.rgb(24, 4), [0x0B, 0x0B, 0x0E]))
    #expect(near(fit.rgb(24, 43), [0x0B, 0x0B, 0x0E]))
    #expect(fit.rgb(2, 24)[0] > 230)
  }

  @Test func aSmallPictureIsAMeanNotASample() throws {
    // Columns black and white in turn: sampled it would be one of them.
    let frame = TestFrames.frame(.yuv420p, width: 256, height: 128, color: .jpeg) { plane, x, _ in
      plane == 0 ? (x % 2 == 0 ? 0 : 255) : 128
    }
    let picture = try shown(frame, width: 32, height: 16)
    #expect(near(picture.rgb(16, 8), [128, 128, 128], 4))
  }

  @Test func aNewFrameReplacesTheOld() throws {
    try TestStage.run(width: 32, height: 32) { context, painter in
      var list = DisplayList(size: context.size, unit: 1)
      let rect = ScreenRect(x: 0, y: 0, width: 32, height: 32)
      list.commands = [.picture(.preview, rect: rect, radius: 0, gravity: .fill, mirrored: false, alpha: 1)]
      for (size, color) in [(32, ColorInfo.jpeg), (32, Self.colors[1]), (48, Self.colors[2]), (16, .jpeg)] {
        for level: UInt8 in [40, 200] {
          let frame = TestFrames.frame(.yuv420p, width: size, height: size, color: color) { plane, _, _ in
            plane == 0 ? level : 128
          }
          painter.draw(list) { _ in ScreenPicture(frame) }
          let picture = try context.pixels()
          #expect(near(picture.rgb(16, 16), rgb(Int(level), 128, 128, color)))
        }
      }
      painter.draw(list) { _ in nil }
      let empty = try context.pixels()
      #expect(near(empty.rgb(16, 16), [0x16, 0x16, 0x1A]))
    }
  }

  @Test func lostTexturesComeBack() throws {
    let frame = scale(.yuv420p, width: 64, height: 36)
    try TestStage.run(width: 64, height: 36) { context, painter in
      var list = DisplayList(size: context.size, unit: 1)
      let rect = ScreenRect(x: 0, y: 0, width: 64, height: 36)
      list.commands = [
        .picture(.preview, rect: rect, radius: 0, gravity: .fill, mirrored: true, alpha: 1),
        .panel(ScreenRect(x: 4, y: 4, width: 30, height: 20), radius: 6, corners: .all, .smoke, alpha: 1),
      ]
      painter.draw(list) { _ in ScreenPicture(frame) }
      let before = try context.pixels()
      painter.dropTextures()
      painter.draw(list) { _ in ScreenPicture(frame) }
      #expect(try context.pixels() == before)
    }
  }
}

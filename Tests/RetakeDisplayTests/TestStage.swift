import Foundation
import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import RetakeRuntime

/// A window in memory for tests: SDL's own renderer and no display, so that every machine draws the same.
/// SDL is one for the process; the main actor keeps its users apart.
@MainActor
enum TestStage {
  /// Keeps SDL switched on from test to test: starting it is the slow part.
  private static var keeper: DisplayContext?

  /// Runs `body` with a new window and its painter.
  static func run(
    width: Int = 320, height: Int = 180, turn: Turn = .none,
    _ body: (DisplayContext, Painter) throws -> Void
  ) throws {
    if keeper == nil {
      unsafe setenv("SDL_VIDEODRIVER", "offscreen", 1)
      // Another renderer, such as `opengl`, can be tried by hand.
      let renderer = ProcessInfo.processInfo.environment["RETAKE_TEST_RENDERER"] ?? "software"
      unsafe setenv("SDL_RENDER_DRIVER", renderer, 1)
      unsafe setenv("SDL_AUDIODRIVER", "dummy", 1)
      keeper = try DisplayContext(mode: .window(width: 16, height: 16))
    }
    let context = try DisplayContext(mode: .window(width: width, height: height), turn: turn)
    try body(context, Painter(context, assets: assets))
  }

  /// The checkout's own assets.
  nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "assets")
  static let assets = AssetLocator(folder: folder.path)

  /// What a list looks like.
  static func picture(
    width: Int = 320, height: Int = 180, turn: Turn = .none, unit: Float = 2,
    pictures: (PictureSource) -> ScreenPicture? = { _ in nil }, _ commands: [DrawCommand]
  ) throws -> Bitmap {
    var result = Bitmap(width: 1, height: 1)
    try run(width: width, height: height, turn: turn) { context, painter in
      var list = DisplayList(size: context.size, unit: unit)
      list.commands = commands
      painter.draw(list, pictures: pictures)
      result = try context.pixels()
    }
    try keep(result)
    return result
  }

  private static var kept = 0

  /// With RETAKE_TEST_PICTURES set, pictures are written into that folder to be looked at.
  static func keep(_ bitmap: Bitmap, name: String? = nil) throws {
    guard let folder = ProcessInfo.processInfo.environment["RETAKE_TEST_PICTURES"] else { return }
    kept += 1
    try Screenshot.write(bitmap, to: "\(folder)/\(name ?? "\(kept)").png")
  }
}

extension Bitmap {
  /// Red, green, blue of a pixel.
  func rgb(_ x: Int, _ y: Int) -> [Int] {
    let pixel = self[x, y]
    return [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)]
  }
}

/// Whether all channels are within `tolerance` of each other.
func near(_ left: [Int], _ right: [Int], _ tolerance: Int = 2) -> Bool {
  zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
}

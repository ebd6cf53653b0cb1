import Foundation
import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import RetakeRuntime
import Testing

/// Made-up screens with everything that LOOK's mock-ups of ready, recording and review show.
@MainActor @Suite(.serialized)
struct ScreenPictureTests {
  private func u(_ x: Float, _ unit: Float = 7.2) -> Float { (x * unit).rounded() }

  @Test func readyScreen() throws {
    let commands = try SampleScreens.ready(width: 1280, height: 720, unit: 7.2)
    try TestStage.run(width: 1280, height: 720) { context, painter in
      var list = DisplayList(size: context.size, unit: 7.2)
      list.commands = commands
      let frame = ScreenPicture(SampleScreens.scene())
      painter.draw(list) { _ in frame }
      let bitmap = try context.pixels()
      try TestStage.keep(bitmap, name: "ready")
      #expect(near(bitmap.rgb(640, 594), [0xE0, 0x21, 0x2D]))
    }
  }
}

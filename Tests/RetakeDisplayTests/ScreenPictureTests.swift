import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import Testing

/// The brain's own screens, painted.
@MainActor @Suite(.serialized)
struct ScreenPictureTests {
  @Test(arguments: [(1280, 720), (800, 480), (720, 1280)])
  func everyScreenIsPainted(width: Int, height: Int) throws {
    let phases: [KioskPhase] = [.attract, .ready, .countdown, .recording, .review, .saved]
    let frame = ScreenPicture(SampleScreens.scene())
    try TestStage.run(width: width, height: height) { context, painter in
      for phase in phases {
        var walk = KioskWalk()
        walk.go(to: phase)
        let list = try walk.list(size: context.size, measurer: painter)
        painter.draw(list) { _ in frame }
        let bitmap = try context.pixels()
        try TestStage.keep(bitmap, name: "\(phase)-\(width)")
      }
    }
  }
}

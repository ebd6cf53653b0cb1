import RetakeKiosk
import RetakeMedia
import Testing

/// Windows that nobody can use are drawn all the same: a window manager may make one for a moment.
@Suite struct SmallWindowTests {
  @Test(arguments: ScreenFixture.all)
  func anySizeIsDrawn(fixture: ScreenFixture) throws {
    let strings = try WordFiles.strings("de")
    for width: Float in [1, 7, 40, 90, 200, 1280] {
      for height: Float in [1, 7, 40, 160, 700] {
        let list = fixture.list(ScreenSize(width: width, height: height), strings)
        for target in list.targets {
          let hit = list.hit(at: target.rect.center, captured: target.control)
          #expect((0...1).contains(hit.value))
        }
      }
    }
  }
}

import RetakeKiosk
import Testing

@testable import RetakeDisplay

/// Triangles, before a renderer has them.
@Suite struct MeshTests {
  @Test(arguments: [
    ScreenRect(x: 0, y: 0, width: 64, height: 32), ScreenRect(x: 10, y: 0, width: 54, height: 31),
    ScreenRect(x: 0, y: 0, width: 1, height: 1),
  ])
  func roundedPicturesStayInsideTheirTexture(source: ScreenRect) {
    for width in [3, 100, 641] as [Float] {
      let mesh = Mesh.roundedPicture(
        ScreenRect(x: 7, y: 9, width: width, height: width / 2), radius: 8, source: source, textureWidth: 64,
        textureHeight: 32)
      for vertex in mesh.vertices {
        let (x, y) = (vertex.texture.x * 64, vertex.texture.y * 32)
        #expect((0.49...63.51).contains(x) && (0.49...31.51).contains(y))
      }
    }
  }
}

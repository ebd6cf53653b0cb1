import Foundation
import RetakeCodec
import RetakeDisplay
import RetakeKiosk
import Testing

/// Pictures in and out of files.
struct ScreenshotTests {
  @Test func aScreenshotIsAPNG() throws {
    var bitmap = Bitmap(width: 5, height: 3)
    for x in 0..<5 { bitmap[x, 1] = 0xFF00_0000 | UInt32(x * 40) << 16 }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: url) }
    try Screenshot.write(bitmap, to: url.path)
    let bytes = [UInt8](try Data(contentsOf: url))
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
    // Width and height of the first chunk.
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 5, 0, 0, 0, 3])
    #expect(bytes.suffix(8).prefix(4) == [0x49, 0x45, 0x4E, 0x44])
  }

  @Test func aBadPathIsAnError() {
    #expect(throws: (any Error).self) {
      try Screenshot.write(Bitmap(width: 1, height: 1), to: "/nowhere/at/all.png")
    }
  }

  @Test func svgIsDrawnAtItsSize() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="0" y="0" width="12" height="24" \
      fill="#fff"/></svg>
      """
    let alpha = try SVGPicture.alpha(of: Array(svg.utf8), width: 40, height: 40)
    #expect(alpha.count == 1600)
    #expect(alpha[20 * 40 + 5] == 255 && alpha[20 * 40 + 35] == 0)
  }

  @Test func whatIsNoSVGIsAnError() {
    for text in ["", "<svg", "not a drawing at all"] {
      #expect(throws: (any Error).self) {
        try SVGPicture.alpha(of: Array(text.utf8), width: 8, height: 8)
      }
    }
  }
}

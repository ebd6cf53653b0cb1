import Foundation
import Testing

@testable import RetakeCodec

@Suite struct ByteSearchTests {
  @Test func namesAreFoundWhereverTheyStand() {
    let name = Array("moof".utf8)
    let texts = ["", "moo", "moof", "xmoofmoof", "mmoofmomoof", "moofoofmoo", "ooffoomoofm", "xxxxxxxmoof"]
    for text in texts {
      let bytes = Array(text.utf8)
      let expected = bytes.indices.filter { bytes[$0...].starts(with: name) }
      #expect(ByteSearch.places(of: name, in: bytes) == expected, "\(text)")
    }
  }

  @Test func oneBitIsNoZero() {
    #expect(ByteSearch.isZero([]) && ByteSearch.isZero([UInt8](repeating: 0, count: 4099)))
    for place in 0..<35 {
      var bytes = [UInt8](repeating: 0, count: 35)
      bytes[place] = 0x10
      #expect(!ByteSearch.isZero(bytes))
    }
  }
}

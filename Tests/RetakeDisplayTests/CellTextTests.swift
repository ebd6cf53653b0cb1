import Testing

@testable import RetakeDisplay

/// Numbers in cells, words as words.
@Suite struct CellTextTests {
  private func pieces(_ text: String) -> [String] {
    CellText.pieces(of: text).map { $0.digits == nil ? $0.text : "[\($0.text)]" }
  }

  @Test func onlyNumbersStandInCells() {
    #expect(pieces("0:07") == ["[0]", ":", "[0]", "[7]"])
    #expect(pieces("1280x720@30 NV12") == ["[1]", "[2]", "[8]", "[0]", "x720@", "[3]", "[0]", " NV12"])
    #expect(pieces("p95 87 ms") == ["p95 ", "[8]", "[7]", " ms"])
    #expect(pieces("13, 0 lost") == ["[1]", "[3]", ", ", "[0]", " lost"])
    #expect(pieces("٣:٠٧").count == 4)
    #expect(pieces("") == [])
  }

  /// What is written is what was to be.
  @Test(arguments: ["0:07", "NV12 · 313, 0 lost", "e\u{301}1"])
  func nothingIsLost(text: String) {
    #expect(CellText.pieces(of: text).map(\.text).joined() == text)
  }
}

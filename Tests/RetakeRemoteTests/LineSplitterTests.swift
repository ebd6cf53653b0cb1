import Testing

@testable import RetakeRemote

@Suite struct LineSplitterTests {
  @Test(arguments: 1...7)
  func linesComeOutHoweverTheyArrive(piece: Int) {
    let bytes = Array("one\n\nthree\r\nfour".utf8)
    var splitter = LineSplitter(limit: 6)
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      splitter.append(bytes[start..<min(start + piece, bytes.count)])
      while case .line(let line) = splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "three\r"])
    #expect(splitter.next() == .incomplete)
    #expect(splitter.rest() == Array("four".utf8))
    #expect(splitter.rest() == nil)
  }

  @Test func theLimitIsExact() {
    var splitter = LineSplitter(limit: 4)
    splitter.append(Array("1234".utf8)[...])
    #expect(splitter.next() == .incomplete)
    splitter.append(Array("\n12345\n".utf8)[...])
    #expect(splitter.next() == .line(Array("1234".utf8)))
    #expect(splitter.next() == .tooLong)
    splitter = LineSplitter(limit: 4)
    splitter.append(Array("12345".utf8)[...])
    #expect(splitter.next() == .tooLong)
  }
}

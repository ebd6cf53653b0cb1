import RetakeMedia
import Testing

@Suite struct OneLineTests {
  @Test(arguments: [
    ("", ""), ("plain: 'text' 5 %", "plain: 'text' 5 %"),
    ("\u{1F468}\u{200D}\u{1F467} f\u{FC}r", "\u{1F468}\u{200D}\u{1F467} f\u{FC}r"),
    ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{1B}[31m\0\u{7F}\u{85}", "\\u{1B}[31m\\u{0}\\u{7F}\\u{85}"),
    ("a\u{2028}b\u{202E}c\u{2066}", "a\\u{2028}b\\u{202E}c\\u{2066}"),
  ])
  func whatStartsANewLineOrSteersATerminalIsEscaped(_ text: String, _ line: String) {
    #expect(text.inOneLine() == line)
  }

  @Test func theMiddleOfALongTextIsLeftOut() {
    let text = "camera '" + String(repeating: "x", count: 5000) + "' not found"
    let line = text.inOneLine(limit: 60)
    #expect(line.hasPrefix("camera 'xx") && line.hasSuffix("xx' not found") && line.contains("x...x"))
    #expect(line.unicodeScalars.count == 60 && text.inOneLine(limit: text.count) == text)
    // One character of many scalars is no way round it.
    let tower = "e" + String(repeating: "\u{301}", count: 5000)
    #expect(tower.inOneLine(limit: 60).unicodeScalars.count == 60)
  }

  @Test func errorsAreTwoLinesWhateverIsInThem() {
    let name = "a\nb" + String(repeating: "y", count: 5000)
    let error = RetakeError(.failed, "no '\(name)'", advice: "try \(name)", party: name)
    #expect(error.description.split(separator: "\n").count == 2)
    #expect(error.message.count < 500 && error.message.hasSuffix("y'"))
    #expect(error.party?.hasPrefix("a\\nb") == true)
  }
}

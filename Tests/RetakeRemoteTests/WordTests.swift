import Testing

@testable import RetakeRemote

@Suite struct WordTests {
  @Test(
    arguments: [
      ("true", true), ("false", false), ("null", .null), ("0", 0), ("1\n", "1\n"), ("1", 1), ("-12", -12),
      ("2.5", 2.5), ("1e2", 100.0),
      ("-0.25", -0.25), ("True", "True"), ("", ""), (" 1", " 1"), ("01", "01"), (".5", ".5"), ("1.", "1."),
      ("+1", "+1"), ("0x10", "0x10"), ("1e999", .digits("1e999")), ("nan", "nan"), ("\"a\"", "\"a\""),
      ("[1]", "[1]"),
      ("1-2", "1-2"), ("12:30", "12:30"), ("-", "-"),
    ] as [(String, RemoteValue)])
  func wordsOfTheCommandLine(word: String, value: RemoteValue) {
    #expect(RemoteValue(word: word) == value)
  }
}

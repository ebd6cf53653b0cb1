import RetakeKiosk
import Testing

@Suite struct StringsTests {
  @Test(arguments: ["en", "de"])
  func filesAreComplete(tag: String) throws {
    let file = try WordFiles.file(tag)
    let strings = Strings(language: tag, file)
    #expect(strings.missing == [])
    #expect(Strings.unknown(in: file) == [])
    #expect(!file.values.contains { $0.isEmpty || $0.contains("!") || $0.contains("  ") })
    // What counts in one language counts in the other.
    let english = try WordFiles.file("en")
    for place in ["{n}", "{name}"] {
      for (key, text) in file { #expect(text.contains(place) == english[key]?.contains(place), "\(key)") }
    }
  }

  @Test func numbersAreFilledInInTheLanguagesDigits() {
    let strings = Strings(
      language: "ar", ["saving_in": "in {n} s", "digits": "٠١٢٣٤٥٦٧٨٩", "direction": "rtl"])
    #expect(strings[.savingIn, 20] == "in ٢٠ s")
    #expect(strings.clock(3725) == "١:٠٢:٠٥")
    #expect(strings.isRightToLeft)
    #expect(strings[.save] == "save")
  }

  @Test(arguments: [(0.25, "0,25×"), (0.5, "0,5×"), (1, "1×"), (2, "2×"), (1.05, "1,05×")])
  func factors(factor: Double, text: String) {
    #expect(Strings(language: "de", ["decimal": ","]).factor(factor) == text)
  }

  @Test(arguments: [(0, "0:00"), (7.9, "0:07"), (750, "12:30"), (3725, "1:02:05"), (-3, "0:00")])
  func clocks(seconds: Double, text: String) {
    #expect(Strings(language: "en", [:]).clock(seconds) == text)
  }
}

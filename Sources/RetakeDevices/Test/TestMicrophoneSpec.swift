package import RetakeMedia

/// What the test microphone imitates, as it stands after `test:` in `--microphone`: `rate=1.001` or nothing.
package struct TestMicrophoneSpec: Hashable, Sendable {
  /// How fast its clock runs, in millionths of the true one: 1001000 is 0.1 % fast. 500000 to 2000000.
  package var rateMillionths: Int64 = 1_000_000

  /// A true clock.
  package init() {}

  /// Reads what stood after `test:`. Throws `.invalidArgument` with a line that names the part.
  package init(_ text: String) throws(RetakeError) {
    let fields = try TestSpecFields(text, device: "test microphone", keys: ["rate"])
    if let bare = fields.bare.first {
      throw RetakeError(.invalidArgument, "test microphone: '\(bare)' is not understood, it has rate=1.001")
    }
    if let value = fields.values["rate"] {
      guard let rate = TestSpecFields.decimal(value, digits: 6), (500_000...2_000_000).contains(rate) else {
        throw RetakeError(
          .invalidArgument, "test microphone: rate '\(value)' is not a factor of 0.5 to 2, such as 1.001")
      }
      rateMillionths = rate
    }
  }
}

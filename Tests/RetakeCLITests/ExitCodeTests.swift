import RetakeCLI
import RetakeMedia
import Testing

@Suite struct ExitCodeTests {
  /// Scripts outside the project decide by these numbers.
  @Test func everyKindOfErrorHasItsNumber() {
    let numbers: [RetakeError.Code: Int32] = [
      .invalidArgument: 2, .wrongState: 1, .notSupported: 1, .deviceMissing: 3, .deviceBusy: 3,
      .deviceLost: 3, .deviceSilent: 3, .deviceNotPermitted: 3, .busFull: 3, .inputUnreadable: 1,
      .storageMissing: 4,
      .storageNotWritable: 4, .storageFull: 4, .storageFailed: 4, .storageBusy: 4, .encoderFailed: 1,
      .nothingRecorded: 1, .failed: 1,
    ]
    for code in RetakeError.Code.allCases {
      #expect(ExitCode(code).rawValue == numbers[code], "\(code)")
    }
  }

  @Test func anErrorIsTwoLinesAtMost() {
    let error = RetakeError(.failed, "no file 'a\nb\u{1B}[31m'", advice: "name\nanother")
    #expect(Console.lines(for: error) == "retake: no file 'a\\nb\\u{1B}[31m'\nname\\nanother\n")
    #expect(Console.lines(for: RetakeError(.failed, "x")) == "retake: x\n")
  }
}

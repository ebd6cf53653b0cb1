/// `retake-bench drift`: the distance of beep and flash over a long take, with a microphone whose clock is off.
enum DriftBench {
  static let names = ["--seconds", "--rate", "--camera"]

  /// Prints the offsets of the first and of the last second, and the greatest; false if one exceeds 10 ms.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let seconds = try options.number("--seconds", usual: 60)
    let rate = options.text("--rate", usual: "1.001")
    let camera = options.text("--camera", usual: "test")
    let scratch = try Scratch()
    let path = scratch.path("drift.mp4")
    let take = try Program.retake([
      "record", "--json", "--min-free", "0", "--camera", camera, "--microphone", "test:rate=\(rate)", "-o",
      path,
      "-t", "\(seconds)",
    ])
    guard take.status == 0 else { throw BenchError(take.errors) }
    let offsets = try FlashAndBeep(path).offsets.map { offset in
      guard let offset else { throw BenchError("a flash without a beep") }
      return offset
    }
    guard offsets.count == seconds, let first = offsets.first, let last = offsets.last else {
      throw BenchError("\(offsets.count) flashes in \(seconds) s")
    }
    let greatest = offsets.map(abs).max() ?? 0
    print(
      "drift: \(seconds) s, microphone rate \(rate): beep minus flash \(milliseconds(first)) ms at the start, "
        + "\(milliseconds(last)) ms at the end, at most \(milliseconds(greatest)) ms")
    return greatest <= 0.010
  }
}

/// Seconds as milliseconds with one decimal.
func milliseconds(_ seconds: Double) -> Double {
  (seconds * 10_000).rounded() / 10
}

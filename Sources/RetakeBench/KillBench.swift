internal import Foundation

/// `retake-bench kill`: SIGKILL at random moments of a recording, and what can still be read.
enum KillBench {
  static let names = ["--count", "--camera"]

  /// Prints how much was lost at most; false if a file cannot be read or more than a second is gone.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let count = try options.number("--count", usual: 50)
    let camera = options.text("--camera", usual: "test:640x360@30")
    let scratch = try Scratch()
    var losses: [Double] = []
    for number in 0..<count {
      let path = scratch.path("kill\(number).mp4")
      losses.append(try lossOfOne(path, camera: camera))
      try? FileManager.default.removeItem(atPath: path)
    }
    losses.sort()
    let over = losses.filter { $0 > 1 }.count
    print(
      "kill: \(count) takes, lost \(milliseconds(losses[count / 2])) ms in the median, "
        + "\(milliseconds(losses[count - 1])) ms at most, \(over) over 1 s")
    return over == 0
  }

  /// Seconds between the kill and the last picture that can be read, by the camera's clock.
  private static func lossOfOne(_ path: String, camera: String) throws -> Double {
    let running = try Program.start([
      "record", "--min-free", "0", "--log-level", "debug", "--camera", camera, "--microphone", "test", "-o",
      path,
    ])
    while !FileManager.default.fileExists(atPath: path) {
      guard running.process.isRunning else { throw BenchError(try running.finish().errors) }
      usleep(5000)
    }
    usleep(UInt32.random(in: 300_000...4_000_000))
    let killed = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    running.signal(SIGKILL)
    let log = try running.finish().errors
    guard let words = log.firstMatch(of: /capture starts at (\d+) ns/), let start = Double(words.1) else {
      throw BenchError("no start in the log: \(log)")
    }
    guard try Judge.complaints(path).isEmpty, let last = try Judge.stamps(path).last else {
      throw BenchError("\(path) cannot be read")
    }
    return killed - (start / 1e9 + last)
  }
}

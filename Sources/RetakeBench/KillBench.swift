internal import Foundation

/// `retake-bench kill`: SIGKILL at random moments of a recording, and what is left once the next start has recovered it.
enum KillBench {
  static let names = ["--count", "--kiosks", "--camera"]

  /// Of 100 takes so many may lose more than a second; none more than a second and a half.
  private static let usualLoss = 1.0
  private static let largestLoss = 1.5

  /// Prints how much was lost; false if a file cannot be recovered, or more is gone than may be. `--kiosks` of the
  /// `--count` takes are a kiosk's, the others of `retake record`, in both containers.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let count = try options.number("--count", usual: 50)
    let kiosks = min(count, try options.number("--kiosks", usual: max(1, count / 5)))
    let camera = options.text("--camera", usual: "test:640x360@30")
    var losses: [Double] = []
    for number in 0..<count {
      // Each in a folder of its own: what one leaves must not hide what another one lacks.
      let scratch = try Scratch()
      let killed =
        number < kiosks
        ? try killKiosk(scratch, camera: camera)
        : try killRecorder(scratch, camera: camera, container: number % 2 == 0 ? "mp4" : "mov")
      losses.append(killed - (try lastPicture(scratch)))
    }
    losses.sort()
    let over = losses.filter { $0 > usualLoss }.count
    print(
      "kill: \(count) takes, \(kiosks) of them a kiosk's: all recovered; lost \(milliseconds(losses[count / 2])) ms in "
        + "the median, \(milliseconds(losses[count - 1])) ms at most, \(over) over 1 s")
    return over * 100 <= count && losses[count - 1] <= largestLoss
  }

  /// Kills `retake record` at a random moment; when that was, on the camera's clock.
  private static func killRecorder(_ scratch: Scratch, camera: String, container: String) throws -> Double {
    let incoming = URL(fileURLWithPath: scratch.path("library/incoming"))
    try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
    let path = incoming.appendingPathComponent(UUID().uuidString + "." + container).path
    let running = try Program.start([
      "record", "--min-free", "0", "--log-level", "debug", "--camera", camera, "--microphone", "test", "-o",
      path,
    ])
    while !FileManager.default.fileExists(atPath: path) {
      guard running.process.isRunning else { throw BenchError(try running.finish().errors) }
      usleep(5000)
    }
    return try kill {
      running.signal(SIGKILL)
    } log: {
      try running.finish().errors
    }
  }

  /// Kills a kiosk in a take at a random moment; when that was, on the camera's clock.
  private static func killKiosk(_ scratch: Scratch, camera: String) throws -> Double {
    let kiosk = try KioskRun(in: scratch, ["--camera", camera, "--log-level", "debug"])
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    while kiosk.files(in: "incoming").isEmpty { usleep(5000) }
    return try kill {
      kiosk.signal(SIGKILL)
    } log: {
      try kiosk.finish().errors
    }
  }

  private static func kill(_ kill: () -> Void, log: () throws -> String) throws -> Double {
    usleep(UInt32.random(in: 300_000...4_000_000))
    let killed = Double(DispatchTime.now().uptimeNanoseconds) / 1e9
    kill()
    let log = try log()
    guard let words = log.firstMatch(of: /capture starts at (\d+) ns/), let start = Double(words.1) else {
      throw BenchError("no start in the log: \(log)")
    }
    return killed - start / 1e9
  }

  /// Recovers the library's one take, which must be a clean file, and reads the clock in its last picture.
  private static func lastPicture(_ scratch: Scratch) throws -> Double {
    let report = try Program.retake(["takes", "recover", "--library", scratch.path("library"), "--json"])
      .json()
    guard let takes = report["recovered"] as? [[String: Any]], takes.count == 1,
      let path = takes[0]["path"] as? String
    else { throw BenchError("not recovered: \(report)") }
    let complaints = try Judge.complaints(path)
    guard complaints.isEmpty else { throw BenchError("\(path): \(complaints)") }
    guard let clock = try Judge.codeStrips(path).last?.milliseconds else {
      throw BenchError("\(path) has no picture")
    }
    return Double(clock) / 1000
  }
}

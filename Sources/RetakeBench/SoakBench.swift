internal import Foundation

/// `retake-bench soak`: a long recording, its memory and its drops.
enum SoakBench {
  static let names = ["--seconds", "--camera", "--microphone", "--screen"]

  /// Prints memory early and late and the drops; false where pictures were dropped or memory grew by over 5 MB.
  ///
  /// With `--screen 1280x720` it is the kiosk that records, with its preview drawn into memory of that size.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let seconds = try options.number("--seconds", usual: 600)
    let screen = options.text("--screen", usual: "")
    let end = try screen.isEmpty ? alone(seconds, options) : kiosk(seconds, screen, options)
    let growth = Double(end.late - end.early) / 1e6
    print(
      "soak: \(seconds) s, \(end.captured) pictures, \(end.dropped) dropped, resident "
        + "\(end.early / 1_000_000) MB early, \((growth * 10).rounded() / 10) MB more at the end")
    return end.dropped == 0 && growth <= 5
  }

  private struct End {
    var captured, dropped, early, late: Int
  }

  private static func alone(_ seconds: Int, _ options: Options) throws -> End {
    let scratch = try Scratch()
    let path = scratch.path("soak.mp4")
    let running = try Program.start([
      "record", "--json", "--min-free", "0", "--camera", options.text("--camera", usual: "test"),
      "--microphone",
      options.text("--microphone", usual: "test"), "-o", path, "-t", "\(seconds)",
    ])
    let (early, late) = try memory(of: running.process.processIdentifier, over: seconds)
    let result = try running.finish()
    guard result.status == 0, let video = try result.json()["video"] as? [String: Any],
      let dropped = video["dropped"] as? Int, let captured = video["captured"] as? Int
    else { throw BenchError(result.errors) }
    return End(captured: captured, dropped: dropped, early: early, late: late)
  }

  private static func kiosk(_ seconds: Int, _ screen: String, _ options: Options) throws -> End {
    let kiosk = try KioskRun(
      in: try Scratch(), config: "countdown: 0, max_duration: \(seconds)",
      [
        "--windowed", screen, "--camera", options.text("--camera", usual: "test"), "--microphone",
        options.text("--microphone", usual: "test"), "--encoder", "auto",
      ])
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    let (early, late) = try memory(of: kiosk.processIdentifier, over: seconds)
    try kiosk.wait(for: "review", within: Double(seconds))
    let stats = try kiosk.ask("stats")
    guard let encoded = stats["encoded"] as? Int, let dropped = stats["dropped"] as? [String: Int],
      let record = dropped["record"], let camera = dropped["camera"]
    else { throw BenchError("no statistics: \(stats)") }
    try kiosk.ask("quit")
    _ = try kiosk.finish()
    return End(captured: encoded + record, dropped: record + camera, early: early, late: late)
  }

  /// Resident bytes when the queues and pools have their size, at a tenth of the time, and near its end: each the
  /// median over a fiftieth of the time, because pictures that wait come and go.
  private static func memory(of process: Int32, over seconds: Int) throws -> (early: Int, late: Int) {
    func median() throws -> Int {
      let samples = try (0..<11).map { _ in
        usleep(UInt32(seconds) * 2_000)
        return try residentBytes(process)
      }
      return samples.sorted()[samples.count / 2]
    }
    usleep(UInt32(seconds) * 90_000)
    let early = try median()
    usleep(UInt32(seconds) * 810_000)
    return (early, try median())
  }

  private static func residentBytes(_ process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let fields = status.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { throw BenchError("no memory figures") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

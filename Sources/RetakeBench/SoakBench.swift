internal import Foundation

/// `retake-bench soak`: a long recording, its memory and its drops.
enum SoakBench {
  static let names = ["--seconds", "--camera", "--microphone"]

  /// Prints memory early and late and the drops; false where pictures were dropped or memory grew by over 5 MB.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let seconds = try options.number("--seconds", usual: 600)
    let scratch = try Scratch()
    let path = scratch.path("soak.mp4")
    let running = try Program.start([
      "record", "--json", "--min-free", "0", "--camera", options.text("--camera", usual: "test"),
      "--microphone",
      options.text("--microphone", usual: "test"), "-o", path, "-t", "\(seconds)",
    ])
    // By a tenth of the time the queues and pools have their size.
    usleep(UInt32(seconds) * 100_000)
    let early = try residentBytes(running.process.processIdentifier)
    usleep(UInt32(seconds) * 850_000)
    let late = try residentBytes(running.process.processIdentifier)
    let result = try running.finish()
    guard result.status == 0, let video = try result.json()["video"] as? [String: Any],
      let dropped = video["dropped"] as? Int, let captured = video["captured"] as? Int
    else { throw BenchError(result.errors) }
    let growth = Double(late - early) / 1e6
    print(
      "soak: \(seconds) s, \(captured) pictures, \(dropped) dropped, resident \(early / 1_000_000) MB early, "
        + "\((growth * 10).rounded() / 10) MB more at the end")
    return dropped == 0 && growth <= 5
  }

  private static func residentBytes(_ process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let fields = status.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { throw BenchError("no memory figures") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

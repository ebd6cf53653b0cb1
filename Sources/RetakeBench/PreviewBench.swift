internal import Foundation

/// `retake-bench preview`: processor time of the kiosk's preview, beside the least that a preview can do
/// (`Tests/Peers/preview.c`), in turn, on the same virtual screen.
///
/// Both copy a picture of 1280x720 in YUYV, upload and present it thirty times a second through SDL's software
/// renderer. The kiosk's share holds the drawing of the test camera's pictures too: it copies rows, as many bytes as
/// the peer copies.
enum PreviewBench {
  static let names = ["--seconds", "--runs", "--camera"]

  /// Prints the median of the ratios; false if it is above 1.25.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let seconds = try options.number("--seconds", usual: 10)
    let runs = try options.number("--runs", usual: 3)
    let camera = options.text("--camera", usual: "test:1280x720@30,format=yuyv")
    let scratch = try Scratch()
    let peer = try compilePeer(in: scratch)
    let screen = try VirtualScreen(width: 1280, height: 720)
    var environment = KioskRun.memory
    environment["SDL_VIDEODRIVER"] = "x11"
    environment["DISPLAY"] = screen.name
    var ratios: [Double] = []
    for _ in 0..<runs {
      let kiosk = try kioskLoad(camera, seconds: seconds, environment)
      let least = try peerLoad(peer, seconds: seconds, environment)
      ratios.append(kiosk / least)
      print("preview: \(percent(kiosk)) % of a core, the peer \(percent(least)) %")
    }
    let ratio = ratios.sorted()[runs / 2]
    print("preview: \(camera): median ratio to the peer \((ratio * 100).rounded() / 100)")
    return ratio <= 1.25
  }

  private static func percent(_ load: Double) -> Double { (load * 1000).rounded() / 10 }

  private static func compilePeer(in scratch: Scratch) throws -> URL {
    var folder = Program.retakePath.deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      guard folder.path != "/" else {
        throw BenchError("the peer's source is not above \(Program.retakePath.path)")
      }
      folder = folder.deletingLastPathComponent()
    }
    let source = folder.appendingPathComponent("Tests/Peers/preview.c").path
    let flags = try Program.run("pkg-config", ["--cflags", "--libs", "sdl2"]).text
    let words = flags.split(whereSeparator: \.isWhitespace).map(String.init)
    let peer = scratch.path("preview")
    let compiled = try Program.run("cc", ["-O2", source, "-o", peer] + words)
    guard compiled.status == 0 else { throw BenchError(compiled.errors) }
    return URL(fileURLWithPath: peer)
  }

  /// The share of a core that the kiosk takes while a guest sees themself.
  private static func kioskLoad(
    _ camera: String, seconds: Int, _ environment: [String: String]
  ) throws -> Double {
    let kiosk = try KioskRun(
      in: Scratch(), ["--windowed", "1280x720", "--camera", camera, "--microphone", "none"],
      environment: environment)
    try kiosk.wait(for: "attract")
    try kiosk.ask("key", "key=Z")
    try kiosk.wait(for: "ready")
    let before = try shown(by: kiosk)
    let load = try load(of: kiosk.processIdentifier, seconds: seconds)
    let pictures = try shown(by: kiosk) - before
    kiosk.signal(SIGTERM)
    _ = try kiosk.finish()
    // Who shows less works less.
    guard pictures >= seconds * 29 else { throw BenchError("\(pictures) pictures shown in \(seconds) s") }
    return load
  }

  private static func shown(by kiosk: KioskRun) throws -> Int {
    guard let shown = try kiosk.ask("stats")["shown"] as? Int else { throw BenchError("no statistics") }
    return shown
  }

  private static func peerLoad(_ peer: URL, seconds: Int, _ environment: [String: String]) throws -> Double {
    let running = try Program.Running(peer, ["\(seconds + 3)"], environment: environment)
    let load = try load(of: running.process.processIdentifier, seconds: seconds)
    let end = try running.finish()
    guard end.status == 0 else { throw BenchError(end.errors) }
    return load
  }

  /// Processor time of a process over some seconds, after one in which it settles, by the second.
  private static func load(of process: Int32, seconds: Int) throws -> Double {
    Thread.sleep(forTimeInterval: 1)
    let (start, used) = (DispatchTime.now().uptimeNanoseconds, try processorSeconds(of: process))
    Thread.sleep(forTimeInterval: Double(seconds))
    let span = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    return (try processorSeconds(of: process) - used) / span
  }

  private static func processorSeconds(of process: Int32) throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // Behind the name, which may hold anything, utime and stime are the 12th and the 13th.
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw BenchError("no times of process \(process)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// An X server that draws into memory, until its owner goes.
private final class VirtualScreen {
  private let server: Program.Running
  /// What DISPLAY is set to.
  let name: String

  init(width: Int, height: Int) throws {
    server = try Program.Running(
      URL(fileURLWithPath: "/usr/bin/Xvfb"), ["-displayfd", "1", "-screen", "0", "\(width)x\(height)x24"],
      environment: [:])
    let deadline = Date(timeIntervalSinceNow: 20)
    while !server.textSoFar.hasSuffix("\n") {
      guard deadline > .now, server.process.isRunning else { throw BenchError("no Xvfb") }
      Thread.sleep(forTimeInterval: 0.02)
    }
    name = ":" + server.textSoFar.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    server.signal(SIGTERM)
    _ = try? server.finish()
  }
}

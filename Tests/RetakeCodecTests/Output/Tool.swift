import Foundation

/// A program of the machine, run to its end.
enum Tool {
  struct Result {
    var output: String
    var errors: String
    var status: Int32
  }

  /// Runs `arguments` (the first is the program) and waits.
  static func run(_ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // Files, because two pipes that are read one after the other can block the program.
    let folder = try TemporaryFolder()
    let files = [folder.path("out"), folder.path("err")]
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[0]))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Result(output: texts[0], errors: texts[1], status: process.terminationStatus)
  }

  /// Whether the machine has this program.
  static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// What ffmpeg says at level warning while it decodes all of the file; empty for a clean one.
  static func complaints(about file: String) throws -> String {
    let result = try run([
      "ffmpeg", "-v", "warning", "-i", file, "-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "null",
      "-",
    ])
    return result.errors + (result.status == 0 ? "" : "exit \(result.status)")
  }

  /// One value of ffprobe, as text; with several streams or frames, one a line.
  static func probe(_ file: String, _ entries: String, stream: String? = nil) throws -> [String] {
    let select = stream.map { ["-select_streams", $0] } ?? []
    let arguments =
      ["ffprobe", "-v", "error"] + select
      + ["-show_entries", entries, "-of", "default=nokey=1:noprint_wrappers=1", file]
    return try run(arguments).output.split(separator: "\n").map(String.init)
  }
}

/// A folder of a test's own, removed at the end.
final class TemporaryFolder: Sendable {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("retake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func path(_ name: String) -> String {
    root.appendingPathComponent(name).path
  }
}

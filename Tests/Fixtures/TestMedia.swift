package import Foundation

/// Media that `ffmpeg` makes when a test first asks for it; removed when the tests end.
package enum TestMedia {
  private static let folder: String = {
    let path = NSTemporaryDirectory() + "retake-input-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: TestMedia.folder) }
    return path
  }()

  /// A path for a file that a test writes itself.
  package static func path(_ name: String) -> String { folder + "/" + UUID().uuidString + "-" + name }

  /// The file that `ffmpeg` makes of `arguments`.
  package static func make(_ name: String, _ arguments: String) throws -> String {
    let path = path(name)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-hide_banner", "-nostdin", "-v", "error", "-y"]
      + arguments.split(separator: " ").map(String.init) + [path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path
  }

  /// Writes `bytes` to a file.
  package static func write(_ bytes: Data, _ name: String) throws -> String {
    let path = path(name)
    try bytes.write(to: URL(filePath: path))
    return path
  }
}

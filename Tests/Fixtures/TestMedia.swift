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

  /// A copy of a QuickTime or MP4 file whose first track has this display matrix: where one pixel to the
  /// right and one pixel down go to, as `[right x, right y, down x, down y]`.
  package static func turned(_ path: String, by matrix: [Double]) throws -> String {
    var bytes = try Data(contentsOf: URL(filePath: path))
    guard let header = bytes.range(of: Data("tkhd".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
    // Version 0 (ISO/IEC 14496-12, 8.3.2): the nine numbers stand 40 bytes behind the name, 16.16.
    for (value, place) in zip(matrix, [0, 1, 3, 4]) {
      let number = UInt32(bitPattern: Int32(value * 65_536))
      for byte in 0..<4 {
        bytes[header.upperBound + 40 + place * 4 + byte] = UInt8(
          truncatingIfNeeded: number >> (24 - 8 * byte))
      }
    }
    return try write(bytes, "turned." + URL(filePath: path).pathExtension)
  }

  /// The names of the boxes on the first level of an MP4 or QuickTime file.
  package static func boxes(_ path: String) throws -> [String] {
    let data = try Data(contentsOf: URL(filePath: path))
    var names: [String] = []
    var start = 0
    while start + 16 <= data.count {
      let bytes = data[start..<start + 16].map { Int($0) }
      var size = bytes[0..<4].reduce(0) { $0 << 8 | $1 }
      if size == 1 { size = bytes[8..<16].reduce(0) { $0 << 8 | $1 } }
      names.append(String(decoding: data[start + 4..<start + 8], as: UTF8.self))
      start += max(8, size)
    }
    return names
  }

  /// Writes `bytes` to a file.
  package static func write(_ bytes: Data, _ name: String) throws -> String {
    let path = path(name)
    try bytes.write(to: URL(filePath: path))
    return path
  }
}

/// What the test camera has written into each picture of a file: read from its code strip by ffmpeg.
package struct CodedPictures {
  /// Numbers of the camera's frames.
  package private(set) var frames: [Int] = []
  /// Milliseconds of the camera's clock.
  package private(set) var milliseconds: [Int] = []

  /// Reads the file at `path`.
  package init(_ path: String) throws {
    let strip = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-fps_mode", "passthrough", "-vf",
        "crop=iw:ih/18:0:0,scale=64:1:flags=area,format=gray", "-f", "rawvideo", "-",
      ])
    guard strip.errors.isEmpty else { throw BenchError("ffmpeg on \(path): \(strip.errors)") }
    let cells = strip.output.map { $0 > 125 ? 1 : 0 }
    func number(_ range: Range<Int>) -> Int { cells[range].reduce(0) { $0 << 1 | $1 } }
    for start in stride(from: 0, to: cells.count - 63, by: 64) {
      frames.append(number(start..<start + 32))
      milliseconds.append(number(start + 32..<start + 64))
    }
  }
}

/// Where the test camera's flashes and the test microphone's beeps lie in a file.
package struct FlashAndBeep {
  /// Seconds of the flashes.
  package private(set) var flashes: [Double]
  /// Seconds of the beeps' beginnings.
  package private(set) var beeps: [Double] = []

  /// Reads the file at `path` with ffmpeg and ffprobe.
  package init(_ path: String) throws {
    let stamps = try Judge.stamps(path)
    let brightness = try Judge.brightness(path)
    guard stamps.count == brightness.count else {
      throw BenchError("\(stamps.count) stamps, but \(brightness.count) pictures in \(path)")
    }
    flashes = zip(stamps, brightness).filter { $0.1 > 200 }.map(\.0)
    var quiet = Self.silence + 1
    for (index, sample) in try Judge.sound(path).enumerated() {
      if abs(Int(sample)) < Self.edge {
        quiet += 1
      } else {
        if quiet > Self.silence { beeps.append(Double(index) / 48_000) }
        quiet = 0
      }
    }
  }

  /// A sixth of the beep's height, which its first period passes within 0.1 ms; encoders ring less than this.
  private static let edge = 3000
  /// Samples without sound before a beep: 100 ms.
  private static let silence = 4800

  /// Beep minus flash in seconds, for each flash; nil where there is no beep within half a second.
  package var offsets: [Double?] {
    flashes.map { flash in beeps.map { $0 - flash }.filter { abs($0) < 0.5 }.min { abs($0) < abs($1) } }
  }
}

internal import Foundation

/// What other people's programs say of a file.
package enum Judge {
  /// One stream, as ffprobe tells it.
  package struct Stream {
    private let fields: [String: Any]

    fileprivate init(_ fields: [String: Any]) {
      self.fields = fields
    }

    /// A field by its name, as text.
    package subscript(_ name: String) -> String? {
      fields[name].map { "\($0)" }
    }

    /// Seconds; -1 where ffprobe does not tell.
    package var duration: Double { Double(self["duration"] ?? "") ?? -1 }
    /// Seconds; -1 where ffprobe does not tell.
    package var start: Double { Double(self["start_time"] ?? "") ?? -1 }
    /// Frames that could be decoded.
    package var frameCount: Int { Int(self["nb_read_frames"] ?? "") ?? -1 }
  }

  /// The streams of a file by kind, the frames counted by decoding them. Throws where ffprobe complains.
  package static func streams(_ path: String) throws -> [String: Stream] {
    let probe = try Program.run(
      "ffprobe", ["-v", "error", "-count_frames", "-show_streams", "-of", "json", path])
    let object = try JSONSerialization.jsonObject(with: probe.output) as? [String: Any]
    guard probe.errors.isEmpty, let streams = object?["streams"] as? [[String: Any]] else {
      throw BenchError("ffprobe on \(path): \(probe.errors)")
    }
    let all = streams.map { Stream($0) }
    return Dictionary(all.map { ($0["codec_type"] ?? "", $0) }) { first, _ in first }
  }

  /// The stamps of the pictures, in seconds.
  package static func stamps(_ path: String) throws -> [Double] {
    let probe = try Program.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path])
    return probe.text.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
  }

  /// What the test camera has burnt into each picture: its number, and milliseconds of the camera's clock.
  package static func codeStrips(_ path: String) throws -> [(frame: Int, milliseconds: Int)] {
    let pixels = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-fps_mode", "passthrough", "-vf",
        "crop=iw:ih/18:0:0,scale=64:1:flags=area,format=gray", "-f", "rawvideo", "-",
      ])
    let cells = [UInt8](pixels.output)
    return stride(from: 0, to: cells.count - 63, by: 64).map { start in
      let bits = cells[start..<start + 64].reduce(UInt64(0)) { $0 << 1 | ($1 >= 128 ? 1 : 0) }
      return (Int(bits >> 32), Int(bits & 0xFFFF_FFFF))
    }
  }

  /// What ffmpeg has to complain of while it decodes the whole file: nothing for a clean one. Without the last
  /// options it would warn of true, jittery stamps.
  package static func complaints(_ path: String) throws -> String {
    try Program.run(
      "ffmpeg",
      ["-v", "warning", "-i", path, "-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "null", "-"]
    ).errors
  }

  /// Brightness (0 to 255) of the picture's middle, for each frame.
  package static func brightness(_ path: String) throws -> [Int] {
    let pixels = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-fps_mode", "passthrough", "-vf",
        "crop=iw/2:ih/2,scale=1:1:flags=area,format=gray", "-f", "rawvideo", "-",
      ])
    return pixels.output.map { Int($0) }
  }

  /// The sound as mono samples of 48 kHz.
  package static func sound(_ path: String) throws -> [Int16] {
    let samples = try Program.run(
      "ffmpeg", ["-v", "error", "-i", path, "-vn", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"])
    let bytes = [UInt8](samples.output)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      Int16(truncatingIfNeeded: Int(bytes[index]) | Int(bytes[index + 1]) << 8)
    }
  }
}

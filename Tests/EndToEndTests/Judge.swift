import Foundation
import Testing

/// What other people's programs say of a file.
enum Judge {
  /// One stream, as ffprobe tells it.
  struct Stream {
    var fields: [String: Any]
    subscript(_ name: String) -> String? {
      fields[name].map { "\($0)" }
    }
    var duration: Double { Double(self["duration"] ?? "") ?? -1 }
    var start: Double { Double(self["start_time"] ?? "") ?? -1 }
    var frameCount: Int { Int(self["nb_read_frames"] ?? "") ?? -1 }
  }

  /// The streams of a file, its frames counted by decoding them.
  static func streams(_ path: String) throws -> [String: Stream] {
    let probe = try Program.run(
      "ffprobe",
      ["-v", "error", "-count_frames", "-show_streams", "-of", "json", path])
    #expect(probe.errors == "")
    let object = try JSONSerialization.jsonObject(with: probe.output) as? [String: Any]
    let streams = try #require(object?["streams"] as? [[String: Any]])
    var result: [String: Stream] = [:]
    for fields in streams {
      let stream = Stream(fields: fields)
      result[try #require(stream["codec_type"])] = stream
    }
    return result
  }

  /// The stamps of the pictures, in seconds.
  static func stamps(_ path: String) throws -> [Double] {
    let probe = try Program.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path])
    return probe.text.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
  }

  /// What ffmpeg has to complain of while it decodes the whole file: nothing for a clean one.
  static func complaints(_ path: String) throws -> String {
    try Program.run(
      "ffmpeg",
      ["-v", "warning", "-i", path, "-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "null", "-"]
    ).errors
  }

  /// Brightness (0 to 255) of the picture's middle, for each frame.
  static func brightness(_ path: String) throws -> [Int] {
    let pixels = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-fps_mode", "passthrough", "-vf",
        "crop=iw/2:ih/2,scale=1:1:flags=area,format=gray", "-f", "rawvideo", "-",
      ])
    return pixels.output.map { Int($0) }
  }

  /// The sound as mono samples of 48 kHz from the file's time 0 on.
  static func sound(_ path: String) throws -> [Int16] {
    let samples = try Program.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-vn", "-ac", "1", "-ar", "48000", "-af", "aresample=first_pts=0", "-f", "s16le", "-"])
    let bytes = [UInt8](samples.output)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      Int16(truncatingIfNeeded: Int(bytes[index]) | Int(bytes[index + 1]) << 8)
    }
  }
}

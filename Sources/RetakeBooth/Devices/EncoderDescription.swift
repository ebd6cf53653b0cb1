internal import RetakeCodec
internal import RetakeMedia

/// An encoder that Retake knows.
package struct EncoderDescription: Hashable, Encodable, Sendable {
  /// What `--encoder` takes; AAC has no choice.
  package var name: String
  /// What it writes.
  package var codec: String
  /// What may stand behind its name: `libx264:superfast`; fastest first, empty where it has one speed.
  package var speeds: [String]
  /// Why it does not work on this machine; nil where it does.
  package var problem: String?

  /// A description; see the fields.
  package init(name: String, codec: String, speeds: [String], problem: String? = nil) {
    self.name = name
    self.codec = codec
    self.speeds = speeds
    self.problem = problem
  }
}

extension EncoderDescription {
  /// What people call what it writes.
  package var title: String {
    ["h264": "H.264", "hevc": "HEVC (H.265)", "aac": "AAC, the sound"][codec] ?? codec
  }

  /// All of them, each tried: being part of FFmpeg says nothing about the machine. The ones that are taken first for
  /// a codec stand before the others of it.
  package static func all() -> [EncoderDescription] {
    let speeds = EncoderSpeed.allCases.map(\.rawValue)
    let found = EncoderCatalog.video.map {
      EncoderDescription(
        name: $0.name, codec: $0.codec.rawValue, speeds: $0.hasSpeeds ? speeds : [], problem: problem(of: $0))
    }
    var sound = EncoderDescription(name: "aac", codec: AudioCodec.aac.rawValue, speeds: [])
    do throws(CodecError) {
      _ = try AudioEncoder(AudioEncoderSettings(channels: 1, bitrate: 96_000))
    } catch {
      sound.problem = "\(error)"
    }
    return found + [sound]
  }

  private static func problem(of entry: EncoderCatalog.Entry) -> String? {
    guard EncoderCatalog.isBuiltIn(entry.name) else { return "not in this machine's FFmpeg" }
    let settings = VideoEncoderSettings(
      codec: entry.codec, encoder: entry.name, width: 1280, height: 720, frameRate: Rational(30),
      color: .assumed(height: 720), pixelAspectRatio: Rational(1), rateControl: .bitrate(4_000_000),
      speed: .ultrafast)
    do throws(CodecError) {
      try EncoderCatalog.probe(settings)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

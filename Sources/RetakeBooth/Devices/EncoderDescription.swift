internal import RetakeCodec
internal import RetakeMedia

/// An encoder that can be opened on this machine.
package struct EncoderDescription: Hashable, Encodable, Sendable {
  /// What `--encoder` takes; AAC has no choice.
  package var name: String
  /// What it writes.
  package var codec: String
  /// What may stand behind its name: `libx264:superfast`; fastest first, empty where it has one speed.
  package var speeds: [String]

  /// A description; see the fields.
  package init(name: String, codec: String, speeds: [String]) {
    self.name = name
    self.codec = codec
    self.speeds = speeds
  }
}

extension EncoderDescription {
  /// What people call what it writes.
  package var title: String {
    ["h264": "H.264", "hevc": "HEVC (H.265)", "aac": "AAC, the sound"][codec] ?? codec
  }

  /// Those that work: being part of FFmpeg says nothing about the machine. The ones that are tried first for a
  /// codec stand before the others of it.
  package static func available() -> [EncoderDescription] {
    let speeds = EncoderSpeed.allCases.map(\.rawValue)
    var found = EncoderCatalog.video.filter(works).map {
      EncoderDescription(name: $0.name, codec: $0.codec.rawValue, speeds: $0.hasSpeeds ? speeds : [])
    }
    if (try? AudioEncoder(AudioEncoderSettings(channels: 1, bitrate: 96_000))) != nil {
      found.append(EncoderDescription(name: "aac", codec: AudioCodec.aac.rawValue, speeds: []))
    }
    return found
  }

  private static func works(_ entry: EncoderCatalog.Entry) -> Bool {
    guard EncoderCatalog.isBuiltIn(entry.name) else { return false }
    let settings = VideoEncoderSettings(
      codec: entry.codec, encoder: entry.name, width: 1280, height: 720, frameRate: Rational(30),
      color: .assumed(height: 720), pixelAspectRatio: Rational(1), rateControl: .bitrate(4_000_000),
      speed: .ultrafast)
    return (try? EncoderCatalog.probe(settings)) != nil
  }
}

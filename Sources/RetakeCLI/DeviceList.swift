internal import RetakeDevices
internal import RetakeMedia

/// What `retake devices` lists.
struct DeviceList: Hashable, Encodable {
  /// Cameras, the built-in one among them.
  var cameras: [Camera]
  /// Microphones, the built-in one among them.
  var microphones: [Microphone]
  /// Encoders that open on this machine.
  var encoders: [EncoderDescription]

  /// A camera.
  struct Camera: Hashable, Encodable {
    var id: String
    var name: String
    var formats: [PictureFormat]
  }

  /// What a camera can be set to.
  struct PictureFormat: Hashable, Encodable {
    /// FFmpeg's name of the pixels or of the compression.
    var format: String
    var width: Int
    var height: Int
    /// Frames a second.
    var rate: Double
  }

  /// A microphone.
  struct Microphone: Hashable, Encodable {
    var id: String
    var name: String
    var formats: [SoundFormat]
    /// ALSA's name, for a sound card.
    var node: String?
    /// ALSA's names of the forms of samples that a sound card offers, the preferred one first.
    var sampleFormats: [String]
    /// Why it cannot be opened now, where it cannot.
    var problem: String?

    private enum CodingKeys: String, CodingKey {
      case id, name, formats, node, problem
      case sampleFormats = "sample_formats"
    }
  }

  /// What a microphone can be set to.
  struct SoundFormat: Hashable, Encodable {
    /// Samples a second.
    var rate: Int
    var channels: Int
  }
}

extension DeviceList {
  /// What is there now.
  static func current() -> DeviceList {
    DeviceList(
      cameras: Discovery.cameras().map { camera in
        Camera(id: camera.id, name: camera.name, formats: camera.formats.map(PictureFormat.init))
      },
      microphones: Discovery.microphones().map { microphone in
        Microphone(
          id: microphone.id, name: microphone.name,
          formats: microphone.formats.map { SoundFormat(rate: $0.sampleRate, channels: $0.channels) },
          node: microphone.node, sampleFormats: microphone.sampleFormats, problem: microphone.problem)
      },
      encoders: EncoderDescription.available())
  }

  /// The list for a person.
  var text: String {
    let longest = (cameras.map(\.id) + microphones.map(\.id)).map(\.count).reduce("file:PATH".count, max)
    let column = min(30, 4 + longest)
    var lines = ["Cameras (--camera):"]
    for camera in cameras {
      lines += TextLayout.row(camera.id, camera.name, column: column)
      lines += camera.sizes.flatMap { TextLayout.row("", $0, column: column) }
    }
    lines += TextLayout.row("file:PATH", "any video file, as if it were a camera", column: column)
    lines += ["", "Microphones (--microphone):"]
    for microphone in microphones {
      lines += TextLayout.row(microphone.id, microphone.title, column: column)
      lines += microphone.lines.flatMap { TextLayout.row("", $0, column: column) }
    }
    lines += TextLayout.row("file:PATH", "any file with sound, as if it were a microphone", column: column)
    lines += ["", "Encoders (--encoder):"]
    for encoder in encoders {
      let speeds = encoder.speeds.isEmpty ? "" : "; speeds " + encoder.speeds.joined(separator: ", ")
      lines += TextLayout.row(encoder.name, encoder.title + speeds, column: column)
    }
    return lines.joined(separator: "\n")
  }
}

extension DeviceList.Camera {
  /// A line for each kind of picture, with its sizes and rates.
  fileprivate var sizes: [String] {
    var kinds: [String] = []
    for format in formats where !kinds.contains(format.format) { kinds.append(format.format) }
    return kinds.map { kind in
      let sizes = formats.filter { $0.format == kind }.map { "\($0.width)x\($0.height)@\(short($0.rate))" }
      return kind + ": " + sizes.joined(separator: " ")
    }
  }
}

extension DeviceList.PictureFormat {
  fileprivate init(_ format: VideoFormat) {
    switch format.subtype {
    case .pixels(let pixels): self.format = pixels.rawValue
    case .codec(let codec): self.format = codec.rawValue
    }
    width = format.width
    height = format.height
    rate = (format.frameRate.value * 1000).rounded() / 1000
  }
}

extension DeviceList.Microphone {
  /// The name, and the node of a sound card.
  fileprivate var title: String {
    node.map { "\(name) (\($0))" } ?? name
  }

  /// A line for the numbers of channels that have the same rates; then how samples come, and what is wrong.
  fileprivate var lines: [String] {
    let counts = Set(formats.map(\.channels)).sorted()
    let rates = counts.map { count in formats.filter { $0.channels == count }.map(\.rate) }
    var lines: [String] = []
    for index in counts.indices where index == 0 || rates[index] != rates[index - 1] {
      let last = counts.indices.last { last in
        last >= index && rates[index...last].allSatisfy { $0 == rates[index] }
      }
      let places = Self.places(counts[index])
      let range = last.map { $0 > index ? "\(places) to \(Self.places(counts[$0]))" : places } ?? places
      lines.append("\(range): \(rates[index].map { String($0) }.joined(separator: " ")) Hz")
    }
    if !sampleFormats.isEmpty { lines.append("samples: " + sampleFormats.joined(separator: " ")) }
    if let problem { lines.append(problem) }
    return lines
  }

  private static func places(_ channels: Int) -> String {
    [1: "mono", 2: "stereo"][channels] ?? "\(channels) channels"
  }
}

/// A rate without a needless ".0".
private func short(_ rate: Double) -> String {
  Int(exactly: rate).map { String($0) } ?? String(rate)
}

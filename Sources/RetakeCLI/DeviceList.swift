internal import RetakeDevices
internal import RetakeMedia

/// What `retake devices` lists.
struct DeviceList: Hashable, Encodable {
  /// Cameras, the built-in one among them.
  var cameras: [CameraEntry]
  /// Microphones, the built-in one among them.
  var microphones: [Microphone]
  /// Encoders that open on this machine.
  var encoders: [EncoderDescription]

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
  /// What is there now, and what `chooser` would set cameras to.
  static func current(_ chooser: FormatChooser) -> DeviceList {
    DeviceList(
      cameras: Discovery.cameras().map { CameraEntry($0, chooser) },
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
      lines += camera.lines.flatMap { TextLayout.row("", $0, column: column) }
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

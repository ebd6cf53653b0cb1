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
          formats: microphone.formats.map { SoundFormat(rate: $0.sampleRate, channels: $0.channels) })
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
      lines += TextLayout.row(microphone.id, microphone.name, column: column)
      lines += microphone.formats.flatMap { TextLayout.row("", $0.text, column: column) }
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

extension DeviceList.SoundFormat {
  fileprivate var text: String {
    let places = [1: "mono", 2: "stereo"][channels] ?? "\(channels) channels"
    return "\(rate) Hz, \(places)"
  }
}

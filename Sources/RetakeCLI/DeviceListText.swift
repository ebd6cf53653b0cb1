internal import RetakeBooth
internal import RetakeMedia

extension DeviceList {
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
    for encoder in missingEncoders {
      lines += TextLayout.row(
        "(" + encoder.name + ")", "not here: " + (encoder.problem ?? ""), column: column)
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

extension CameraEntry {
  /// A line for each kind of picture, with its sizes and rates; then the choice and the controls.
  var lines: [String] {
    var kinds: [String] = []
    for format in formats where !kinds.contains(format.fourcc) { kinds.append(format.fourcc) }
    var lines = problem.map { [$0] } ?? []
    if let node { lines.append(node) }
    for kind in kinds {
      let ofKind = formats.filter { $0.fourcc == kind }
      guard let first = ofKind.first, first.supported || ofKind.contains(where: \.supported) else { continue }
      let sizes = ofKind.map { "\($0.width)x\($0.height)" + ($0.rate.map { "@" + short($0) } ?? "") }
      lines.append("\(kind): " + sizes.joined(separator: " "))
    }
    let others = kinds.filter { kind in !formats.contains { $0.fourcc == kind && $0.supported } }
    if !others.isEmpty { lines.append("cannot be recorded: " + others.joined(separator: " ")) }
    if node != nil, let choice { lines.append("set to " + choice.reason) }
    if !controls.isEmpty { lines.append("controls: " + controls.map(\.name).joined(separator: " ")) }
    return lines
  }
}

/// A rate without a needless ".0".
private func short(_ rate: Double) -> String {
  Int(exactly: rate).map { String($0) } ?? String(rate)
}

package import RetakeBooth
internal import RetakeMedia

/// The list of `retake devices` for a person, in lines of at most `width` characters where words allow it. What is the
/// same for several kinds of pictures, or as a device before it has it, is said once; `--json` says everything.
package struct DeviceListText {
  private let list: DeviceList
  private let width: Int

  /// Names of controls that a camera is listed with at most: more than webcams have.
  private static let mostControls = 24

  /// A text; see above.
  package init(_ list: DeviceList, width: Int = TextLayout.width) {
    self.list = list
    self.width = width
  }

  /// It.
  package var text: String {
    var lines = ["Cameras (--camera):"]
    for (index, camera) in list.cameras.enumerated() {
      lines += entry(camera.id, camera.title, facts(of: camera, after: list.cameras[..<index]))
    }
    lines += entry("file:PATH", "any video file, as if it were a camera", [])
    lines += ["", "Microphones (--microphone):"]
    for (index, microphone) in list.microphones.enumerated() {
      lines += entry(
        microphone.id, microphone.title, facts(of: microphone, after: list.microphones[..<index]))
    }
    lines += entry("file:PATH", "any file with sound, as if it were a microphone", [])
    lines += ["", "Encoders (--encoder):"]
    let column = 4 + ((list.encoders + list.missingEncoders).map { $0.name.count + 2 }.max() ?? 0)
    for encoder in list.encoders {
      let speeds = encoder.speeds.isEmpty ? "" : "; speeds " + encoder.speeds.joined(separator: ", ")
      lines += TextLayout.row(encoder.name, encoder.title + speeds, column: column, width)
    }
    for encoder in list.missingEncoders {
      let problem = "not here: " + (encoder.problem ?? "")
      lines += TextLayout.row("(" + encoder.name + ")", problem, column: column, width)
    }
    return lines.joined(separator: "\n")
  }

  private typealias Fact = (label: String, text: String)

  /// What it is called, and what is known of it.
  private func entry(_ id: String, _ title: String, _ facts: [Fact]) -> [String] {
    let head = "  \(id)  \(title)"
    let heads =
      head.count <= width ? [head] : ["  " + id] + TextLayout.wrapped(title, width - 4).map { "    " + $0 }
    let rows = facts.flatMap { TextLayout.row("  " + $0.label, $0.text, column: 14, width) }
    return heads + rows.map { $0.replacing(glue, with: " ") }
  }

  // MARK: Cameras

  private func facts(of camera: CameraEntry, after others: ArraySlice<CameraEntry>) -> [Fact] {
    var facts: [Fact] = []
    if let problem = camera.problem { facts.append(("problem", problem)) }
    // What offers the same is set to the same.
    if let twin = others.first(where: { !$0.formats.isEmpty && $0.formats == camera.formats }) {
      facts.append(("set to", "the same as \(twin.id), which offers the same"))
    } else {
      if camera.node != nil, let choice = camera.choice { facts.append(("set to", choice.reason)) }
      facts += camera.offers.map { ("offers", $0) }
      let unread = camera.unreadKinds
      if unread > 0 {
        let kinds = unread == 1 ? "1 kind of pictures" : "\(unread) kinds of pictures"
        facts.append(("not read", kinds + " that Retake has no use for (--json lists them)"))
      }
    }
    let names = camera.controls.map(\.name)
    if let twin = others.first(where: { !names.isEmpty && $0.controls.map(\.name) == names }) {
      facts.append(("controls", "the same as \(twin.id)"))
    } else if !names.isEmpty {
      let rest = names.count - Self.mostControls
      let more = rest > 0 ? " and \(rest) more (--json lists them)" : ""
      facts.append(("controls", names.prefix(Self.mostControls).joined(separator: " ") + more))
    }
    return facts
  }

  // MARK: Microphones

  private func facts(
    of microphone: DeviceList.Microphone, after others: ArraySlice<DeviceList.Microphone>
  ) -> [Fact] {
    var facts: [Fact] = []
    if let problem = microphone.problem { facts.append(("problem", problem)) }
    let twin = others.first {
      !$0.formats.isEmpty && $0.formats == microphone.formats && $0.sampleFormats == microphone.sampleFormats
    }
    if let twin {
      facts.append(("offers", "the same as \(twin.id)"))
    } else {
      facts += microphone.offers.map { ("offers", $0) }
      if !microphone.sampleFormats.isEmpty {
        facts.append(("samples", microphone.sampleFormats.joined(separator: " ")))
      }
    }
    return facts
  }
}

extension CameraEntry {
  /// The name, where it sits, and its node.
  fileprivate var title: String {
    name + (position == CameraPosition.unspecified.rawValue ? "" : ", \(position)")
      + (node.map { " (\($0))" } ?? "")
  }

  /// Kinds of pictures that are read, those of the same sizes and rates together: that which is chosen first.
  fileprivate var offers: [String] {
    var groups: [(sizes: String, kinds: [String])] = []
    for kind in kinds {
      let sizes = Self.sizes(formats.filter { $0.fourcc == kind && $0.supported })
      guard !sizes.isEmpty else { continue }
      if let index = groups.firstIndex(where: { $0.sizes == sizes }) {
        groups[index].kinds.append(kind)
      } else {
        groups.append((sizes, [kind]))
      }
    }
    return groups.map { $0.kinds.joined(separator: " ") + ": " + $0.sizes }
  }

  /// How many kinds are offered and not read.
  fileprivate var unreadKinds: Int {
    kinds.count { kind in !formats.contains { $0.fourcc == kind && $0.supported } }
  }

  /// Its kinds of pictures in their order, but the chosen one first.
  private var kinds: [String] {
    var kinds = choice.map { [$0.fourcc] } ?? []
    for format in formats where !kinds.contains(format.fourcc) { kinds.append(format.fourcc) }
    return kinds
  }

  /// `320x240 640x480 @30, 1280x720 @10`: by size, with the highest rate.
  private static func sizes(_ formats: [PictureFormat]) -> String {
    let sorted = formats.sorted { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    var runs: [(rate: Double?, sizes: [String])] = []
    for format in sorted {
      let size = "\(format.width)x\(format.height)"
      if let last = runs.indices.last, runs[last].rate == format.rate {
        if runs[last].sizes.last != size { runs[last].sizes.append(size) }
      } else {
        runs.append((format.rate, [size]))
      }
    }
    return runs.map { run in
      run.sizes.joined(separator: " ") + (run.rate.map { "\(glue)@" + short($0) } ?? "")
    }.joined(separator: ", ")
  }
}

extension DeviceList.Microphone {
  /// The name, and the node of a sound card.
  fileprivate var title: String {
    node.map { "\(name) (\($0))" } ?? name
  }

  /// A line for the numbers of channels that have the same rates.
  fileprivate var offers: [String] {
    let counts = Set(formats.map(\.channels)).sorted()
    let rates = counts.map { count in formats.filter { $0.channels == count }.map(\.rate) }
    var lines: [String] = []
    for index in counts.indices where index == 0 || rates[index] != rates[index - 1] {
      let last = counts.indices.last { last in
        last >= index && rates[index...last].allSatisfy { $0 == rates[index] }
      }
      let places = Self.places(counts[index])
      let range = last.map { $0 > index ? "\(places) to \(Self.places(counts[$0]))" : places } ?? places
      lines.append(
        "\(range)\(glue)@" + rates[index].map { short(Double($0) / 1000) }.joined(separator: " ")
          + "\(glue)kHz")
    }
    return lines
  }

  private static func places(_ channels: Int) -> String {
    [1: "mono", 2: "stereo"][channels] ?? "\(channels) channels"
  }
}

/// A space where no line ends.
private let glue = "\u{A0}"

/// A rate without a needless ".0".
private func short(_ rate: Double) -> String {
  Int(exactly: rate).map { String($0) } ?? String(rate)
}

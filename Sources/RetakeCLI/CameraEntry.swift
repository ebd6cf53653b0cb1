internal import RetakeDevices
internal import RetakeMedia

/// A camera in the list of `retake devices`.
struct CameraEntry: Hashable, Encodable {
  /// What it can be set to.
  struct PictureFormat: Hashable, Encodable {
    /// FFmpeg's name of the pixels or of the compression, as recordings get them; else the camera's own.
    var format: String
    /// The camera's own name, as v4l2-ctl writes it.
    var fourcc: String
    var width: Int
    var height: Int
    /// Frames a second, at most; null where the camera does not say.
    var rate: Double?
    var rates: [Double]
    /// Whether it can be recorded.
    var supported: Bool
  }

  /// What a recording sets it to.
  struct Choice: Hashable, Encodable {
    var format: String
    var fourcc: String
    var width: Int
    var height: Int
    var rate: Double
    var reason: String
  }

  /// Something that can be set.
  struct Control: Hashable, Encodable {
    var name: String
    var value: Int
    var min: Int
    var max: Int
    var step: Int
    var `default`: Int
    var active: Bool
    /// The items of a menu, by their values.
    var menu: [String: String]?
  }

  var id: String
  var name: String
  var node: String?
  var position: String
  var formats: [PictureFormat]
  var choice: Choice?
  var controls: [Control]
  /// Why it cannot be used now.
  var problem: String?
}

extension CameraEntry {
  init(_ camera: CameraDescription, _ chooser: FormatChooser) {
    id = camera.id
    name = camera.name
    node = camera.node
    position = camera.position.rawValue
    formats = camera.formats.map(PictureFormat.init)
    choice = chooser.choose(from: camera.formats).map(Choice.init)
    controls = camera.controls.map(Control.init)
    problem = camera.problem?.message
  }

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

extension CameraEntry.PictureFormat {
  fileprivate init(_ format: CaptureFormat) {
    self.format = format.subtype.map(name) ?? format.code.lowercased()
    fourcc = format.code
    width = format.width
    height = format.height
    rates = format.frameRates.map { rounded($0.value) }
    rate = rates.first
    supported = format.subtype != nil
  }
}

extension CameraEntry.Choice {
  fileprivate init(_ choice: FormatChoice) {
    format = choice.format.subtype.map(name) ?? ""
    fourcc = choice.format.code
    width = choice.format.width
    height = choice.format.height
    rate = rounded(choice.frameRate.value)
    reason = choice.reason
  }
}

extension CameraEntry.Control {
  fileprivate init(_ control: CameraControl) {
    name = control.name
    value = control.value
    min = control.minimum
    max = control.maximum
    step = control.step
    `default` = control.defaultValue
    active = control.isActive
    if case .menu(let items) = control.kind {
      menu = Dictionary(uniqueKeysWithValues: items.map { (String($0.key), $0.value) })
    }
  }
}

private func name(of subtype: MediaSubtype) -> String {
  switch subtype {
  case .pixels(let pixels): pixels.rawValue
  case .codec(let codec): codec.rawValue
  }
}

private func rounded(_ rate: Double) -> Double {
  (rate * 1000).rounded() / 1000
}

/// A rate without a needless ".0".
private func short(_ rate: Double) -> String {
  Int(exactly: rate).map { String($0) } ?? String(rate)
}

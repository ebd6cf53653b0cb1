internal import RetakeDevices
internal import RetakeMedia

/// A camera in the list of `retake devices`.
package struct CameraEntry: Hashable, Encodable, Sendable {
  /// What it can be set to.
  package struct PictureFormat: Hashable, Encodable, Sendable {
    /// FFmpeg's name of the pixels or of the compression, as recordings get them; else the camera's own.
    package var format: String
    /// The camera's own name, as v4l2-ctl writes it.
    package var fourcc: String
    package var width: Int
    package var height: Int
    /// Frames a second, at most; null where the camera does not say.
    package var rate: Double?
    package var rates: [Double]
    /// Whether it can be recorded.
    package var supported: Bool
  }

  /// What a recording sets it to.
  package struct Choice: Hashable, Encodable, Sendable {
    package var format: String
    package var fourcc: String
    package var width: Int
    package var height: Int
    package var rate: Double
    package var reason: String
  }

  /// Something that can be set.
  package struct Control: Hashable, Encodable, Sendable {
    package var name: String
    /// What kind of value it has: integer, boolean, menu, button, bitmask, or one that cannot be set here.
    package var type: String
    /// null where it has none, or none that can be told here.
    package var value: Int?
    package var min: Int
    package var max: Int
    package var step: Int
    package var `default`: Int
    package var active: Bool
    package var isReadOnly: Bool
    /// The items of a menu, by their values.
    package var menu: [String: String]?

    private enum CodingKeys: String, CodingKey {
      case name, type, value, min, max, step, `default`, active, menu
      case isReadOnly = "read_only"
    }
  }

  package var id: String
  package var name: String
  package var node: String?
  package var position: String
  package var formats: [PictureFormat]
  package var choice: Choice?
  package var controls: [Control]
  /// Why it cannot be used now.
  package var problem: String?
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
    problem = camera.problem?.inOneSentence
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
    type = control.kindName
    value = control.hasValue ? control.value : nil
    min = control.minimum
    max = control.maximum
    step = control.step
    `default` = control.defaultValue
    active = control.isActive
    isReadOnly = control.isReadOnly
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

import RetakeMedia

extension ConfigKind where Value == DeviceSpec {
  /// A camera or microphone.
  static let device = ConfigKind.parsed(
    "auto, none, test, file:PATH, a device's id or its node", parse: { DeviceSpec($0) }, write: { $0.text })
}

extension ConfigKind where Value == [String: [String: Int]] {
  /// Whole numbers by name, for each camera by its id; true and false are 1 and 0.
  static let controls = ConfigKind(
    expectation: "cameras' ids with values of controls, such as { \"usb-cam\": { brightness: 128 } }",
    words: [],
    lift: { .text($0) },
    read: { value in
      guard case .object(let cameras) = value else { return nil }
      var controls: Value = [:]
      for (id, values) in cameras {
        guard case .object(let values) = values else { return nil }
        for (name, value) in values {
          guard let number = value.setting else { return nil }
          controls[id, default: [:]][name] = number
        }
      }
      return controls
    },
    write: { controls in
      .object(controls.mapValues { values in .object(values.mapValues { .integer($0) }) })
    },
    blame: { value in
      guard case .object(let cameras) = value else { return nil }
      for (id, values) in cameras.sorted(by: { $0.key < $1.key }) {
        guard case .object(let values) = values else {
          return ConfigBlame(
            path: [id], value: values, expectation: "values of controls, such as { brightness: 128 }")
        }
        if let wrong = values.sorted(by: { $0.key < $1.key }).first(where: { $0.value.setting == nil }) {
          return ConfigBlame(
            path: [id, wrong.key], value: wrong.value,
            expectation: "a whole number from \(Int.min) to \(Int.max), true or false")
        }
      }
      return nil
    })
}

extension ConfigValue {
  /// The value of a control.
  fileprivate var setting: Int? {
    switch self {
    case .integer(let number): number
    case .bool(let isOn): isOn ? 1 : 0
    default: nil
    }
  }
}

extension ConfigKind where Value == EncoderChoice {
  /// An encoder and its speed.
  static let encoder = ConfigKind.parsed(
    "auto or NAME[:SPEED], SPEED one of " + EncoderSpeed.allCases.map(\.rawValue).joined(separator: ", "),
    parse: { EncoderChoice($0) }, write: { $0.text })
}

extension ConfigKind where Value == WindowSize {
  /// Width and height.
  static let size = ConfigKind.parsed(
    "a size from 160x120 to 16384x16384, such as 1280x720", parse: { WindowSize($0) }, write: { $0.text })
}

extension ConfigKind where Value == String {
  /// A folder's or file's path.
  static let path = text("a path") { !$0.isEmpty && !$0.utf8.contains(0) }

  /// The path of a Unix socket, which the kernel keeps in 108 bytes with a zero at the end (unix(7)).
  static let socket = text("none, or a socket's path of at most 107 bytes") {
    (1...107).contains($0.utf8.count) && !$0.utf8.contains(0)
  }

  /// A language tag by its shape (RFC 5646), or `auto`.
  static let language = text("auto or a language tag, such as en or de-AT") { tag in
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    return tag == "auto"
      || parts.allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      } && parts[0].allSatisfy(\.isLetter) && (2...3).contains(parts[0].count)
  }
}

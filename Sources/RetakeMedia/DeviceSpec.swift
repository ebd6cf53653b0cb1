/// Which camera or microphone: the SPEC of `--camera` and `--microphone`.
public enum DeviceSpec: Hashable, Sendable {
  /// The best one that is there.
  case auto
  /// None.
  case none
  /// The built-in test device, with what stood after `test:`.
  case test(String)
  /// A file that is played as if it were the device; `-` is standard input.
  case file(String)
  /// A device's stable id or its node.
  case device(String)

  /// Reads a SPEC; an empty text, or `file:` without a path, is nil.
  public init?(_ text: String) {
    switch text {
    case "": return nil
    case "auto": self = .auto
    case "none": self = .none
    case "test": self = .test("")
    case _ where text.hasPrefix("test:"): self = .test(String(text.dropFirst(5)))
    case "file:": return nil
    case _ where text.hasPrefix("file:"): self = .file(String(text.dropFirst(5)))
    default: self = .device(text)
    }
  }
}

extension DeviceSpec {
  /// As an option or a config writes it.
  public var text: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .test(let parameters): parameters.isEmpty ? "test" : "test:" + parameters
    case .file(let path): "file:" + path
    case .device(let name): name
    }
  }

  /// Whether it is the built-in test device.
  public var isTest: Bool {
    if case .test = self { true } else { false }
  }
}

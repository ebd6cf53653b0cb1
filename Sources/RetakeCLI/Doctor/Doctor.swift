package import RetakeBooth
internal import RetakeKiosk
package import RetakeMedia

/// The checks, in the order of their list.
package struct Doctor {
  /// Whom to ask.
  let machine: Machine
  /// The config, or why there is none.
  private let config: Result<LoadedConfig, RetakeError>

  /// A doctor for `machine`.
  package init(machine: Machine, config: Result<LoadedConfig, RetakeError>) {
    self.machine = machine
    self.config = config
  }

  /// Everything that was looked at.
  package func findings() -> [Finding] {
    [configFile()] + encoders() + [library(), camera(), microphone(), sound(), display(), fonts()]
  }

  /// The config that the other checks go by; the defaults where there is none.
  var settings: Config {
    (try? config.get().config) ?? Config()
  }

  private func configFile() -> Finding {
    switch config {
    case .success(let loaded):
      let files = loaded.files.joined(separator: ", ")
      return Finding(.ok, "config", files.isEmpty ? "no file; the defaults hold" : files)
    case .failure(let error):
      return Finding(.fault, "config", error.message, mend: error.advice)
    }
  }

  private func encoders() -> [Finding] {
    let found = machine.encoders()
    func check(_ codec: String, _ what: String) -> Finding {
      let names = found.filter { $0.codec == codec && $0.problem == nil }.map(\.name)
      guard names.isEmpty else { return Finding(.ok, what, names.joined(separator: ", ")) }
      return Finding(
        .fault, what, "FFmpeg has no encoder for it", mend: "sudo apt-get install libavcodec-extra")
    }
    return [check("h264", "H.264"), check("aac", "AAC")] + wantedEncoder(found)
  }

  /// The encoder that the config names: it is never replaced silently, so takes would fail.
  private func wantedEncoder(_ found: [EncoderDescription]) -> [Finding] {
    guard let name = settings.encoder.name else { return [] }
    let encoder = found.first { $0.name == name }
    guard encoder == nil || encoder?.problem != nil else { return [Finding(.ok, "encoder", name)] }
    return [
      Finding(
        .fault, "encoder", "\(name) does not work here: \(encoder?.problem ?? "there is no such encoder")",
        mend: "set encoder to auto, or to one that `retake devices` lists")
    ]
  }

  private func camera() -> Finding {
    switch settings.camera {
    case .auto, .device: break
    case .none, .test, .file: return Finding(.ok, "camera", "not looked for: the config names another source")
    }
    let nodes = machine.names("/dev").filter { $0.hasPrefix("video") }.map { "/dev/" + $0 }
    guard !nodes.isEmpty else {
      return Finding(
        .warning, "camera", "none is plugged in", mend: "plug one in, or use the built-in one: --camera test")
    }
    return nodesFinding("camera", nodes, group: "video")
  }

  private func microphone() -> Finding {
    switch settings.microphone {
    case .auto, .device: break
    case .none, .test, .file:
      return Finding(.ok, "microphone", "not looked for: the config names another source")
    }
    let nodes = soundNodes("c")
    guard !nodes.isEmpty else {
      return Finding(.warning, "microphone", "none is plugged in: takes have no sound", mend: "plug one in")
    }
    return nodesFinding("microphone", nodes, group: "audio")
  }

  private func sound() -> Finding {
    let nodes = soundNodes("p")
    guard !nodes.isEmpty else {
      return Finding(
        .warning, "sound", "no output is there: cues and playback are silent", mend: "plug one in")
    }
    return nodesFinding("sound", nodes, group: "audio")
  }

  /// ALSA's nodes for capture (`c`) or playback (`p`).
  private func soundNodes(_ direction: String) -> [String] {
    machine.names("/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix(direction) }.map {
      "/dev/snd/" + $0
    }
  }

  private func nodesFinding(_ name: String, _ nodes: [String], group: String) -> Finding {
    let usable = nodes.filter { machine.access($0) == .granted }
    guard usable.isEmpty else { return Finding(.ok, name, usable.joined(separator: " ")) }
    return Finding(
      .fault, name, "\(nodes.joined(separator: " ")), but this user may not open it",
      mend: "sudo usermod -aG \(group) $USER, then log in again")
  }

  private func display() -> Finding {
    for (variable, name) in [("WAYLAND_DISPLAY", "Wayland"), ("DISPLAY", "X11")] {
      if let value = machine.environment[variable], !value.isEmpty {
        return Finding(.ok, "display", "\(name) (\(value))")
      }
    }
    let cards = machine.names("/dev/dri").filter { $0.hasPrefix("card") }.map { "/dev/dri/" + $0 }
    guard !cards.isEmpty else {
      return Finding(
        .warning, "display", "none: the kiosk has nothing to show itself on", mend: "plug a screen in")
    }
    return nodesFinding("display", cards, group: "video")
  }

  private func fonts() -> Finding {
    let kinds = ["opentype", "truetype"].map { "/usr/share/fonts/\($0)/" }
    let wanted = [("Inter", "inter", "fonts-inter"), ("Noto Sans", "noto", "fonts-noto-core")]
    let missing = wanted.filter { font in !kinds.contains { !machine.names($0 + font.1).isEmpty } }
    guard let first = missing.first else {
      return Finding(.ok, "fonts", wanted.map(\.0).joined(separator: ", "))
    }
    return Finding(
      .warning, "fonts", "\(first.0) is missing: the screen looks plainer",
      mend: "sudo apt-get install " + missing.map(\.2).joined(separator: " "))
  }
}

package import RetakeKiosk

/// What `retake` can be asked to do.
package enum Command: String, Sendable, CaseIterable {
  case run, record, photo, play, export, devices, takes, ctl, doctor
}

extension Command {
  /// Whether this version has it.
  package var isAvailable: Bool {
    switch self {
    case .record, .devices, .takes, .doctor: true
    case .run, .photo, .play, .export, .ctl: false
    }
  }

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .run: "the kiosk; retake without a command does the same"
    case .record: "record a take without a screen"
    case .photo: "take a photo without a screen"
    case .play: "play a file"
    case .export: "convert a take for other machines"
    case .devices: "list cameras, microphones and encoders"
    case .takes: "list, show, save or discard the takes in the library"
    case .ctl: "steer a running kiosk"
    case .doctor: "check everything Retake needs, and say how to mend it"
    }
  }

  /// How it is written.
  var synopsis: [String] {
    switch self {
    case .run: ["retake [run] [OPTIONS]"]
    case .record: ["retake record -o FILE [-t SECONDS] [OPTIONS]"]
    case .photo: ["retake photo -o FILE [OPTIONS]"]
    case .play: ["retake play FILE [OPTIONS]"]
    case .export: ["retake export IN -o OUT [OPTIONS]"]
    case .devices: ["retake devices [OPTIONS]"]
    case .takes:
      TakesAction.allCases.map { "retake takes \($0.rawValue)\($0.needsTake ? " TAKE" : "") [OPTIONS]" }
    case .ctl: ["retake ctl COMMAND [NAME=VALUE ...]"]
    case .doctor: ["retake doctor [OPTIONS]"]
    }
  }

  /// What it does, in paragraphs.
  var explanation: [String] {
    switch self {
    case .record:
      [
        "Records camera and microphone into FILE, an .mp4 or a .mov, until -t, a limit, or Ctrl+C. FILE can "
          + "be played at any moment, also after a crash; one that is there already is replaced as soon as "
          + "the new one has pictures.",
        "Without a camera, --camera test records moving colour bars.",
      ]
    case .devices:
      [
        "Lists what can be recorded from and what encodes it. The first column is what --camera, "
          + "--microphone and --encoder take. Under each camera stands what a recording sets it to."
      ]
    case .takes:
      [
        "Takes that await a decision are saved into the library's takes, by date, or discarded; discarded "
          + "takes are kept for a while. TAKE is an id as the list shows it, or its beginning."
      ]
    case .doctor:
      [
        "Checks libraries, encoders, fonts, devices, permissions, the library folder, the display and the "
          + "config. Exits 0 where nothing essential is missing, else 1."
      ]
    case .run, .photo, .play, .export, .ctl: []
    }
  }

  /// The options that only this command has.
  var options: [CommandOption] {
    self == .record ? [.output, .seconds] : []
  }

  /// The headings of the config's options that matter to it; the others are accepted all the same.
  package var groups: [ConfigGroup] {
    switch self {
    case .run: ConfigGroup.allCases
    case .record: [.devices, .recording, .program]
    case .takes, .doctor: [.library, .program]
    case .photo: [.devices, .program]
    case .play: [.screen, .program]
    case .devices: [.devices, .program]
    case .export, .ctl: [.program]
    }
  }

  /// Examples for its help.
  var examples: [String] {
    switch self {
    case .record:
      [
        "retake record -o take.mp4 -t 10",
        "retake record -o take.mov --camera file:clip.mp4 --microphone none",
        "retake record -o take.mp4 --camera test --microphone test -t 5 --json",
      ]
    case .takes: ["retake takes list", "retake takes save 1f3a"]
    default: []
    }
  }
}

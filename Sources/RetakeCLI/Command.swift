package import RetakeKiosk

/// What `retake` can be asked to do.
package enum Command: String, Sendable, CaseIterable {
  case run, record, photo, play, export, devices, takes, ctl, doctor
}

extension Command {
  /// Whether this version has it.
  package var isAvailable: Bool {
    switch self {
    case .run, .record, .play, .devices, .takes, .ctl, .doctor: true
    case .photo, .export: false
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
    case .takes: "list, show, save, discard, recover, check or clear out takes"
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
      TakesAction.allCases.map { action in
        let operand =
          switch action.operand {
          case .none: ""
          case .optional: " [TAKE]"
          case .take: " TAKE"
          }
        return "retake takes \(action.rawValue)\(operand) [OPTIONS]"
      }
    case .ctl: ["retake ctl [--remote SOCKET] COMMAND [NAME=VALUE ...]"]
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
          + "takes are kept for a while. TAKE is an id as the list shows it, or its beginning.",
        "recover saves what a crash has left behind, as the kiosk does when it starts, and gives saved takes the "
          + "index or the sidecar that they have lost; what cannot be played is moved to the library's damaged. "
          + "verify reads the saved takes to their ends, sound decoded, and compares them with their sidecars; "
          + "it exits 1 where something is wrong. purge removes takes for good by the config's "
          + "keep_days, keep_takes, keep_size, discarded_days and discarded_reserve.",
      ]
    case .ctl:
      [
        "Sends COMMAND to the kiosk that listens at SOCKET and prints its reply, a line of JSON. A VALUE that "
          + "reads as true, false, null or a number is sent as that, any other as text. subscribe prints each "
          + "event until it is interrupted or the kiosk ends.",
        "Exits 0 where the kiosk did it, 1 where it refused, 3 where nobody answers.",
      ]
    case .doctor:
      [
        "Checks libraries, encoders, fonts, devices, permissions, the library folder, the display and the "
          + "config. Exits 0 where nothing essential is missing, else 1."
      ]
    case .run:
      [
        "Fills the screen with the kiosk: a touch on the red button or Space records, another one stops; then "
          + "the take is played, and saved or discarded. Five touches in the top left corner, Ctrl+Alt+O or "
          + "SIGTERM end it.",
        "Where there is no display it takes a tour of itself with the built-in test camera: it saves a take of "
          + "three seconds and a picture of its screens, and says where they are.",
      ]
    case .play:
      [
        "Plays FILE in a window: Space pauses, the arrows seek, comma and dot step by frames, Escape ends it. "
          + "With --remote SOCKET it is steered by retake ctl --remote SOCKET."
      ]
    case .photo, .export: []
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
        "retake record -o take.mp4 --camera test --microphone test -t 5 --json",
        "retake record -o take.mp4 -t 10",
        "retake record -o take.mov --camera file:clip.mp4 --microphone none",
      ]
    case .takes: ["retake takes list", "retake takes save 1f3a", "retake takes verify --json"]
    case .run:
      ["retake", "retake run --camera test --windowed 1280x720", "retake --max-duration 30 --language de"]
    case .play: ["retake play take.mp4"]
    case .ctl:
      ["retake ctl record", "retake ctl seek seconds=2.5", "retake ctl screenshot path=screen.png"]
    default: []
    }
  }
}

import RetakeMedia

extension ConfigKey {
  /// Every key, in the order in which help and documentation tell them.
  package static let table: [ConfigKey] = devices + recording + library + screen + kiosk + program

  private static let devices = [
    ConfigKey(
      "camera", \.camera, .device, .devices, option: .value("SPEC"),
      "camera: auto, none, test, file:PATH, id or node"),
    ConfigKey(
      "camera_fallback", \.cameraFallback, .word, .devices,
      "what the kiosk shows while camera auto finds none"),
    ConfigKey(
      "camera_rotation", \.cameraRotation, .number(of: [0, 90, 180, 270]), .devices,
      "how the camera is turned, degrees clockwise"),
    ConfigKey(
      "camera_controls", \.cameraControls, .controls, .devices,
      "what is set on cameras when they are opened"),
    ConfigKey(
      "microphone", \.microphone, .device, .devices, option: .value("SPEC"),
      "microphone: auto, none, test, file:PATH, id or node"),
    ConfigKey(
      "preset", \.preset, .word, .devices, option: .value("NAME"),
      "size: low, medium, high, hd720, hd1080, hd4k or photo"),
    ConfigKey(
      "frame_rate", \.frameRate, .real("a number of frames a second", 1...240), .devices,
      "frames a second to ask the camera for"),
  ]

  private static let recording = [
    ConfigKey(
      "codec", \.codec, .word, .recording, option: .value("NAME"),
      "h264, hevc, copy (as the camera sends it) or auto"),
    ConfigKey(
      "bitrate", optional: \.bitrate, .scaled("a number of bits a second", 50_000...500_000_000), .recording,
      option: .value("BITS"), rival: "quality", "bits a second on average, instead of a quality"),
    ConfigKey(
      "quality", optional: \.quality, .whole("a whole number", 1...100), .recording, option: .value("1-100"),
      rival: "bitrate", "picture quality; bits follow the picture"),
    ConfigKey(
      "encoder", \.encoder, .encoder, .recording, option: .value("NAME[:SPEED]"),
      "encoder and its speed, such as libx264:superfast"),
    ConfigKey(
      "max_duration", optional: \.maxDuration, .real("a number of seconds", 0...31_536_000), .recording,
      option: .value("S"), "longest take in seconds; 0: no limit"),
    ConfigKey(
      "max_size", \.maxSize, .scaled("a number of bytes", 0...100_000_000_000_000), .recording,
      option: .value("BYTES"), "largest take in bytes; 0: no limit"),
    ConfigKey(
      "min_free", \.minFree, .scaled("a number of bytes", 0...100_000_000_000_000), .recording,
      option: .value("BYTES"), "a take ends while so much space is left"),
    ConfigKey(
      "pre_roll", \.preRoll, .real("a number of seconds", 0...30), .recording, option: .value("S"),
      "seconds kept from before the button was touched"),
    ConfigKey("pause_button", \.pauseButton, .bool, .recording, "a button that pauses a take"),
  ]

  private static let library = [
    ConfigKey(
      "library", optional: \.library, .path, .library, option: .value("DIR"),
      "folder of the takes; else Retake in your videos"),
    ConfigKey(
      "keep_days", \.keepDays, .real("a number of days", 0...36_500), .library,
      "saved takes go after so many days; 0: never"),
    ConfigKey(
      "keep_takes", \.keepTakes, .whole("a whole number", 0...10_000_000), .library,
      "so many saved takes stay, the newest; 0: all"),
    ConfigKey(
      "keep_size", \.keepSize, .scaled("a number of bytes", 0...100_000_000_000_000), .library,
      "bytes of the saved takes that stay; 0: no limit"),
    ConfigKey(
      "discarded_days", \.discardedDays, .real("a number of days", 0...36_500), .library,
      "discarded takes go after so many days; 0: never"),
    ConfigKey(
      "discarded_reserve", \.discardedReserve, .scaled("a number of bytes", 0...100_000_000_000_000),
      .library,
      "discarded takes go while less is free; 0: never"),
  ]

  private static let screen = [
    ConfigKey(
      "mirror", \.mirror, .bool, .screen, option: .value("on|off"),
      "preview as in a mirror; files never are"),
    ConfigKey(
      "gravity", \.gravity, .word, .screen, option: .value("NAME"),
      "picture on the screen: fill, fit or stretch"),
    ConfigKey(
      "rotate", \.rotate, .number(of: [0, 90, 180, 270]), .screen, option: .value("DEGREES"),
      "turns the screen and its touch: 0, 90, 180 or 270"),
    ConfigKey(
      "fullscreen", optional: \.fullscreen, .bool, .screen, option: .flag, rival: "windowed",
      "the whole screen, as the kiosk does by itself"),
    ConfigKey(
      "windowed", optional: \.windowed, .size, .screen, option: .value("WxH"), rival: "fullscreen",
      "a window of this size"),
    ConfigKey("stats", \.stats, .bool, .screen, option: .flag, "statistics on the screen from the start"),
    ConfigKey("scale", \.scale, .real("a number", 0.8...1.25), .screen, "size of everything on the screen"),
    ConfigKey(
      "hand_offset", \.handOffset, .real("a number", 0...40), .screen,
      "lifts the controls from the lower edge"),
    ConfigKey(
      "overscan", \.overscan, .real("a number of percent", 0...5), .screen,
      "what a television hides at each side"),
    ConfigKey("lens", \.lens, .word, .screen, "where the camera sits beside the screen"),
  ]

  private static let kiosk = [
    ConfigKey(
      "countdown", \.countdown, .whole("a whole number of seconds", 0...30), .kiosk,
      "seconds of countdown before a take"),
    ConfigKey(
      "review_timeout", \.reviewTimeout, .word, .kiosk, "what becomes of a take that nobody decides on"),
    ConfigKey("cue_volume", \.cueVolume, .real("a number", 0...1), .kiosk, "loudness of the sound cues"),
    ConfigKey(
      "language", \.language, .language, .kiosk, option: .value("TAG"),
      "language on the screen, such as en or de-AT"),
    ConfigKey(
      "remote", optional: \.remote, .socket, .kiosk, option: .value("SOCKET"),
      "socket for remote control; none: no socket"),
  ]

  private static let program = [
    ConfigKey(
      "log_level", \.logLevel, .word, .program, option: .value("LEVEL"),
      "error, warning, info or debug, on stderr")
  ]
}

package import RetakeMedia

/// Everything that can be set, with its default. `ConfigKey.table` says what each key means.
package struct Config: Hashable, Sendable {
  // Camera and microphone.
  /// The camera.
  package var camera = DeviceSpec.auto
  /// What stands in for a missing `auto` camera.
  package var cameraFallback = CameraFallback.test
  /// Clockwise degrees that make the camera's picture upright: 0, 90, 180 or 270.
  package var cameraRotation = 0
  /// Values of cameras' controls, by the ids of cameras and the controls' names.
  package var cameraControls: [String: [String: Int]] = [:]
  /// The microphone.
  package var microphone = DeviceSpec.auto
  /// The size to ask the camera for.
  package var preset = SessionPreset.high
  /// The rate to ask the camera for, in frames a second.
  package var frameRate = 30.0

  // Recording.
  /// The compression.
  package var codec = CodecChoice.auto
  /// Bits a second; nil: by quality.
  package var bitrate: Int?
  /// 1 to 100; nil: by bitrate.
  package var quality: Int? = 60
  /// Encoder and speed.
  package var encoder = EncoderChoice()
  /// Seconds; nil: the command's own limit, 0: none. `durationLimit` reads it.
  package var maxDuration: Double?
  /// Bytes; 0: no limit.
  package var maxSize = 0
  /// Bytes of the file system that a take leaves free.
  package var minFree = 200_000_000
  /// Seconds kept from before the start.
  package var preRoll = 0.0
  /// Whether guests may pause a take.
  package var pauseButton = false

  // Library.
  /// The folder of the takes; nil: the usual one.
  package var library: String?
  /// Days that saved takes are kept; 0: for ever.
  package var keepDays = 0.0
  /// How many saved takes are kept; 0: all.
  package var keepTakes = 0
  /// Bytes that the kept saved takes have together; 0: any number.
  package var keepSize = 0
  /// Days that discarded takes are kept; 0: for ever.
  package var discardedDays = 30.0
  /// Discarded takes go where fewer bytes are free on the disk.
  package var discardedReserve = 1_000_000_000

  // Screen.
  /// Whether the preview is mirrored.
  package var mirror = true
  /// How the picture is fitted to the screen.
  package var gravity = VideoGravity.fill
  /// Clockwise degrees that the screen is turned by: 0, 90, 180 or 270.
  package var rotate = 0
  /// Whether the whole screen is used; nil: as the command does by itself.
  package var fullscreen: Bool?
  /// The size of the window; nil: as the command does by itself.
  package var windowed: WindowSize?
  /// Whether statistics show from the start.
  package var stats = false
  /// Size of everything on the screen, 0.8 to 1.25.
  package var scale = 1.0
  /// How far the controls are lifted, in hundredths of the short side.
  package var handOffset = 0.0
  /// Percent of each side that cannot be seen.
  package var overscan = 0.0
  /// Where the camera sits.
  package var lens = LensPosition.top

  // Kiosk.
  /// Whole seconds before a take.
  package var countdown = 3
  /// What becomes of an undecided take.
  package var reviewTimeout = ReviewTimeout.save
  /// 0 to 1.
  package var cueVolume = 1.0
  /// A language tag, or `auto`: the environment's.
  package var language = "auto"
  /// The path of the socket; nil: the usual one. `none` is none.
  package var remote: String?

  // Program.
  /// How much the log tells.
  package var logLevel = LogLevel.warning

  /// The defaults.
  package init() {}
}

extension Config {
  /// What the encoder aims at.
  package var rateControl: RateControl {
    if let bitrate { return .bitrate(bitrate) }
    return .quality(quality ?? Config().quality ?? 50)
  }

  /// The longest take, where the command itself would end it after `usual` (nil: never); nil: no limit.
  package func durationLimit(usual: Double?) -> Double? {
    maxDuration == 0 ? nil : maxDuration ?? usual
  }

  /// The kiosk ends a take that nobody ends after so many seconds, unless the config says otherwise.
  package static let kioskDurationLimit = 300.0

  /// The window to open, where the command itself would fill the screen or not; nil: the whole screen.
  package func window(usual: WindowSize?) -> WindowSize? {
    if let windowed { return windowed }
    return switch fullscreen {
    case true?: nil
    case false?: usual ?? WindowSize(width: 1280, height: 720)
    case nil: usual
    }
  }
}

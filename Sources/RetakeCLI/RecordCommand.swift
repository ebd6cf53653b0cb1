internal import RetakeKiosk
internal import RetakeMedia

/// `retake record`: a take without a screen.
enum RecordCommand {
  /// Records into `output` until `seconds`, a limit of the config or a signal ends it.
  static func run(
    _ config: Config, output: String, seconds: Double?, json: Bool
  ) throws(RetakeError) -> ExitCode {
    guard config.camera != .none else {
      throw RetakeError(
        .invalidArgument, "record needs a camera, and the camera is none",
        advice: "Name one with --camera, or try the built-in one: --camera test")
    }
    throw RetakeError(.notSupported, "the recorder is not in this version yet")
  }
}

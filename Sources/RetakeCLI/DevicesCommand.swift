internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeMedia

/// `retake devices`: what can be recorded from, and what encodes it.
enum DevicesCommand {
  /// Prints the list; the preset and the rate of `config` decide what it says of cameras' formats.
  static func run(_ config: Config, json: Bool) throws(RetakeError) -> ExitCode {
    let list = DeviceList.current(
      FormatChooser(preset: config.preset, frameRate: config.frameRate),
      encoders: EncoderDescription.all())
    try Console.print(json ? try JSONLine.of(list) : DeviceListText(list, width: Console.width).text)
    return .done
  }
}

internal import RetakeMedia

/// `retake devices`: what can be recorded from, and what encodes it.
enum DevicesCommand {
  /// Prints the list.
  static func run(json: Bool) throws(RetakeError) -> ExitCode {
    let list = DeviceList.current()
    try Console.print(json ? try JSONLine.of(list) : list.text)
    return .done
  }
}

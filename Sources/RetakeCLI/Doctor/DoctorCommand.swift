internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeMedia

/// `retake doctor`: checks everything that Retake needs and says how to mend what is missing.
enum DoctorCommand {
  /// The result of `--json`.
  private struct Report: Encodable {
    var ok: Bool
    var checks: [Finding]
  }

  /// Prints the findings; `failed` where one of them is a fault.
  static func run(_ options: Request.CommonOptions) throws(RetakeError) -> ExitCode {
    // What is wrong with the arguments is no finding.
    var defaults = Config()
    try defaults.lay(options.keys, from: .commandLine)
    let config: Result<LoadedConfig, RetakeError>
    do throws(RetakeError) {
      config = .success(try LoadedConfig.load(named: options.configFile, arguments: options.keys))
    } catch {
      config = .failure(error)
    }
    let findings = Doctor(machine: .this, config: config).findings()
    let isWell = !findings.contains { $0.state == .fault }
    let report = Report(ok: isWell, checks: findings)
    try Console.print(options.isJSON ? try JSONLine.of(report) : text(findings))
    return isWell ? .done : .failed
  }

  /// The findings for a person.
  private static func text(_ findings: [Finding]) -> String {
    let marks: [Finding.State: String] = [.ok: "ok", .warning: "warning", .fault: "FAULT"]
    let names = 12
    return findings.flatMap { finding in
      let name = (marks[finding.state] ?? "").padded(to: 9) + finding.name
      let lines = TextLayout.row(name, finding.finding, column: 11 + names)
      return lines
        + (finding.mend.isEmpty ? [] : TextLayout.row("", "-> " + finding.mend, column: 11 + names))
    }.joined(separator: "\n")
  }
}

extension String {
  /// With spaces behind it, `width` characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

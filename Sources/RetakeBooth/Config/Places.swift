internal import Foundation
package import RetakeKiosk
internal import RetakeRuntime

/// Where things are when nothing else is said, read from the environment.
package struct Places: Sendable {
  private let environment: [String: String]

  /// The places of this process.
  package init() {
    self.init(environment: ProcessInfo.processInfo.environment)
  }

  /// The places in an environment.
  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// The folder of the takes that the config names; nil where it names none.
  package func library(_ config: Config) -> String? {
    config.library.map(expanded)
  }

  /// The socket of the remote control; nil where there is none.
  package func remote(_ config: Config) -> String? {
    if let remote = config.remote { return remote == "none" ? nil : expanded(remote) }
    if let runtime = absolute("XDG_RUNTIME_DIR") { return runtime + "/retake.sock" }
    return isWritable("/run/retake") ? "/run/retake/retake.sock" : nil
  }

  /// The language to show: the config's, else that of LC_ALL, LC_MESSAGES or LANG, else English.
  package func language(_ config: Config) -> String {
    guard config.language == "auto" else { return config.language }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first ?? "C"
    let tag = locale.prefix { $0 != "." && $0 != "@" }
    return tag == "C" || tag == "POSIX" ? "en" : tag.replacingOccurrences(of: "_", with: "-")
  }

  /// The config files that are looked for where none is named, the first one first.
  var configFiles: [String] {
    (home.map { [$0 + "/.config/retake/retake.json5"] } ?? []) + ["/etc/retake/retake.json5"]
  }

  /// The config file that $RETAKE_CONFIG names.
  var namedConfigFile: String? {
    value("RETAKE_CONFIG")
  }

  /// Where the operator's changes to the config at `path` are kept: beside it, or in the user's state
  /// where that folder cannot be written to.
  func overlay(of path: String) -> String {
    let folder = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
    let name = "/retake.local.json5"
    if isWritable(folder.isEmpty ? "/" : folder) { return folder + name }
    let state = absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
    return state.map { $0 + "/retake" + name } ?? folder + name
  }

  /// Whether `kiosk/run` has started this program, for somebody who waits to hear that it is up.
  var isLaunched: Bool { value("RETAKE_LAUNCHER") != nil }

  /// `~/` at the beginning is the user's home, as a shell has it.
  private func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  private var home: String? {
    absolute("HOME")
  }

  /// A variable that is set and not empty.
  private func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A variable that holds an absolute path; others are to be ignored (XDG Base Directory Specification).
  private func absolute(_ name: String) -> String? {
    guard var path = value(name), path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private func isWritable(_ folder: String) -> Bool {
    (try? SystemCalls.checkWritable(folder)) != nil
  }
}

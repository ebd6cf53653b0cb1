internal import Foundation

/// A kiosk that draws into memory, or where its environment says, steered through its socket by `retake ctl` as a
/// script would.
package final class KioskRun {
  /// The folder of its takes.
  package let library: String
  /// Where its socket is.
  package let socket: String
  /// Its folder lives as long as the kiosk.
  private let scratch: Scratch
  private let program: Program.Running
  private var isOver = false

  /// Starts one with the test devices and waits until it listens.
  ///
  /// - Parameters:
  ///   - config: JSON5 that is added to what makes it small and quick.
  ///   - arguments: of `retake`; the last of an option's values wins.
  ///   - environment: where it draws and sounds.
  package init(
    in scratch: Scratch, config: String = "countdown: 0", _ arguments: [String] = [],
    environment: [String: String] = KioskRun.memory
  ) throws {
    self.scratch = scratch
    library = scratch.path("library")
    socket = scratch.path("socket")
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    // One that was killed leaves its socket behind.
    try? FileManager.default.removeItem(atPath: socket)
    let file = scratch.path("retake.json5")
    try Data("{ min_free: 0, \(config) }".utf8).write(to: URL(fileURLWithPath: file))
    program = try Program.start(
      [
        "run", "--config", file, "--library", library, "--remote", socket, "--windowed", "640x360",
        "--camera",
        "test:320x180@30", "--microphone", "test", "--encoder", "libx264:ultrafast",
      ] + arguments, environment: environment)
    try wait("to listen") { FileManager.default.fileExists(atPath: socket) }
  }

  /// SDL's drivers that need no hardware.
  package static let memory = [
    "SDL_VIDEODRIVER": "offscreen", "SDL_RENDER_DRIVER": "software", "SDL_AUDIODRIVER": "dummy",
  ]

  deinit {
    if !isOver {
      program.signal(SIGKILL)
      _ = try? program.finish()
    }
  }

  /// The reply to a command, such as `ask("seek", "seconds=1.5")`.
  @discardableResult
  package func ask(_ command: String...) throws -> [String: Any] {
    try Program.retake(["ctl", "--remote", socket] + command).json()
  }

  /// The state that it is in.
  package func state() throws -> String {
    try ask("state")["state"] as? String ?? ""
  }

  /// Waits until it is in one of these states, as long as a loaded machine may need; which.
  @discardableResult
  package func wait(for states: String..., within seconds: Double = 30) throws -> String {
    var state = ""
    try wait("to \(states)", within: seconds) {
      state = try self.state()
      return states.contains(state)
    }
    return state
  }

  private func wait(_ what: String, within seconds: Double = 30, until isReached: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while try !isReached() {
      guard deadline > .now, program.process.isRunning else {
        throw BenchError("the kiosk did not come \(what)")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// The process.
  package var processIdentifier: Int32 { program.process.processIdentifier }

  /// Sends a signal.
  package func signal(_ number: Int32) {
    program.signal(number)
  }

  /// Waits for its end.
  package func finish() throws -> Finished {
    isOver = true
    return try program.finish()
  }

  /// The takes' files in a folder of the library, by their paths.
  package func files(in folder: String) -> [String] {
    let root = library + "/" + folder
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".mp4") }.map { root + "/" + $0 }.sorted()
  }
}

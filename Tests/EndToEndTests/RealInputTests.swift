import Foundation
import RetakeBench
import Testing

/// The kiosk on an X display, touched with a real mouse and a real keyboard.
@Suite(.serialized) struct RealInputTests {
  /// An X server of its own for one kiosk.
  private final class Display {
    static let size = (width: 640.0, height: 360.0)
    private let server: Program.Running
    private let number: String
    let environment: [String: String]

    init() throws {
      server = try Program.startSystem(
        "Xvfb", ["-displayfd", "1", "-screen", "0", "640x360x24", "-nolisten", "tcp", "-noreset"])
      let deadline = Date(timeIntervalSinceNow: 30)
      while !server.textSoFar.hasSuffix("\n"), deadline > .now, server.process.isRunning {
        Thread.sleep(forTimeInterval: 0.02)
      }
      number = server.textSoFar.trimmingCharacters(in: .whitespacesAndNewlines)
      try #require(Int(number) != nil, "Xvfb did not start")
      environment = [
        "DISPLAY": ":" + number, "SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software",
        "SDL_AUDIODRIVER": "dummy",
      ]
    }

    deinit {
      // The test's threads block other signals, and so does what they start.
      server.signal(SIGKILL)
      _ = try? server.finish()
      for leftover in ["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"] {
        try? FileManager.default.removeItem(atPath: leftover)
      }
    }

    /// Runs xdotool's commands, such as `("key", "space")`.
    func xdotool(_ commands: String...) throws {
      let end = try Program.run("xdotool", commands, environment: environment)
      try #require(end.status == 0, "\(end.errors)")
    }
  }

  /// Touches that come with a change of state are not meant for the new one, and ignored.
  private static let deaf = 0.5
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func kiosk(on display: Display) throws -> KioskRun {
    let kiosk = try KioskRun(in: scratch, environment: display.environment)
    try kiosk.wait(for: "attract")
    return kiosk
  }

  private func record(_ kiosk: KioskRun, startAndStop: () throws -> Void) throws {
    try startAndStop()
    try kiosk.wait(for: "recording")
    Thread.sleep(forTimeInterval: 1)
    try startAndStop()
    try kiosk.wait(for: "review")
  }

  @Test func keysRecordAndTheMouseScrubsAndAKeySaves() throws {
    let display = try Display()
    let kiosk = try kiosk(on: display)
    try record(kiosk) { try display.xdotool("key", "space") }
    // The scrub bar's track lies 59.9 units from the leading edge and 20.5 from the trailing one, 25 above the
    // lower; a unit is a hundredth of the height.
    let unit = Display.size.height / 100
    let y = "\(Int(Display.size.height - 25 * unit))"
    Thread.sleep(forTimeInterval: Self.deaf)
    try display.xdotool(
      "mousemove", "300", y, "mousedown", "1", "sleep", "0.1", "mousemove", "350", y, "sleep", "0.1",
      "mousemove",
      "450", y, "sleep", "0.1", "mouseup", "1")
    try display.xdotool("key", "space")
    let state = try kiosk.ask("state")
    let take = try #require(state["take"] as? [String: Any])
    let duration = try #require(take["duration"] as? Double)
    let left = 59.9 * unit
    let width = Display.size.width - 20.5 * unit - left
    // It pauses on the frame that was let go of, or has played a little on before the key came.
    let asked = (450 - left) / width * duration
    var position = 0.0
    let deadline = Date(timeIntervalSinceNow: 10)
    while position < asked - 0.05, deadline > .now {
      position = try #require(kiosk.ask("state")["position"] as? Double)
    }
    #expect(position >= asked - 0.05)
    try display.xdotool("key", "s")
    try kiosk.wait(for: "saved")
    #expect(kiosk.files(in: "takes").count == 1)
    #expect(kiosk.files(in: "incoming") == [])
    kiosk.signal(SIGTERM)
    #expect(try kiosk.finish().status == 0)
  }

  @Test func deleteDiscardsAndUndoBringsItBack() throws {
    let display = try Display()
    let kiosk = try kiosk(on: display)
    // The record button: its centre is 17.5 units above the lower edge.
    let button = "\(Int(Display.size.height * (1 - 0.175)))"
    try record(kiosk) {
      Thread.sleep(forTimeInterval: Self.deaf)
      try display.xdotool("mousemove", "320", button, "click", "1")
    }
    try display.xdotool("key", "Delete")
    try kiosk.wait(for: "ready")
    #expect(kiosk.files(in: "incoming") == [])
    #expect(kiosk.files(in: "discarded").count == 1)
    try display.xdotool("key", "u")
    try kiosk.wait(for: "review")
    #expect(kiosk.files(in: "discarded") == [])
    #expect(kiosk.files(in: "incoming").count == 1)
    // Nothing that a guest can press leads out of it.
    try display.xdotool("key", "alt+F4", "key", "Escape", "key", "ctrl+c", "key", "ctrl+alt+Delete")
    try kiosk.wait(for: "review", "ready", "attract")
    kiosk.signal(SIGTERM)
    #expect(try kiosk.finish().status == 0)
  }
}

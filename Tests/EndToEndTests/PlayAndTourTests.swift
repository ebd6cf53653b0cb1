import Foundation
import RetakeBench
import Testing

/// The player alone, and the kiosk on a machine without a display.
@Suite(.serialized) struct PlayAndTourTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func aFileIsPlayedToItsLastFrame() throws {
    let file = scratch.path("clip.mp4")
    let made = try Program.retake(
      [
        "record", "-o", file, "-t", "1", "--camera", "test:320x180@30", "--microphone", "test", "--encoder",
        "libx264:ultrafast", "--min-free", "0",
      ])
    try #require(made.status == 0, "\(made.errors)")
    let socket = scratch.path("socket")
    let player = try Program.start(
      ["play", file, "--remote", socket, "--windowed", "640x360"], environment: KioskRun.memory)
    func ask(_ command: String...) throws -> [String: Any] {
      try Program.retake(["ctl", "--remote", socket] + command).json()
    }
    var state: [String: Any] = [:]
    let deadline = Date(timeIntervalSinceNow: 20)
    while state["state"] as? String != "review" || state["playing"] as? Bool == true, deadline > .now {
      Thread.sleep(forTimeInterval: 0.05)
      if FileManager.default.fileExists(atPath: socket) { state = (try? ask("state")) ?? [:] }
    }
    let take = try #require(state["take"] as? [String: Any])
    #expect(take["id"] is NSNull)
    #expect(take["duration"] as? Double == 1)
    #expect(try ask("seek", "seconds=0.4")["position"] as? Double == 0.4)
    #expect(try ask("save")["code"] as? String == "not_supported")
    #expect(try ask("key", "key=Escape")["ok"] as? Bool == true)
    #expect(try player.finish().status == 0)
  }

  @Test func whatIsNoMovieIsSaidInTwoLines() throws {
    let end = try Program.start(["play", "/etc/passwd"], environment: KioskRun.memory).finish()
    #expect(end.status == 1)
    #expect(end.errors.contains("/etc/passwd"))
    #expect(end.errorLines == 2)
  }

  @Test func withoutADisplayItTakesATour() throws {
    let library = scratch.path("library")
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
    let end = try Program.start(
      ["--library", library, "--encoder", "libx264:ultrafast", "--min-free", "0"],
      environment: [
        "SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_AUDIODRIVER": "dummy",
        "SDL_RENDER_DRIVER": "software", "XDG_RUNTIME_DIR": "",
      ]
    ).finish()
    #expect(end.status == 0, "\(end.errors)")
    let lines = end.text.split(separator: "\n").suffix(2).map(String.init)
    try #require(lines.count == 2 && lines[0].hasPrefix("take: /") && lines[1].hasPrefix("screens: /"))
    let take = String(lines[0].dropFirst("take: ".count))
    #expect(take.hasPrefix(library + "/takes/"))
    let streams = try Judge.streams(take)
    #expect(abs((streams["video"]?.duration ?? 0) - 3) < 0.05)
    #expect(streams["audio"]?["codec_name"] == "aac")
    let sheet = String(lines[1].dropFirst("screens: ".count))
    #expect(try Data(contentsOf: URL(fileURLWithPath: sheet)).count > 10_000)
  }
}

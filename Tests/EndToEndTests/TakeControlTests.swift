import Foundation
import RetakeBench
import Testing

/// What a guest and a script do with a take while it is made: pause, a pre-roll, limits.
@Suite(.serialized) struct TakeControlTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func isOK(_ reply: [String: Any]) -> Bool { reply["ok"] as? Bool == true }

  private func wait(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

  /// The sound's start and the marks of a file: in step from its first second to its last. Beside a `cut` (seconds) two
  /// beeps may run into one.
  private func expectInStep(_ path: String, cut: Double? = nil) throws {
    let streams = try Judge.streams(path)
    #expect(abs(try #require(streams["audio"]).start) < 0.001)
    #expect(try #require(streams["video"]).start == 0)
    let marks = try FlashAndBeep(path)
    let offsets = zip(marks.flashes, marks.offsets).filter { flash, _ in
      cut.map { abs(flash - $0) > 0.3 } ?? true
    }
    #expect(!offsets.isEmpty)
    for (_, offset) in offsets { #expect(abs(try #require(offset)) < 0.010) }
    #expect(try Judge.complaints(path) == "")
  }

  @Test func aTakeIsPausedAndGoesOnInOneFile() throws {
    let kiosk = try KioskRun(in: scratch, config: "countdown: 0, pause_button: true")
    try kiosk.wait(for: "attract")
    #expect(try kiosk.ask("stats")["encoder"] as? String == "libx264")
    #expect(try kiosk.ask("stats")["speed"] as? String == "ultrafast")
    #expect(try kiosk.ask("pause")["code"] as? String == "wrong_state")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    wait(seconds: 1.6)
    for _ in 0..<2 { #expect(isOK(try kiosk.ask("pause"))) }
    wait(seconds: 1.5)
    for _ in 0..<2 { #expect(isOK(try kiosk.ask("play"))) }
    wait(seconds: 1.6)
    #expect(isOK(try kiosk.ask("stop")))
    try kiosk.wait(for: "review")
    let path = try #require(try kiosk.ask("save")["path"] as? String)
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
    let pictures = try CodedPictures(path)
    let gaps = zip(pictures.frames, pictures.frames.dropFirst()).map { $1 - $0 }
    let cuts = gaps.indices.filter { gaps[$0] > 30 }
    #expect(cuts.count == 1)
    let stamps = try Judge.stamps(path)
    for (stamp, next) in zip(stamps, stamps.dropFirst()) { #expect(next - stamp < 0.1) }
    try expectInStep(path, cut: stamps[try #require(cuts.first)])
  }

  @Test func takesBeginBeforeTheirPressAndHoldNothingOfEachOther() throws {
    let kiosk = try KioskRun(in: scratch, config: "countdown: 1, pre_roll: 2", ["--stats"])
    try kiosk.wait(for: "attract")
    var last = -1
    for number in 0..<3 {
      wait(seconds: 3.1 + Double(number) * 0.3)
      try kiosk.ask("record")
      try kiosk.wait(for: "recording")
      wait(seconds: 0.5)
      try kiosk.ask("stop")
      try kiosk.wait(for: "review")
      let path = try #require(try kiosk.ask("save")["path"] as? String)
      let pictures = try CodedPictures(path)
      // Two seconds, up to the key frame before them; the countdown; half a second.
      #expect(try #require(try Judge.streams(path)["video"]).duration >= 3.4)
      #expect(pictures.frames == Array(pictures.frames[0]..<pictures.frames[0] + pictures.frames.count))
      #expect(pictures.frames[0] > last)
      last = try #require(pictures.frames.last)
      try expectInStep(path)
    }
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func aTakeWithALimitEndsByItself() throws {
    let kiosk = try KioskRun(in: scratch, config: "countdown: 0, max_duration: 2")
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "review")
    let path = try #require(try kiosk.ask("save")["path"] as? String)
    #expect(try #require(try Judge.streams(path)["video"]).frameCount == 60)
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func aCameraThatGoesFrom30To15To7AndBackHasTrueStamps() throws {
    // 2 s at 30, 2 s at 15, 2 s at 7.5, 2 s at 30 pictures a second, as a dim room makes of a camera.
    let source = scratch.path("dim.mkv")
    let made = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=8", "-vf",
        "select='lt(t,2)+gte(t,6)+between(t,2,3.99)*not(mod(n,2))+between(t,4,5.99)*not(mod(n,4))'",
        "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "0", source,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let path = scratch.path("take.mp4")
    let result = try Program.retake([
      "record", "--json", "--min-free", "0", "--camera", "file:" + source, "--microphone", "test", "-o", path,
      "-t", "7.9",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let wanted = try Judge.stamps(source).filter { $0 < 7.899 }
    #expect(wanted.count > 150)
    let stamps = try Judge.stamps(path)
    #expect(stamps.count == wanted.count)
    for (stamp, want) in zip(stamps, wanted) { #expect(abs(stamp - want) < 0.001_5) }
    let streams = try Judge.streams(path)
    #expect(abs(try #require(streams["audio"]).duration - (try #require(streams["video"]).duration)) < 0.05)
  }

  @Test func aPreRollIsNoFaultWithoutAScreen() throws {
    let path = scratch.path("take.mp4")
    let result = try Program.retake([
      "record", "--json", "--min-free", "0", "--camera", "test:320x180@30", "--microphone", "test", "-o",
      path,
      "--pre-roll", "2", "-t", "1",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try CodedPictures(path).frames == Array(0..<30))
  }
}

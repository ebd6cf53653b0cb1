import Foundation
import RetakeBench
import Testing

/// The kiosk as a script meets it: `retake run`, its socket, its library, its signals.
@Suite(.serialized) struct KioskTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func path(in reply: [String: Any]) throws -> String {
    let take = try #require(reply["take"] as? [String: Any])
    return try #require(take["path"] as? String)
  }

  /// A kiosk that has just recorded, in review.
  private func kioskInReview(_ config: String = "countdown: 0") throws -> KioskRun {
    let kiosk = try KioskRun(in: scratch, config: config)
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    Thread.sleep(forTimeInterval: 0.8)
    try kiosk.ask("stop")
    try kiosk.wait(for: "review")
    return kiosk
  }

  @Test func aTakeIsRecordedReviewedAndSaved() throws {
    let kiosk = try kioskInReview()
    #expect(kiosk.files(in: "incoming").count == 1)
    #expect(try kiosk.ask("pause")["ok"] as? Bool == true)
    #expect(try kiosk.ask("seek", "seconds=0.5")["position"] as? Double == 0.5)
    let position = try kiosk.ask("step", "frames=-2")["position"] as? Double
    #expect(abs(try #require(position) - 13.0 / 30) < 0.001)
    let picture = scratch.path("screen.png")
    #expect(try kiosk.ask("screenshot", "path=\(picture)")["ok"] as? Bool == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    let stats = try kiosk.ask("stats")
    #expect((stats["encoded"] as? Int ?? 0) > 10)
    #expect((stats["dropped"] as? [String: Int])?["record"] == 0)
    #expect(stats["stop_to_review_ms"] as? Double != nil)
    #expect(stats["encoder"] as? String == "libx264")

    let saved = try #require(kiosk.ask("save")["path"] as? String)
    #expect(kiosk.files(in: "takes") == [saved])
    #expect(kiosk.files(in: "incoming") == [])
    let streams = try Judge.streams(saved)
    #expect(streams["video"]?.frameCount == stats["encoded"] as? Int)
    #expect(streams["audio"]?["codec_name"] == "aac")
    #expect(try Judge.complaints(saved) == "")
    let sidecar = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: saved.replacing(".mp4", with: ".json"))))
    let fields = try #require(sidecar as? [String: Any])
    #expect(fields["camera"] as? String == "test:320x180@30")
    #expect(fields["reason"] as? String == "stopped")
    try kiosk.ask("quit")
    let end = try kiosk.finish()
    #expect(end.status == 0)
    #expect(end.errors == "")
  }

  @Test func whatIsDiscardedOrSavedComesBack() throws {
    let kiosk = try kioskInReview()
    try kiosk.ask("discard")
    try kiosk.wait(for: "ready")
    try kiosk.ask("undo")
    try kiosk.wait(for: "review")
    try kiosk.ask("save")
    #expect(kiosk.files(in: "takes").count == 1)
    #expect(kiosk.files(in: "discarded") == [])
    try kiosk.ask("key", "key=U")
    try kiosk.wait(for: "review")
    try kiosk.ask("key", "key=Delete")
    try kiosk.wait(for: "ready")
    kiosk.signal(SIGTERM)
    #expect(try kiosk.finish().status == 0)
    #expect(kiosk.files(in: "discarded").count == 1)
    #expect(kiosk.files(in: "takes") + kiosk.files(in: "incoming") == [])
  }

  @Test(arguments: ["attract", "ready", "countdown", "recording", "review", "saved"])
  func aSignalEndsEachStateInTimeAndTheTakeIsSafe(in state: String) throws {
    let kiosk: KioskRun
    switch state {
    case "review", "saved": kiosk = try kioskInReview()
    default: kiosk = try KioskRun(in: scratch, config: state == "countdown" ? "countdown: 3" : "countdown: 0")
    }
    try kiosk.wait(for: "attract", "review")
    switch state {
    case "ready": try kiosk.ask("key", "key=P")
    case "countdown": try kiosk.ask("record")
    case "recording":
      try kiosk.ask("record")
      try kiosk.wait(for: state)
      Thread.sleep(forTimeInterval: 0.7)
    case "saved": try kiosk.ask("save")
    default: break
    }
    try kiosk.wait(for: state)
    let start = Date.now
    kiosk.signal(SIGTERM)
    let end = try kiosk.finish()
    #expect(end.status == 0)
    #expect(Date.now.timeIntervalSince(start) < 3)
    let hasTake = ["recording", "review", "saved"].contains(state)
    let takes = kiosk.files(in: "takes")
    #expect(takes.count == (hasTake ? 1 : 0))
    #expect(kiosk.files(in: "incoming") == [])
    for take in takes { #expect(try Judge.complaints(take) == "") }
  }

  @Test func aStopIsNeverLostWheneverItComes() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    for moment in 0..<8 {
      try kiosk.ask("record")
      Thread.sleep(forTimeInterval: Double(moment) * 0.06)
      #expect(try kiosk.ask("stop")["ok"] as? Bool == true)
      if try kiosk.wait(for: "ready", "review") == "review" { try kiosk.ask("discard") }
      try kiosk.wait(for: "ready")
      #expect(kiosk.files(in: "incoming") == [])
    }
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func theLimitEndsATake() throws {
    let kiosk = try KioskRun(in: scratch, config: "countdown: 0, max_duration: 1")
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "review")
    let take = try path(in: kiosk.ask("state"))
    #expect(try Judge.streams(take)["video"]?.frameCount == 30)
    kiosk.signal(SIGINT)
    #expect(try kiosk.finish().status == 0)
  }

  @Test func aSecondKioskIsToldWhatIsInItsWay() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    let held = try Program.start(
      ["run", "--library", kiosk.library, "--remote", "none"], environment: KioskRun.memory
    ).finish()
    #expect(held.status == 4)
    #expect(held.errorLines == 2)
    let other = scratch.path("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    let answered = try Program.start(
      ["run", "--library", other, "--remote", scratch.path("socket")], environment: KioskRun.memory
    ).finish()
    #expect(answered.status == 1)
    #expect(answered.errors.contains("another kiosk"))
    #expect(try kiosk.state() == "attract")
  }

  @Test func withoutACameraItRestsAndRefuses() throws {
    let kiosk = try KioskRun(in: scratch, ["--camera", "none"])
    try kiosk.wait(for: "attract")
    let reply = try kiosk.ask("record")
    #expect(reply["ok"] as? Bool == false)
    #expect(reply["code"] as? String == "device")
    #expect(try kiosk.ask("state")["camera"] is NSNull)
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func anyOrderOfInputsAndAnyBytesLeaveItAlive() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    let seed = UInt64.random(in: 0...UInt64.max)
    var storm = Storm(kiosk: kiosk, scratch: scratch, seed: seed)
    let refused = try storm.events(300)
    #expect((1..<300).contains(refused))
    try storm.connections(150)
    kiosk.signal(SIGTERM)
    #expect(try kiosk.finish().status == 0, "seed \(seed)")
  }
}

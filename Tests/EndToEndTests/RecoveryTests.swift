import Foundation
import RetakeBench
import Testing

/// What a kiosk that was killed leaves behind, and who finds it.
@Suite(.serialized) struct RecoveryTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// Runs a kiosk until its take has a second, and kills it.
  private func killWhileRecording() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    for _ in 0..<500 where kiosk.files(in: "incoming").isEmpty { usleep(20_000) }
    Thread.sleep(forTimeInterval: 0.7)
    kiosk.signal(SIGKILL)
    _ = try kiosk.finish()
  }

  private func takes(_ words: String...) throws -> Finished {
    try Program.retake(["takes"] + words + ["--library", scratch.path("library"), "--json"])
  }

  @Test func theNextKioskSavesWhatAKilledOneHasLeft() throws {
    try killWhileRecording()
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    for _ in 0..<500 where !kiosk.files(in: "incoming").isEmpty { usleep(20_000) }
    let take = try #require(kiosk.files(in: "takes").first)
    // The library is the kiosk's.
    #expect(try takes("recover").status == 4)
    #expect(try takes("purge").status == 4)
    #expect(try takes("verify").json()["checked"] as? Int == 1)
    #expect(try takes("verify").status == 0)
    try kiosk.ask("quit")
    #expect(try kiosk.finish().errors.contains("left behind"))

    #expect(try Judge.complaints(take) == "")
    let streams = try Judge.streams(take)
    #expect((streams["video"]?.duration ?? 0) >= 0.5)
    #expect(streams["audio"]?.start == 0)
    let shown = try takes("show", String(take.suffix(12).prefix(8)))
    let details = try #require(try shown.json()["details"] as? [String: Any])
    #expect(details["camera"] as? String == "test:320x180@30")
    #expect(details["recovered"] as? Bool == true)
  }

  @Test func aPersonCanRecoverAndNothingIsDoneTwice() throws {
    try killWhileRecording()
    let incoming = scratch.path("library/incoming")
    try Data("no movie".utf8).write(
      to: URL(filePath: incoming + "/0123abcd-0000-4000-8000-00000000000f.mp4"))
    let report = try takes("recover").json()
    let recovered = try #require(report["recovered"] as? [[String: Any]])
    let damaged = try #require(report["damaged"] as? [[String: Any]])
    #expect(recovered.count == 1 && damaged.count == 1)
    #expect((damaged[0]["file"] as? String)?.contains("/damaged/0123abcd") == true)
    #expect(try Judge.complaints(try #require(recovered[0]["path"] as? String)) == "")
    let again = try takes("recover")
    #expect(again.status == 0)
    #expect(try (again.json()["recovered"] as? [Any])?.isEmpty == true)
  }

  @Test func verifySaysWhichTakeIsDamaged() throws {
    try killWhileRecording()
    _ = try takes("recover")
    let path = try #require(
      FileManager.default.enumerator(atPath: scratch.path("library"))?.compactMap { $0 as? String }
        .first { $0.hasSuffix(".mp4") })
    let file = URL(filePath: scratch.path("library/" + path))
    var data = try Data(contentsOf: file)
    data.replaceSubrange(data.count / 2..<data.count / 2 + 2000, with: Data(count: 2000))
    try data.write(to: file)
    try Data().write(to: file.deletingPathExtension().appendingPathExtension("json"))
    let checked = try takes("verify")
    #expect(checked.status == 1 && checked.errorLines == 2)
    let faults = try #require(try checked.json()["faults"] as? [[String: Any]])
    #expect(faults.count == 1)
    let words = try #require(faults[0]["faults"] as? [String])
    #expect(words.contains { $0.contains("damaged at") } && words.contains { $0.contains("sidecar") })
  }
}

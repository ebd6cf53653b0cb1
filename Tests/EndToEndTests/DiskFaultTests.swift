import Fixtures
import Foundation
import RetakeBench
import Testing

/// Disks that fill up, fail or go away while the real program writes to them.
@Suite(.serialized, .enabled(if: TestDisk.isAllowed)) struct DiskFaultTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func record(to path: String, _ arguments: String...) throws -> Program.Running {
    let usual = ["--camera", "test:320x180@30", "--microphone", "test", "--encoder", "libx264:ultrafast"]
    let running = try Program.start(
      ["record", "-o", path, "--json", "--min-free", "0"] + usual + arguments)
    while !FileManager.default.fileExists(atPath: path), running.process.isRunning { usleep(10_000) }
    return running
  }

  private func expectPlayable(_ path: String, atLeast seconds: Double) throws {
    #expect(try TestMedia.boxes(path) == ["ftyp", "mdat", "moov"])
    #expect(try Judge.complaints(path) == "")
    #expect((try Judge.streams(path)["video"]?.duration ?? 0) >= seconds)
  }

  @Test func anotherProgramFillsTheDiskWhileItRecords() throws {
    let disk = try TestDisk(in: scratch, megabytes: 64)
    let file = disk.path + "/take.mp4"
    let running = try record(to: file)
    usleep(1_000_000)
    try disk.fill(leaving: 0)
    let end = try running.finish()
    #expect(end.status == 4 && end.errorLines == 2)
    let report = try end.json()
    #expect(report["reason"] as? String == "disk_full" && report["file"] as? String == file)
    try expectPlayable(file, atLeast: 0.9)
  }

  @Test func withoutAReserveItRecordsUntilOnlyTheEndFits() throws {
    let disk = try TestDisk(in: scratch, megabytes: 3)
    // Noise, which no encoder makes small.
    let noise = scratch.path("noise.mkv")
    let source = "nullsrc=s=320x180:r=30:d=1,geq=random(1)*255:128:128"
    _ = try Program.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-c:v", "mjpeg", noise])
    let end = try record(to: disk.path + "/take.mp4", "--camera", "file:" + noise, "-t", "20").finish()
    #expect(end.status == 4)
    #expect(try end.json()["reason"] as? String == "disk_full")
    try expectPlayable(disk.path + "/take.mp4", atLeast: 0.9)
    let free = try FileManager.default.attributesOfFileSystem(forPath: disk.path)[.systemFreeSize] as? Int
    #expect(try #require(free) < 1_600_000)
    // Not begun where it makes no sense.
    try FileManager.default.removeItem(atPath: disk.path + "/take.mp4")
    for room in [0, 1000] {
      try disk.fill(leaving: room)
      let refused = try record(to: disk.path + "/take.mp4").finish()
      #expect(refused.status == 4 && refused.errors.contains("needed"))
      #expect(!FileManager.default.fileExists(atPath: disk.path + "/take.mp4"))
      try FileManager.default.removeItem(atPath: disk.path + "/filler")
    }
  }

  @Test(.enabled(if: TestDisk.canFail)) func aDiskThatBecomesReadOnlyKeepsWhatWasRecorded() throws {
    let disk = try TestDisk(in: scratch, ext4: 64)
    let file = disk.path + "/take.mp4"
    let running = try record(to: file)
    usleep(1_200_000)
    try disk.fail()
    let end = try running.finish()
    #expect(end.status == 4 && end.errorLines == 2)
    #expect(try end.json()["reason"] as? String == "io_error")
    #expect((try Judge.streams(file)["video"]?.frameCount ?? 0) >= 15)
  }

  @Test(.enabled(if: TestDisk.canFail)) func aDiskThatGoesAwayHasTheTakeWhenItComesBack() throws {
    let disk = try TestDisk(in: scratch, ext4: 64)
    let incoming = disk.path + "/incoming"
    try FileManager.default.createDirectory(atPath: incoming, withIntermediateDirectories: true)
    let running = try record(to: incoming + "/\(UUID().uuidString).mp4")
    usleep(1_000_000)
    disk.unmount()
    let end = try running.finish()
    #expect(end.status == 4 && end.errors.contains("gone away"))
    #expect(try end.json()["file"] is NSNull)
    try disk.mountAgain()
    let report = try Program.retake(["takes", "recover", "--library", disk.path, "--json"]).json()
    let takes = try #require(report["recovered"] as? [[String: Any]])
    try expectPlayable(try #require(takes.first?["path"] as? String), atLeast: 0.9)
  }

  @Test func onAFullDiskRecoverLeavesATakeWhereItIs() throws {
    let disk = try TestDisk(in: scratch, megabytes: 8)
    let incoming = disk.path + "/incoming"
    for folder in ["incoming", "takes", "discarded"] {
      try FileManager.default.createDirectory(
        atPath: disk.path + "/" + folder, withIntermediateDirectories: true)
    }
    let file = incoming + "/\(UUID().uuidString.lowercased()).mp4"
    let running = try record(to: file)
    usleep(1_500_000)
    running.signal(SIGKILL)
    _ = try running.finish()
    func recover() throws -> Finished {
      try Program.retake(["takes", "recover", "--library", disk.path, "--json"])
    }
    try Data().write(to: URL(filePath: disk.path + "/.lock"))
    try disk.fill(leaving: 0)
    let full = try recover()
    #expect(full.status == 4 && full.errorLines == 2 && full.errors.contains("stays as it is"))
    #expect(try (full.json()["failed"] as? [Any])?.count == 1)
    #expect(FileManager.default.fileExists(atPath: file))
    try FileManager.default.removeItem(atPath: disk.path + "/filler")
    let report = try recover()
    #expect(report.status == 0)
    let take = try #require((try report.json()["recovered"] as? [[String: Any]])?.first)
    #expect(take["id"] as? String == String(file.suffix(40).dropLast(4)) && take["duration"] is Double)
    try expectPlayable(try #require(take["path"] as? String), atLeast: 0.5)
    let id = try #require(take["id"] as? String)
    let shown = try Program.retake(["takes", "show", id, "--library", disk.path, "--json"]).json()
    #expect((shown["details"] as? [String: Any])?["recovered"] as? Bool == true)
  }

  @Test func theKioskSaysThatTheDiskIsFullAndKeepsTheTake() throws {
    let disk = try TestDisk(in: scratch, megabytes: 64)
    let kiosk = try KioskRun(in: scratch, ["--library", disk.path])
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    usleep(1_500_000)
    try disk.fill(leaving: 0)
    try kiosk.wait(for: "interrupted")
    let picture = scratch.path("interrupted.png")
    try kiosk.ask("screenshot", "path=\(picture)")
    let take = try #require(kiosk.ask("state")["take"] as? [String: Any])
    #expect((take["duration"] as? Double ?? 0) >= 0.9)
    // A full disk does not keep a take from being saved: it is there already.
    try kiosk.ask("key", "key=Tab")
    try kiosk.ask("key", "key=Return")
    try kiosk.wait(for: "review")
    let saved = try #require(kiosk.ask("save")["path"] as? String)
    try expectPlayable(saved, atLeast: 0.9)
    // The next one is refused with the reason before any countdown.
    #expect(try kiosk.ask("record")["code"] as? String == "storage")
    #expect(try kiosk.state() == "saved")
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test(.enabled(if: TestDisk.canFail)) func theKioskSaysThatTheDiskIsGoneAndGoesOnWhenItIsBack() throws {
    let disk = try TestDisk(in: scratch, ext4: 64)
    let kiosk = try KioskRun(in: scratch, ["--library", disk.path])
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    usleep(1_500_000)
    disk.unmount()
    try kiosk.wait(for: "interrupted")
    #expect(try kiosk.ask("state")["take"] is NSNull)
    try kiosk.ask("key", "key=Tab")
    try kiosk.ask("key", "key=Return")
    try kiosk.wait(for: "ready")
    // Nothing is written to the folder that is left.
    #expect(try kiosk.ask("record")["code"] as? String == "storage")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    try disk.mountAgain()
    for _ in 0..<200 where try kiosk.ask("record")["ok"] as? Bool != true { usleep(100_000) }
    try kiosk.wait(for: "recording")
    usleep(1_000_000)
    try kiosk.ask("stop")
    try kiosk.wait(for: "review")
    let saved = try #require(kiosk.ask("save")["path"] as? String)
    try expectPlayable(saved, atLeast: 0.5)
    // What was being recorded when it went is saved too.
    let takes = disk.path + "/takes"
    func count() -> Int {
      let names = FileManager.default.enumerator(atPath: takes)?.compactMap { $0 as? String } ?? []
      return names.count { $0.hasSuffix(".mp4") }
    }
    for _ in 0..<200 where count() < 2 { usleep(50_000) }
    #expect(count() == 2)
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
    #expect(try Program.retake(["takes", "verify", "--library", disk.path]).status == 0)
  }

  @Test(.enabled(if: TestDisk.canFail)) func aSaveThatTheDiskRefusesIsNotClaimed() throws {
    let disk = try TestDisk(in: scratch, ext4: 64)
    let kiosk = try KioskRun(in: scratch, ["--library", disk.path])
    try kiosk.wait(for: "attract")
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    usleep(1_000_000)
    try kiosk.ask("stop")
    try kiosk.wait(for: "review")
    try disk.fail()
    let reply = try kiosk.ask("save")
    #expect(reply["ok"] as? Bool == false && reply["code"] as? String == "storage")
    #expect((reply["error"] as? String)?.contains("Read-only") == true)
    #expect(try kiosk.state() == "review")
    let path = try #require((kiosk.ask("state")["take"] as? [String: Any])?["path"] as? String)
    #expect(FileManager.default.fileExists(atPath: path))
    kiosk.signal(SIGTERM)
    #expect(try kiosk.finish().status == 0)
  }
}

import Foundation
import RetakeKiosk
import RetakeRemote
import Testing

/// `retake ctl` against a kiosk's socket.
@Suite struct CtlTests {
  private func withKiosk(_ body: (FakeKiosk) throws -> Void) throws {
    let kiosk = try FakeKiosk()
    defer { kiosk.end() }
    try body(kiosk)
  }

  private func ctl(_ kiosk: FakeKiosk, _ words: String...) throws -> Retake.Result {
    try Retake.run(["ctl", "--remote", kiosk.path] + words)
  }

  @Test func theReplyIsPrinted() throws {
    try withKiosk { kiosk in
      let recorded = try ctl(kiosk, "record")
      #expect(recorded == .init(code: 0, output: "{\"ok\":true}\n", errors: ""))
      #expect(try ctl(kiosk, "seek", "seconds=2.5").output == "{\"ok\":true,\"position\":2.5}\n")
      #expect(
        try ctl(kiosk, "seek", "seconds=-1e1", "id=a/b").output
          == "{\"id\":\"a/b\",\"ok\":true,\"position\":-10}\n")
      #expect(try ctl(kiosk, "mute", "on=true").code == 0)
      #expect(try ctl(kiosk, "key", "key=,").code == 0)
      #expect(try ctl(kiosk, "key", "key=5").code == 0)
      #expect(try ctl(kiosk, "screenshot", "path=a b.png").code == 0)
      let here = FileManager.default.currentDirectoryPath
      #expect(
        kiosk.commands == [
          .record, .seek(2.5), .seek(-10), .mute(true), .key(","), .key("5"), .screenshot(here + "/a b.png"),
        ])
    }
  }

  @Test func refusalsArePrintedToo() throws {
    try withKiosk { kiosk in
      for (words, code) in [
        (["discard"], "wrong_state"), (["dance"], "unknown_command"), (["seek"], "bad_argument"),
        (["volume", "value=loud"], "bad_argument"), (["camera", "id=5"], "bad_argument"),
        (["microphone", "id=true"], "bad_argument"), (["preset", "name=5"], "bad_argument"),
        (["camera", "name=x"], "bad_argument"), (["control", "name=1"], "bad_argument"),
        (["gallery"], "not_supported"),
      ] {
        let result = try Retake.run(["ctl"] + words + ["--remote", kiosk.path])
        #expect(result.code == 1)
        #expect(
          result.output.hasPrefix("{\"ok\":false,") && result.output.hasSuffix(",\"code\":\"\(code)\"}\n"))
        #expect(result.errors == "")
      }
    }
  }

  @Test func nobodyAnswers() throws {
    let path = "/tmp/\(UUID().uuidString).sock"
    let result = try Retake.run("ctl", "state", "--remote", path)
    #expect(result.code == 3)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("retake: nobody answers at \(path): No such file or directory\n"))
    #expect(try Retake.run("ctl", "state", "--remote", "none").code == 3)
    let told = try Retake.run("ctl", "state", "--json", "--remote", path)
    #expect(told.code == 3 && told.output.hasPrefix("{\"ok\":false,\"error\":\"nobody answers at \(path)"))
    // Where there is no place for a socket by default, either.
    #expect(try Retake.run("ctl", "state").code == 3)
  }

  @Test func eventsArePrintedUntilTheKioskEnds() throws {
    try withKiosk { kiosk in
      let output = Pipe()
      let process = try Retake.process(["ctl", "subscribe", "--remote", kiosk.path])
      process.standardOutput = output
      try process.run()
      try output.fileHandleForWriting.close()
      #expect(kiosk.waitForSubscriber())
      kiosk.publish(.notice(.tooShort))
      kiosk.end()
      let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(
        lines == "{\"ok\":true}\n" + RemoteEvent.state(StateReport(state: .ready)).object.line
          + "\n{\"event\":\"notice\",\"code\":\"too_short\"}\n")
    }
  }

  @Test func anInterruptEndsIt() throws {
    try withKiosk { kiosk in
      let process = try Retake.process(["ctl", "subscribe", "--remote", kiosk.path])
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      #expect(kiosk.waitForSubscriber())
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
  }

  @Test func itEndsWithWhoeverReadsItsLines() throws {
    try withKiosk { kiosk in
      let output = Pipe()
      let process = try Retake.process(["ctl", "subscribe", "--remote", kiosk.path])
      process.standardOutput = output
      try process.run()
      try output.fileHandleForWriting.close()
      #expect(kiosk.waitForSubscriber())
      try output.fileHandleForReading.close()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test(arguments: [
    ["ctl"], ["ctl", "seek", "2.5"], ["ctl", "seek", "=2"], ["ctl", "seek", "seconds=1", "seconds=2"],
    ["ctl", "state", "command=quit"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let result = try Retake.run(arguments)
    #expect(result.code == 2)
    #expect(result.errors.split(separator: "\n").count == 2)
  }
}

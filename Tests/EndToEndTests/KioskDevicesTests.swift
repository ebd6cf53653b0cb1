import Foundation
import RetakeBench
import Testing

/// Cameras and microphones of a running kiosk, as a script changes them. The devices are built-in ones and files, so that
/// this works on any machine.
@Suite(.serialized) struct KioskDevicesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func take(_ kiosk: KioskRun, seconds: Double = 0.8, during: () throws -> Void = {}) throws -> String
  {
    try kiosk.ask("record")
    try kiosk.wait(for: "recording")
    Thread.sleep(forTimeInterval: seconds)
    try during()
    try kiosk.ask("stop")
    try kiosk.wait(for: "review")
    return try #require(kiosk.ask("save")["path"] as? String)
  }

  @Test func camerasAreChangedBetweenTakesAndNotWithinOne() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    let first = try take(kiosk)
    #expect(try kiosk.ask("camera", "id=test:640x360@25")["ok"] as? Bool == true)
    #expect(try kiosk.ask("state")["camera"] as? String == "test:640x360@25")
    let second = try take(kiosk) { () throws in
      #expect(try kiosk.ask("camera", "id=test:160x120")["code"] as? String == "wrong_state")
      #expect(try kiosk.ask("preset", "name=low")["code"] as? String == "wrong_state")
      #expect(try kiosk.ask("microphone", "id=none")["code"] as? String == "wrong_state")
    }
    // A camera that is not there changes nothing.
    #expect(try kiosk.ask("camera", "id=/dev/video99")["code"] as? String == "device")
    #expect(try kiosk.ask("camera", "id=test:1x1")["code"] as? String == "bad_argument")
    #expect(try kiosk.ask("preset", "name=huge")["code"] as? String == "bad_argument")
    #expect(try kiosk.ask("state")["camera"] as? String == "test:640x360@25")
    let third = try take(kiosk)
    let widths = try [first, second, third].map { path in try Judge.streams(path)["video"]?["width"] }
    #expect(widths == ["320", "640", "640"])
    for path in [first, second, third] { #expect(try Judge.complaints(path) == "") }
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func devicesAndControlsAreTold() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    let devices = try kiosk.ask("devices")
    let listed = try Program.retake(["devices", "--json"]).json()
    #expect(Set(devices.keys) == Set(listed.keys).union(["ok"]))
    let cameras = try #require(devices["cameras"] as? [[String: Any]])
    #expect(cameras.contains { $0["id"] as? String == "test" })
    #expect(try kiosk.ask("control")["controls"] as? [String] == [])
    #expect(try kiosk.ask("control", "name=brightness")["code"] as? String == "not_supported")
    #expect(try kiosk.ask("control", "name=brightness", "value=loud")["code"] as? String == "bad_argument")
    // Only the test camera is there, or others beside it: then there is a next one.
    let others = cameras.filter { $0["id"] as? String != "test" && $0["problem"] == nil }
    if others.isEmpty { #expect(try kiosk.ask("camera")["code"] as? String == "device") }
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func whatIsTypedIsNeverTakenForSomethingElse() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    for (command, argument) in [
      ("camera", "id=5"), ("camera", "id=true"), ("camera", "id=null"), ("microphone", "id=7"),
      ("camera", "name=x"), ("preset", "name=5"), ("control", "name=true"), ("control", "value=[1]"),
    ] {
      #expect(try kiosk.ask(command, argument)["code"] as? String == "bad_argument", "\(command) \(argument)")
    }
    #expect(try kiosk.ask("state")["camera"] as? String == "test:320x180@30")
    // Whatever somebody calls a device, it is one short line of the log and of the reply.
    let refusal = try kiosk.ask("camera", "id=a\nb" + String(repeating: "x", count: 5000))
    let message = try #require(refusal["error"] as? String)
    #expect(refusal["code"] as? String == "device" && message.count < 500 && message.contains("a\\nb"))
    _ = try take(kiosk) { () throws in
      #expect(try kiosk.ask("control", "name=gain", "value=1")["code"] as? String == "wrong_state")
    }
    try kiosk.ask("quit")
    let end = try kiosk.finish()
    #expect(end.status == 0)
    for line in end.errors.split(separator: "\n") where line.contains("xxx") {
      #expect(line.hasPrefix("retake: warning: camera 'a\\nb") && line.count < 500, "\(line)")
    }
  }

  @Test func whileADeviceDoesNotAnswerNothingIsPromised() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    // A pipe that nobody writes to hangs as a driver may.
    let pipe = scratch.path("pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    let change = try Program.start(["ctl", "--remote", kiosk.socket, "camera", "id=file:" + pipe])
    var code: String?
    for _ in 0..<200 where code != "device" {
      Thread.sleep(forTimeInterval: 0.1)
      code = try kiosk.ask("record")["code"] as? String
      // The change is under way; then it is clear that it hangs.
      #expect(code == "wrong_state" || code == "device")
    }
    #expect(code == "device")
    try kiosk.ask("key", "key=Space")
    #expect(try kiosk.ask("state")["state"] as? String == "ready")
    // It answers after all: that it is no camera.
    try Data().write(to: URL(filePath: pipe))
    #expect(try change.finish().status == 1)
    #expect(try Judge.complaints(take(kiosk)) == "")
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  @Test func aMicrophoneThatIsMutedOrNoneGivesSilenceOrNoTrack() throws {
    let kiosk = try KioskRun(in: scratch)
    try kiosk.wait(for: "attract")
    try kiosk.ask("key", "key=P")
    try kiosk.wait(for: "ready")
    #expect(try kiosk.ask("mute")["on"] as? Bool == true)
    let silent = try take(kiosk, seconds: 1.4)
    #expect(try loudest(silent) < 4)
    // Muting ends with the guest; the next one is heard.
    try kiosk.ask("key", "key=U")
    try kiosk.wait(for: "review")
    try kiosk.ask("discard")
    try kiosk.ask("mute", "on=false")
    let heard = try take(kiosk, seconds: 1.4)
    #expect(try loudest(heard) > 3000)
    #expect(try kiosk.ask("microphone", "id=hw:99,0")["code"] as? String == "device")
    #expect(try kiosk.ask("state")["microphone"] as? String == "test")
    #expect(try kiosk.ask("microphone", "id=none")["ok"] as? Bool == true)
    #expect(try kiosk.ask("state")["microphone"] is NSNull)
    let path = try take(kiosk)
    // The track stays, for a microphone may come at any moment.
    #expect(try loudest(path) < 4)
    try kiosk.ask("quit")
    #expect(try kiosk.finish().status == 0)
  }

  /// The loudest sample of a file, 0 to 32768.
  private func loudest(_ path: String) throws -> Int {
    try Judge.sound(path).map { abs(Int($0)) }.max() ?? 0
  }
}

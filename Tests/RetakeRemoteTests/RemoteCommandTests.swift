import RetakeKiosk
import RetakeMedia
import Testing

@testable import RetakeRemote

@Suite struct RemoteCommandTests {
  private func read(_ line: String) -> RemoteCommand {
    RemoteCommand(line: Array(line.utf8))
  }

  private func code(_ line: String) -> RemoteRefusal.Code? {
    if case .failure(let refusal) = read(line).command { refusal.code } else { nil }
  }

  @Test(
    arguments: [
      (#"{"command":"state"}"#, .state), (#"{"command":"stats"}"#, .stats),
      (#"{"command":"record"}"#, .record),
      (#"{"command":"stop"}"#, .stop), (#"{"command":"save"}"#, .save), (#"{"command":"discard"}"#, .discard),
      (#"{"command":"undo"}"#, .undo), (#"{"command":"retake"}"#, .retake), (#"{"command":"play"}"#, .play),
      (#"{"command":"pause"}"#, .pause), (#"{"command":"subscribe"}"#, .subscribe),
      (#"{"command":"quit"}"#, .quit),
      (#"{"command":"seek","seconds":2.5}"#, .seek(2.5)), (#"{"command":"seek","seconds":-3}"#, .seek(-3)),
      (#"{"command":"seek","seconds":1e2}"#, .seek(100)),
      (#"{"command":"step"}"#, .step(1)), (#"{"command":"step","frames":-2}"#, .step(-2)),
      (#"{"command":"step","frames":null}"#, .step(1)), (#"{"command":"step","frames":2.0}"#, .step(2)),
      (#"{"command":"volume","value":1}"#, .volume(1)),
      (#"{"command":"volume","value":0.25}"#, .volume(0.25)),
      (#"{"command":"rate","value":2}"#, .rate(2)),
      (#"{"command":"mute"}"#, .mute(nil)), (#"{"command":"mute","on":false}"#, .mute(false)),
      (#"{"command":"controls","on":true}"#, .controls(true)),
      (#"{"command":"devices"}"#, .devices), (#"{"command":"camera"}"#, .camera(nil)),
      (#"{"command":"camera","id":"/dev/video0"}"#, .camera("/dev/video0")),
      (#"{"command":"camera","id":1}"#, .camera(nil)),
      (#"{"command":"microphone","id":null}"#, .microphone(nil)),
      (#"{"command":"microphone","id":"alsa:C920,0"}"#, .microphone("alsa:C920,0")),
      (#"{"command":"devices","id":"x"}"#, .devices),
      (#"{"command":"preset","name":"hd720"}"#, .preset(.hd720)),
      (#"{"command":"control"}"#, .control(name: nil, value: nil)),
      (#"{"command":"control","name":"gain"}"#, .control(name: "gain", value: nil)),
      (#"{"command":"control","name":"gain","value":-3.0}"#, .control(name: "gain", value: .number(-3))),
      (#"{"command":"control","name":"hflip","value":true}"#, .control(name: "hflip", value: .on(true))),
      (#"{"command":"tap","x":0.5,"y":1}"#, .tap(x: 0.5, y: 1)),
      (#"{"command":"key","key":"Shift+Left"}"#, .key("Shift+Left")),
      (#"{"command":"key","key":7}"#, .key("7")),
      (#"{"command":"screenshot","path":"/tmp/a \u00fc.png"}"#, .screenshot("/tmp/a ü.png")),
      (" \t{ \"x\" : 0.5 ,\"y\":0,\"command\" :\"tap\"}\r", .tap(x: 0.5, y: 0)),
      (#"{"comm\u0061nd":"play"}"#, .play),
    ] as [(String, KioskCommand)])
  func isRead(line: String, command: KioskCommand) {
    #expect(read(line).command == .success(command))
  }

  /// Nobody types a number for the answer to repeat.
  @Test(
    arguments: [
      (["command": "camera", "id": 5], true), (["command": "microphone", "id": true], true),
      (["command": "camera", "id": 1.5], true), (["command": "camera", "id": ""], true),
      (["command": "camera", "id": "5"], false), (["command": "camera"], false),
      (["command": "microphone", "id": .null], true), (["command": "state", "id": 5], false),
    ] as [(RemoteObject, Bool)])
  func typedIDsAreTexts(command: RemoteObject, isRefused: Bool) {
    #expect(RemoteCommand.refusal(ofTyped: command).map(\.code) == (isRefused ? .badArgument : nil))
  }

  @Test(
    arguments: [
      (#"{"id":1,"command":"state"}"#, 1), (#"{"id":"a/\"b","command":"state"}"#, "a/\"b"),
      (#"{"command":"state"}"#, nil), (#"{"id":null,"command":"state"}"#, .some(.null)),
      (#"{"id":-2.25,"command":"state"}"#, -2.25), (#"{"id":true,"command":"state"}"#, true),
      (#"{"id":9007199254740993,"command":"no"}"#, 9_007_199_254_740_993),
      (#"{"id":5}"#, 5), (#"{"id":[5, {"a":null}],"command":"state"}"#, .list([5, .object(["a": .null])])),
      (#"{"id":6"#, nil),
      (#"{"id":-1E+999,"command":"state"}"#, .digits("-1E+999")),
      (#"{"id":12345678901234567890,"command":"state"}"#, .digits("12345678901234567890")),
    ] as [(String, RemoteValue?)])
  func idIsKept(line: String, id: RemoteValue?) {
    #expect(read(line).id == id)
  }

  @Test(arguments: [
    "", " ", "x", "{", "}", "null", "true", "1", "\"state\"", "[]", "[{\"command\":\"state\"}]", "{}{}",
    #"{"command":"state"} x"#, #"{"command":"state",}"#, #"{'command':'state'}"#, #"{command:"state"}"#,
    #"{"command":"state""#, #"{"command":"#, #"{"command":"state"}{"command":"quit"}"#,
    #"{"command":"state","command":"quit"}"#, #"{"command":"state","a":1,"a":1}"#,
    #"{"command":"state","comm\u0061nd":"quit"}"#, #"{"id":01,"command":"state"}"#,
    "{\"command\":\"st\u{0}ate\"}", "{\"command\":\"state\"\u{0}}", "\u{FEFF}{\"command\":\"state\"}",
    #"{"command":NaN}"#, #"{"command":"\ud800"}"#, #"{"command":"\x"}"#, "{\"command\":\"a\tb\"}",
    String(repeating: "[", count: 60_000), String(repeating: #"{"a":"#, count: 10_000),
    #"{"command":"state","a":"# + String(repeating: "[", count: 20) + String(repeating: "]", count: 20) + "}",
    #"{"command":"state" "a":1}"#, #"{"command"}"#, #"{"a":[1,]}"#, #"{"a":[,]}"#, #"{"a":[1 2]}"#,
    #"{"a":-}"#,
    #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":-01}"#, #"{"a":1e}"#, #"{"a":tru}"#, #"{"a":truex}"#,
    #"{"a":0x1}"#, #"{"a":"\u12"}"#, #"{"a":"\u12G4"}"#, #"{"a":"\u+123"}"#, #"{"a":"\udc00"}"#,
    #"{"a":"\ud800\u0041"}"#, #"{"a":"\ud800"#, #"{"a":"\"#, "{\"a\":\"\n\"}", "/**/{}",
  ])
  func badJSON(line: String) {
    #expect(code(line) == .badJSON)
  }

  @Test(arguments: [
    [0xFF], [0x7B, 0xC3, 0x28, 0x7D], [0x7B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x7D], [0xFE, 0xFF, 0, 0x7B],
  ])
  func whatIsNotUTF8(line: [UInt8]) {
    guard case .failure(let refusal) = RemoteCommand(line: line).command else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.code == .badJSON)
  }

  @Test(arguments: [
    "{}", #"{"command":null}"#, #"{"command":1}"#, #"{"command":["state"]}"#, #"{"command":{"state":1}}"#,
    #"{"command":"state","x":1}"#, #"{"command":"seek"}"#, #"{"command":"seek","seconds":null}"#,
    #"{"command":"seek","seconds":"2"}"#, #"{"command":"seek","seconds":true}"#,
    #"{"command":"seek","seconds":[2]}"#, #"{"command":"seek","seconds":1e999}"#,
    #"{"command":"seek","seconds":1e300}"#, #"{"command":"seek","seconds":2,"Seconds":3}"#,
    #"{"command":"step","frames":1.5}"#, #"{"command":"step","frames":123456789012345678901234567890}"#,
    #"{"command":"step","frames":false}"#, #"{"command":"volume","value":1.01}"#,
    #"{"command":"volume","value":-0.1}"#, #"{"command":"volume"}"#, #"{"command":"rate","value":0}"#,
    #"{"command":"mute","on":1}"#, #"{"command":"mute","on":"true"}"#, #"{"command":"tap","x":0.5}"#,
    #"{"command":"tap","x":0.5,"y":2}"#, #"{"command":"key"}"#, #"{"command":"key","key":""}"#,
    #"{"command":"camera","id":""}"#, #"{"command":"camera","id":true}"#, #"{"command":"camera","id":["a"]}"#,
    #"{"command":"microphone","id":false}"#, #"{"command":"microphone","id":{"a":1}}"#,
    #"{"command":"camera","name":"x"}"#, #"{"command":"microphone","node":"hw:0,0"}"#,
    #"{"command":"preset","name":5}"#, #"{"command":"control","name":5}"#,
    #"{"command":"control","name":true,"value":1}"#, #"{"command":"control","value":[1]}"#,
    #"{"command":"controls","on":0}"#, #"{"command":"record","seconds":5}"#,
    #"{"command":"stats","now":true}"#, #"{"command":"preset"}"#,
    #"{"command":"preset","name":"huge"}"#, #"{"command":"control","name":"gain","value":1.5}"#,
    #"{"command":"control","name":"gain","value":"1"}"#,
    #"{"command":"key","key":12}"#, #"{"command":"screenshot"}"#, #"{"command":"screenshot","path":""}"#,
    #"{"command":"screenshot","path":"/tmp/a.png\u0000.txt"}"#, #"{"command":"screenshot","path":3}"#,
  ])
  func badArguments(line: String) {
    #expect(code(line) == .badArgument)
  }

  @Test(arguments: ["", "State", "state ", "format", "st\u{301}ate"])
  func unknownCommands(name: String) {
    #expect(code(RemoteObject(dictionaryLiteral: ("command", .text(name))).line) == .unknownCommand)
  }

  @Test(arguments: [
    "takes", "pip", "photo", "live", "burst", "bracket", "open", "gallery", "export",
  ])
  func whatLaterVersionsHave(name: String) {
    #expect(code(#"{"command":"\#(name)","id":"x"}"#) == .notSupported)
  }

  @Test func messagesStayShort() {
    let name = String(repeating: "é\n", count: 5000)
    for line: RemoteObject in [["command": .text(name)], ["command": "state", .init(name): 1]] {
      guard case .failure(let refusal) = read(line.line).command else {
        Issue.record("accepted")
        continue
      }
      #expect(refusal.message.count < 120)
    }
  }
}

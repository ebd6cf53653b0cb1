import Foundation
import RetakeKiosk
import Testing

@testable import RetakeRemote

@Suite struct RemoteObjectTests {
  @Test(
    arguments: [
      (["id": 1, "ok": true, "path": "/a/b"], #"{"id":1,"ok":true,"path":"/a/b"}"#),
      ([:], "{}"),
      (["a": .null, "b": 0.5, "c": 2.0, "d": -0.0], #"{"a":null,"b":0.5,"c":2,"d":0}"#),
      (["a": .number(.infinity), "b": .number(.nan)], #"{"a":null,"b":null}"#),
      (["a": "\"\\\n\t\u{1}/ü\u{1F600}\0"], #"{"a":"\"\\\n\t\u0001/ü😀\u0000"}"#),
      (["a\n": .list([1, "x", .object([:])])], #"{"a\n":[1,"x",{}]}"#),
    ] as [(RemoteObject, String)])
  func isWrittenOnOneLine(object: RemoteObject, line: String) {
    #expect(object.line == line)
  }

  @Test(arguments: [
    (0.1 + 0.2, "0.3"), (2.4999999999, "2.5"), (1.0 / 3, "0.333333"), (1e-7, "0"), (-0.25, "-0.25"),
    (1e300, "1e+300"), (0.000001, "1e-06"),
  ])
  func measuredNumbersHaveNoNoise(number: Double, text: String) {
    #expect(RemoteValue(measured: number).literal == text)
  }

  @Test func whatIsWrittenIsJSON() throws {
    let texts = (0..<0x180).compactMap { Unicode.Scalar($0).map { String($0) } }
    let object = RemoteObject(texts.map { .init($0, .text($0)) } + [.init("big", .number(1.5e-300))])
    let read = try JSONSerialization.jsonObject(with: Data(object.line.utf8)) as? [String: Any]
    #expect(read?.count == texts.count + 1)
    for text in texts { #expect(read?[text] as? String == text) }
    #expect(read?["big"] as? Double == 1.5e-300)
  }

  @Test func stateHasItsFields() {
    #expect(
      StateReport(state: .attract, camera: "test").fields.line
        == #"{"state":"attract","take":null,"position":0,"playing":false,"camera":"test","microphone":null}"#)
    let report = StateReport(
      state: .review, take: .init(id: nil, path: "/v/a.mp4", duration: 2.96), position: 1.2, isPlaying: true)
    #expect(
      RemoteEvent.state(report).object.line
        == #"{"event":"state","state":"review","take":{"id":null,"path":"/v/a.mp4","duration":2.96},"#
        + #""position":1.2,"playing":true,"camera":null,"microphone":null}"#)
    #expect(RemoteEvent.notice(.tooShort).object.line == #"{"event":"notice","code":"too_short"}"#)
    #expect(
      RemoteEvent.recovered(RecoveryCount(recovered: 2, damaged: 1)).object.line
        == #"{"event":"notice","code":"recovered","count":2,"damaged":1}"#)
  }

  @Test func statsHaveTheirFields() {
    var report = StatsReport()
    #expect(
      report.fields.line
        == #"{"captured":0,"shown":0,"encoded":0,"dropped":{"camera":0,"preview":0,"record":0},"#
        + #""queue":{"video":0,"audio":0,"bytes":0},"fps":0,"cpu":0,"rss":0,"#
        + #""latency_ms":{"p50":null,"p95":null,"max":null},"start_ms":null,"stop_to_review_ms":null,"#
        + #""seek_ms":{"p50":null,"p95":null,"max":null},"av_offset_ms":null,"encoder":null,"speed":null}"#)
    report.latency = Percentiles(of: [33.3333333, 16])
    report.encoder = "libx264"
    report.audioOffset = -1.23456
    #expect(report.fields.line.contains(#""latency_ms":{"p50":16,"p95":33.333,"max":33.333}"#))
    #expect(report.fields.line.hasSuffix(#""av_offset_ms":-1.235,"encoder":"libx264","speed":null}"#))
  }
}

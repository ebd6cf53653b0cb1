import Foundation
import RetakeRuntime
import Testing

@testable import RetakeLibrary

/// What a list reads of a sidecar is what is in it.
struct TakeSummaryTests {
  private static let id = "0123abcd-0000-4000-8000-00000000000f"

  @Test(arguments: [nil, 0, 2, 12.345, 86_400.5])
  func whatWeWriteIsReadWithoutDecoding(duration: Double?) throws {
    let odd = "a \"quoted\" \n  \"id\" : \"x\",\n \\ { } é"
    let record = TakeRecord(
      id: Self.id, date: TestLibrary.noon, duration: duration, reason: odd, camera: odd, microphone: nil,
      settings: ["id": "no", "duration": "3", odd: odd], tags: [odd, "id"], previous: "takes/x",
      recovered: true)
    let bytes = try record.json(timeZone: TimeZone(identifier: "Asia/Kathmandu") ?? .gmt)
    let summary = try #require(TakeSummary(asWritten: bytes))
    #expect(summary == TakeSummary(try #require(TakeRecord(bytes))))
    #expect(summary.id == Self.id && summary.date == TestLibrary.noon && summary.duration == duration)
  }

  @Test(arguments: [
    #"{"id":"0123ABCD-0000-4000-8000-00000000000f","date":"2026-11-30T14:05:33Z"}"#,
    "{\n  \"id\" : \"0123\\u0061bcd-0000-4000-8000-00000000000f\",\n  \"date\" : \"2026-11-30T14:05:33Z\"\n}\n",
    "{\n  \"date\": \"2026-11-30T14:05:33Z\",\n  \"id\": \"0123abcd-0000-4000-8000-00000000000f\"\n}\n",
  ])
  func whatIsWrittenInAnotherWayIsDecoded(text: String) throws {
    #expect(TakeSummary(asWritten: Array(text.utf8)) == nil)
    let test = try TestLibrary()
    try test.write(text, to: "a.json")
    #expect(TakeSummary.read(test.root + "/a.json")?.id == Self.id)
  }

  @Test func whatIsNoSidecarHasNoSummary() throws {
    let test = try TestLibrary()
    let texts = [
      "", "{}", "{\n}\n", "{\n  \"id\" : 3,\n  \"date\" : 4\n}\n",
      "{\n  \"id\" : \"0123abcd\",\n  \"date\" : \"2026-11-30T14:05:33Z\",\n  \"duration\" : -1\n}\n",
      "{\n  \"id\" : \"../../etc\",\n  \"date\" : \"2026-11-30T14:05:33Z\"\n}\n",
    ]
    for text in texts {
      try test.write(text, to: "a.json")
      #expect(TakeSummary.read(test.root + "/a.json") == nil, "\(text)")
    }
    #expect(TakeSummary.read(test.root) == nil)
    #expect(unsafe mkfifo(test.root + "/b.json", 0o600) == 0)
    #expect(TakeSummary.read(test.root + "/b.json") == nil)
    try FileManager.default.createSymbolicLink(
      atPath: test.root + "/c.json", withDestinationPath: test.root + "/a.json")
    #expect(TakeSummary.read(test.root + "/c.json") == nil)
    try Data(count: 2 << 20).write(to: URL(filePath: test.root + "/d.json"))
    #expect(TakeSummary.read(test.root + "/d.json") == nil)
  }
}

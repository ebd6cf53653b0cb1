import RetakeKiosk
import Testing

@testable import RetakeRemote

/// Who is answered what, and in which order.
@Suite struct RemoteDeskTests {
  /// Whether the main thread would be woken.
  private func submit(_ name: String, _ id: Int, to desk: inout RemoteDesk, from connection: Int = 1) -> Bool
  {
    let line: RemoteObject = ["id": .integer(id), "command": .text(name)]
    return desk.submit(RemoteCommand(line: Array(line.line.utf8)), from: connection)
  }

  private func text(_ desk: inout RemoteDesk, _ connection: Int) -> String {
    String(decoding: desk.takeBytes(for: connection), as: UTF8.self)
  }

  @Test func answersMayComeLateAndInAnyOrder() {
    var desk = RemoteDesk()
    desk.open(1)
    desk.open(2)
    #expect(submit("save", 7, to: &desk))
    #expect(!submit("state", 8, to: &desk))
    #expect(!submit("play", 9, to: &desk, from: 2))
    let requests = desk.takeRequests()
    #expect(requests.map(\.command) == [.save, .state, .play])
    #expect(desk.takeRequests() == [])
    desk.answer(requests[1].number, .success(["state": "saving"]))
    desk.answer(requests[2].number, .failure(RemoteRefusal(.wrongState, "no")))
    desk.answer(requests[0].number, .success(["path": "/a"]))
    #expect(
      text(&desk, 1)
        == "{\"id\":8,\"ok\":true,\"state\":\"saving\"}\n{\"id\":7,\"ok\":true,\"path\":\"/a\"}\n")
    #expect(text(&desk, 2) == "{\"id\":9,\"ok\":false,\"error\":\"no\",\"code\":\"wrong_state\"}\n")
  }

  @Test func nobodyIsAnsweredTwiceOrAfterGoing() {
    var desk = RemoteDesk()
    desk.open(1)
    _ = submit("play", 1, to: &desk)
    _ = submit("pause", 2, to: &desk)
    let requests = desk.takeRequests()
    desk.answer(requests[0].number, .success([:]))
    desk.answer(requests[0].number, .success([:]))
    desk.answer(99, .success([:]))
    #expect(text(&desk, 1) == "{\"id\":1,\"ok\":true}\n")
    #expect(desk.isExpecting(1))
    desk.close(1)
    desk.open(2)
    desk.answer(requests[1].number, .success([:]))
    #expect(text(&desk, 1) == "" && text(&desk, 2) == "")
    #expect(!desk.isExpecting(1) && !desk.isExpecting(2))
  }

  @Test func thePresentStateComesBeforeTheEvents() {
    var desk = RemoteDesk()
    desk.open(1)
    desk.open(2)
    desk.publish(["event": "early"])
    _ = submit("subscribe", 1, to: &desk)
    desk.publish(["event": "early"])
    #expect(!desk.hasSubscribers)
    desk.subscribe(desk.takeRequests()[0].number, present: ["event": "present"])
    #expect(desk.hasSubscribers)
    desk.publish(["event": "later"])
    #expect(text(&desk, 1) == "{\"id\":1,\"ok\":true}\n{\"event\":\"present\"}\n{\"event\":\"later\"}\n")
    #expect(text(&desk, 2) == "")
    #expect(desk.isExpecting(1))
  }

  @Test func aConnectionHasSoManyCommandsUnderWay() {
    var desk = RemoteDesk()
    desk.open(1)
    for id in 0..<RemoteDesk.mostOpenRequests {
      #expect(desk.hasRoom(1))
      _ = submit("play", id, to: &desk)
    }
    #expect(!desk.hasRoom(1))
    desk.answer(desk.takeRequests()[3].number, .success([:]))
    #expect(desk.hasRoom(1))
  }

  @Test func whatWaitsIsBounded() {
    var desk = RemoteDesk()
    desk.open(1)
    _ = submit("subscribe", 1, to: &desk)
    desk.subscribe(desk.takeRequests()[0].number, present: [:])
    _ = desk.takeBytes(for: 1)
    let event: RemoteObject = ["text": .text(String(repeating: "a", count: 10_000))]
    for _ in 0..<25 { desk.publish(event) }
    #expect(!desk.isOverfull(1))
    // What was taken and not sent counts, too.
    #expect(desk.takeBytes(for: 1).count > 250_000)
    desk.publish(event)
    #expect(desk.isOverfull(1) == false)
    desk.publish(event)
    #expect(desk.isOverfull(1))
    #expect(desk.takeBytes(for: 1).count < 20_000)
  }

  @Test func aLongAnswerAloneIsNoSlowReader() {
    var desk = RemoteDesk()
    desk.open(1)
    _ = submit("state", 1, to: &desk)
    let long = String(repeating: "a", count: 2 * RemoteDesk.mostWaitingBytes)
    desk.answer(desk.takeRequests()[0].number, .success(["text": .text(long)]))
    #expect(!desk.isOverfull(1))
    #expect(desk.takeBytes(for: 1).count > long.count)
  }

  @Test func atTheEndEverybodyIsAnswered() {
    var desk = RemoteDesk()
    desk.open(1)
    _ = submit("save", 1, to: &desk)
    desk.beginClosing()
    #expect(!submit("state", 2, to: &desk))
    #expect(desk.takeRequests() == [])
    let refused = #""ok":false,"error":"the kiosk is ending","code":"failed"}"# + "\n"
    #expect(text(&desk, 1) == "{\"id\":1,\(refused){\"id\":2,\(refused)")
  }
}

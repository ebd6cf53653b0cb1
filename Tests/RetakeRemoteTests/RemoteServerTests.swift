import Foundation
import RetakeBench
import RetakeKiosk
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeRemote

/// The server through its socket, as scripts use it and as bad ones misuse it.
@Suite struct RemoteServerTests {
  private func withKiosk(
    _ work: @escaping @Sendable (RemoteServer, [RemoteRequest]) -> Void = TestKiosk.answerAll,
    _ body: (TestKiosk) throws -> Void
  ) throws {
    let kiosk = try TestKiosk(work)
    defer { kiosk.end() }
    try body(kiosk)
  }

  /// Whether the kiosk still answers somebody new.
  private func isAlive(_ kiosk: TestKiosk) throws -> Bool {
    let peer = try SocketPeer(kiosk.path)
    peer.send(#"{"id":"alive","command":"state"}"#)
    return peer.next()?.hasPrefix(#"{"id":"alive","ok":true,"state":"ready","take":null"#) ?? false
  }

  @Test func answersAreLinesInTheOrderOfTheirAnswering() throws {
    let held = Monitor([RemoteRequest]())
    try withKiosk({ server, requests in
      // The first waits for the third.
      let ready = held.withLock { held -> [RemoteRequest] in
        held += requests
        return held.count == 3 ? held.reversed() : []
      }
      for request in ready {
        server.answer(request.number, KioskReply.position(Double(request.number))) { .init(state: .ready) }
      }
    }) { kiosk in
      let peer = try SocketPeer(kiosk.path)
      peer.send("{\"id\":1,\"command\":\"seek\",\"seconds\":1}\n{\"id\":2,\"command\":\"step\"}")
      peer.send(#"{"id":3,"command":"step"}"#)
      #expect(peer.next() == #"{"id":3,"ok":true,"position":3}"#)
      #expect(peer.next() == #"{"id":2,"ok":true,"position":2}"#)
      #expect(peer.next() == #"{"id":1,"ok":true,"position":1}"#)
    }
  }

  @Test func theBrainsRepliesHaveTheirFields() throws {
    let replies: [KioskReply] = [
      .done, .path("/a/b.mp4"), .value(0.5), .on(true), .refused(.wrongState, "not now"),
      .state(.review, take: nil, isPlaying: true),
    ]
    try withKiosk({ server, requests in
      for request in requests {
        server.answer(request.number, replies[request.number - 1]) {
          StateReport(state: .ready, position: 1.5)
        }
      }
    }) { kiosk in
      let peer = try SocketPeer(kiosk.path)
      for _ in replies { peer.send(#"{"command":"play"}"#) }
      let lines = replies.map { _ in peer.next() }
      #expect(
        lines == [
          #"{"ok":true}"#, #"{"ok":true,"path":"/a/b.mp4"}"#, #"{"ok":true,"value":0.5}"#,
          #"{"ok":true,"on":true}"#,
          #"{"ok":false,"error":"not now","code":"wrong_state"}"#,
          #"{"ok":true,"state":"review","take":null,"position":1.5,"playing":true,"camera":null,"microphone":null}"#,
        ])
    }
  }

  @Test func subscribersHearThePresentAndThenEachEvent() throws {
    try withKiosk { kiosk in
      let peer = try SocketPeer(kiosk.path)
      peer.send(#"{"id":1,"command":"subscribe"}"#)
      #expect(peer.next() == #"{"id":1,"ok":true}"#)
      #expect(peer.next()?.hasPrefix(#"{"event":"state","state":"ready","#) == true)
      #expect(kiosk.server.hasSubscribers)
      for number in 0..<200 {
        kiosk.server.publish(.state(StateReport(state: .countdown, position: Double(number))))
      }
      for number in 0..<200 {
        #expect(peer.next()?.contains("\"countdown\",\"take\":null,\"position\":\(number),") == true)
      }
      // It may still ask.
      peer.send(#"{"id":2,"command":"play"}"#)
      #expect(peer.next() == #"{"id":2,"ok":true}"#)
    }
  }

  @Test func badLinesAreAnsweredAndTheConnectionStays() throws {
    try withKiosk { kiosk in
      let peer = try SocketPeer(kiosk.path)
      for line in ["", "{", "nonsense", String(repeating: "[", count: 65_000), "\u{0}\u{1}", #"{"command":"#]
      {
        peer.send(line)
        #expect(peer.next()?.hasSuffix(#""code":"bad_json"}"#) == true)
      }
      peer.send(bytes: [0xFF, 0xFE, 0x00, 0x0A])
      #expect(peer.next() == #"{"ok":false,"error":"not UTF-8","code":"bad_json"}"#)
      peer.send(#"{"id":[1,2e400],"command":"volume","value":9}"#)
      #expect(
        peer.next()
          == #"{"id":[1,2e400],"ok":false,"error":"value must be a number from 0 to 1","code":"bad_argument"}"#
      )
      peer.send(#"{"id":null,"command":"dance"}"#)
      #expect(
        peer.next() == #"{"id":null,"ok":false,"error":"'dance' is not a command","code":"unknown_command"}"#)
      peer.send(#"{"id":"x","command":"play"}"#)
      #expect(peer.next() == #"{"id":"x","ok":true}"#)
    }
  }

  @Test func aLineThatIsTooLongEndsTheConnection() throws {
    try withKiosk { kiosk in
      let frame = #"{"command":"play","id":""}"#.utf8.count
      let peer = try SocketPeer(kiosk.path)
      let longest = String(repeating: "i", count: RemoteConnection.longestLine - frame)
      peer.send("{\"command\":\"play\",\"id\":\"\(longest)\"}")
      #expect(peer.next() == "{\"id\":\"\(longest)\",\"ok\":true}")
      peer.send("{\"command\":\"play\",\"id\":\"\(longest)i\"}")
      #expect(peer.next() == #"{"ok":false,"error":"a line of over 65536 bytes","code":"bad_json"}"#)
      #expect(peer.isClosed())
      let endless = try SocketPeer(kiosk.path)
      endless.send(bytes: [UInt8](repeating: 0x20, count: 1_000_000))
      #expect(endless.isClosed())
      #expect(try isAlive(kiosk))
    }
  }

  @Test func whoSendsNoMoreStillGetsHisAnswers() throws {
    let held = Monitor([RemoteRequest]())
    try withKiosk({ _, requests in held.withLock { $0 += requests } }) { kiosk in
      let peer = try SocketPeer(kiosk.path)
      // The last line without its newline.
      peer.send(bytes: Array("{\"id\":1,\"command\":\"save\"}\n{\"id\":2,\"command\":\"play\"}".utf8))
      try peer.endSending()
      let requests = held.wait { $0.count == 2 ? $0 : nil } ?? []
      for request in requests { kiosk.server.answer(request.number) }
      #expect(peer.next() == #"{"id":1,"ok":true}"#)
      #expect(peer.next() == #"{"id":2,"ok":true}"#)
      #expect(peer.isClosed())
    }
  }

  @Test func whoHangsUpIsForgottenButHisCommandIsCarriedOut() throws {
    let seen = Monitor([RemoteRequest]())
    try withKiosk({ server, requests in
      seen.withLock { $0 += requests.filter { $0.command != .state } }
      TestKiosk.answerAll(server, requests)
    }) { kiosk in
      for _ in 0..<RemoteLoop.mostConnections {
        let peer = try SocketPeer(kiosk.path)
        peer.send("{\"command\":\"record\"}\n{\"command\":\"stop\"}")
        peer.hangUp()
      }
      let commands = seen.wait(until: MonotonicClock.now + MediaTime(seconds: 10)) {
        $0.count == 2 * RemoteLoop.mostConnections ? $0.map(\.command) : nil
      }
      #expect(commands != nil)
      #expect(try isAlive(kiosk))
    }
  }

  @Test func aThousandConnectionsDoNoHarm() throws {
    try withKiosk { kiosk in
      var peers: [SocketPeer] = []
      var letIn = 0
      for number in 0..<1000 {
        guard let peer = try? SocketPeer(kiosk.path) else { continue }
        peer.send("{\"id\":\(number),\"command\":\"play\"}")
        switch peer.next() {
        case "{\"id\":\(number),\"ok\":true}":
          letIn += 1
          peers.append(peer)
        case let line: #expect(line == #"{"ok":false,"error":"too many connections","code":"failed"}"#)
        }
      }
      #expect(letIn == RemoteLoop.mostConnections)
      peers.first?.send(#"{"id":"old","command":"play"}"#)
      #expect(peers.first?.next() == #"{"id":"old","ok":true}"#)
      peers = []
      // Those that wait at once are more than the kernel keeps for us.
      var waiting = (0..<1000).compactMap { _ in try? SocketPeer(kiosk.path) }
      #expect(waiting.count >= RemoteLoop.mostConnections)
      waiting = []
      var answers = false
      for _ in 0..<100 where !answers { answers = (try? isAlive(kiosk)) ?? false }
      #expect(answers)
    }
  }

  @Test func whoNeverReadsIsCutOff() throws {
    try withKiosk { kiosk in
      let lazy = try SocketPeer(kiosk.path)
      lazy.send(#"{"command":"subscribe"}"#)
      let other = try SocketPeer(kiosk.path)
      other.send(#"{"command":"subscribe"}"#)
      _ = other.next()
      _ = other.next()
      #expect(lazy.next() == #"{"ok":true}"#)
      let path = String(repeating: "p", count: 4000)
      for number in 0..<1000 {
        let take = StateReport.Take(id: "\(number)", path: path, duration: 1)
        kiosk.server.publish(.state(StateReport(state: .review, take: take)))
        #expect(other.next()?.contains("\"id\":\"\(number)\"") == true)
      }
      #expect(lazy.isClosed())
      // Nor one that asks and asks.
      let greedy = try SocketPeer(kiosk.path)
      var isOpen = true
      for _ in 0..<200_000 where isOpen { isOpen = greedy.sendWithoutWaiting(#"{"command":"state"}"#) }
      #expect(greedy.isClosed())
      #expect(try isAlive(kiosk))
    }
  }

  @Test func atTheEndOpenRequestsAreAnswered() throws {
    let seen = Monitor(0)
    let kiosk = try TestKiosk { _, requests in seen.withLock { $0 += requests.count } }
    let peer = try SocketPeer(kiosk.path)
    peer.send(#"{"id":1,"command":"save"}"#)
    _ = seen.wait { $0 == 1 ? true : nil }
    kiosk.end()
    #expect(peer.next() == #"{"id":1,"ok":false,"error":"the kiosk is ending","code":"failed"}"#)
    #expect(peer.isClosed())
  }

  @Test func twoThousandRandomLinesDoNoHarm() throws {
    try withKiosk { kiosk in
      var random = SeededGenerator(state: 0x5EED)
      let seeds = [
        #"{"id":1,"command":"seek","seconds":2.5}"#, #"{"command":"tap","x":0.1,"y":0.9}"#,
        #"{"id":"\u00e9","command":"screenshot","path":"/tmp/\ud83d\ude00.png"}"#,
        #"{"id":null,"command":"mute","on":true,"a":[{"b":[1,2,{"c":null}]}]}"#,
      ].map { Array($0.utf8) }
      var peer = try SocketPeer(kiosk.path)
      for _ in 0..<2000 {
        var line = seeds[Int(random.next() % UInt64(seeds.count))]
        for _ in 0..<(random.next() % 6) {
          let place = Int(random.next() % UInt64(line.count))
          switch random.next() % 4 {
          case 0: line[place] = UInt8(truncatingIfNeeded: random.next())
          case 1: line.removeSubrange(place...)
          case 2: line.insert(contentsOf: line[..<place], at: place)
          default: line.insert(Array(#"{}[]",:\0e-"#.utf8)[Int(random.next() % 11)], at: place)
          }
          if line.isEmpty { line = [0x7B] }
        }
        line.removeAll { $0 == 0x0A }
        peer.send(bytes: line + [0x0A])
        guard let answer = peer.next() else {
          // Only a line that is too long may end it.
          #expect(line.count > RemoteConnection.longestLine)
          peer = try SocketPeer(kiosk.path)
          continue
        }
        #expect(answer.contains(#""ok":"#))
      }
      #expect(try isAlive(kiosk))
    }
  }
}

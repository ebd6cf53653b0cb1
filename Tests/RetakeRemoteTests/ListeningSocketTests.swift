import Foundation
import RetakeBench
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeRemote

/// Whose the socket is.
@Suite struct ListeningSocketTests {
  private func error(at path: String) -> RetakeError? {
    do throws(RetakeError) {
      try ListeningSocket(at: path).close()
      return nil
    } catch {
      return error
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  @Test func onlyItsOwnerMaySpeak() throws {
    let path = TestKiosk.freshPath()
    let socket = try ListeningSocket(at: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    socket.close()
    #expect(!exists(path))
  }

  @Test func aLiveOneIsAnError() throws {
    let kiosk = try TestKiosk()
    let refusal = try #require(error(at: kiosk.path))
    #expect(refusal.code == .failed)
    #expect(refusal.message == "another kiosk answers at \(kiosk.path)")
    let peer = try SocketPeer(kiosk.path)
    peer.send(#"{"command":"play"}"#)
    #expect(peer.next() == #"{"ok":true}"#)
    kiosk.end()
    #expect(!exists(kiosk.path))
  }

  @Test func aStaleOneIsReplaced() throws {
    let path = TestKiosk.freshPath()
    let dead = try SystemCalls.localSocket()
    try SystemCalls.bind(dead, to: path)
    try SystemCalls.close(dead)
    #expect(exists(path))
    #expect(error(at: path) == nil)
    #expect(!exists(path))
  }

  @Test func whatIsNoSocketIsLeftAlone() throws {
    let path = TestKiosk.freshPath()
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(error(at: path)?.code == .failed)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func theSocketOfAnotherIsNotRemoved() throws {
    let path = TestKiosk.freshPath()
    let first = try ListeningSocket(at: path)
    try FileManager.default.removeItem(atPath: path)
    let second = try ListeningSocket(at: path)
    first.close()
    #expect(exists(path))
    #expect(error(at: path) != nil)
    second.close()
    #expect(!exists(path))
  }

  @Test(arguments: [
    "", "/tmp/\(String(repeating: "a", count: 103))", "/nonexistent/a.sock", "/dev/null/a.sock", "/tmp/a\0b",
  ])
  func aPathThatCannotBeIsWrongUsage(path: String) {
    #expect(error(at: path)?.code == .invalidArgument)
  }

  @Test func theLongestPathWorks() {
    let path = "/tmp/\(UUID().uuidString)"
    let longest = path + String(repeating: "b", count: SystemCalls.longestSocketPath - path.utf8.count)
    #expect(error(at: longest) == nil)
  }

  @Test func ofManyThatStartTogetherOneWins() throws {
    let path = TestKiosk.freshPath()
    let dead = try SystemCalls.localSocket()
    try SystemCalls.bind(dead, to: path)
    try SystemCalls.close(dead)
    let winners = Monitor([ListeningSocket]())
    let threads = (0..<8).map { OSThread(name: "start \($0)") }
    for thread in threads {
      thread.start {
        if let socket = try? ListeningSocket(at: path) { winners.withLock { $0.append(socket) } }
      }
    }
    for thread in threads { thread.join() }
    let sockets = winners.withLock { $0 }
    #expect(sockets.count == 1)
    for socket in sockets { socket.close() }
    #expect(!exists(path))
  }
}

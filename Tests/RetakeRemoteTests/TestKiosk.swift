import Foundation
import RetakeKiosk
import RetakeRuntime

@testable import RetakeRemote

/// A server with somebody who carries its commands out, on a thread of its own as a main loop would.
final class TestKiosk: Sendable {
  let path: String
  let server: RemoteServer
  private let thread = OSThread(name: "kiosk")
  private let isAwake: Monitor<(hasWork: Bool, isOver: Bool)>

  /// Starts to listen at a path of its own; `work` is called with each batch of requests.
  init(
    _ work: @escaping @Sendable (RemoteServer, [RemoteRequest]) -> Void = TestKiosk.answerAll
  ) throws {
    path = Self.freshPath()
    let isAwake = Monitor((hasWork: false, isOver: false))
    self.isAwake = isAwake
    let server = try RemoteServer(at: path) { isAwake.withLock { $0.hasWork = true } }
    self.server = server
    server.start()
    thread.start {
      while true {
        let isOver = isAwake.wait { state -> Bool? in
          guard state.hasWork || state.isOver else { return nil }
          state.hasWork = false
          return state.isOver
        }
        if isOver != false { return }
        work(server, server.takeRequests())
      }
    }
  }

  /// Ends both threads.
  func end() {
    isAwake.withLock { $0.isOver = true }
    thread.join()
    server.stop()
    server.join()
  }

  /// Answers `state` and `subscribe` with a state, all else with nothing.
  static func answerAll(_ server: RemoteServer, _ requests: [RemoteRequest]) {
    for request in requests {
      switch request.command {
      case .subscribe: server.subscribe(request.number, present: StateReport(state: .ready))
      case .state: server.answer(request.number, StateReport(state: .ready).fields)
      default: server.answer(request.number)
      }
    }
  }

  /// A path that nothing is at.
  static func freshPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("r-\(UUID().uuidString.prefix(13))").path
  }
}

import Foundation
import RetakeKiosk
import RetakeRemote
import RetakeRuntime

/// A kiosk as far as `retake ctl` sees it: it remembers what it was asked and answers at once.
final class FakeKiosk: Sendable {
  let path: String
  private let server: Monitor<RemoteServer?>
  private let asked = Monitor([KioskCommand]())

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("k-\(UUID().uuidString.prefix(13))").path
    let holder = Monitor<RemoteServer?>(nil)
    server = holder
    let asked = asked
    let made = try RemoteServer(at: path) {
      guard let server = holder.withLock({ $0 }) else { return }
      for request in server.takeRequests() {
        asked.withLock { $0.append(request.command) }
        switch request.command {
        case .subscribe: server.subscribe(request.number, present: StateReport(state: .ready))
        case .seek(let seconds): server.answer(request.number, ["position": .number(seconds)])
        case .discard: server.refuse(request.number, RemoteRefusal(.wrongState, "not in state ready"))
        default: server.answer(request.number)
        }
      }
    }
    holder.withLock { $0 = made }
    made.start()
  }

  /// What it was asked so far.
  var commands: [KioskCommand] { asked.withLock { $0 } }

  func publish(_ event: RemoteEvent) {
    server.withLock { $0 }?.publish(event)
  }

  /// Waits until somebody subscribed.
  func waitForSubscriber() -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      if server.withLock({ $0 })?.hasSubscribers == true { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  func end() {
    let ended = server.withLock { server -> RemoteServer? in
      defer { server = nil }
      return server
    }
    ended?.stop()
    ended?.join()
  }
}

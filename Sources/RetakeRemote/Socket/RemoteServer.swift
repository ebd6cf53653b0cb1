package import RetakeKiosk
package import RetakeMedia
internal import RetakeRuntime

/// The socket of the remote control: hands out commands, and brings their answers and events back.
///
/// Made, started, stopped and joined by the main thread, which also takes the requests and answers them;
/// `answer`, `refuse` and `publish` may be called by any thread. A thread of its own does all that the
/// socket needs; none of these calls waits but `join`. Each request is answered once: a second answer, and one to
/// somebody who has gone, is dropped.
package final class RemoteServer: Sendable {
  /// Where it listens.
  package let path: String
  private let socket: ListeningSocket
  private let desk = Monitor(RemoteDesk())
  private let wakeUp: WakeUp
  private let thread = OSThread(name: "remote")
  private let onRequest: @Sendable () -> Void

  /// Takes the path; who connects now has to wait for `start`.
  ///
  /// - Parameters:
  ///   - path: Of the socket; its mode is 0600. One that nobody answers at any more is replaced.
  ///   - onRequest: Called on the server's thread when there is something in `takeRequests` again.
  /// - Throws: `failed` where another kiosk answers there or no socket can be made; `invalidArgument` where the
  ///   path makes no sense.
  package init(at path: String, onRequest: @escaping @Sendable () -> Void) throws(RetakeError) {
    do throws(SystemError) {
      wakeUp = try WakeUp()
    } catch {
      throw RetakeError(.failed, "the remote control cannot start: \(error)")
    }
    socket = try ListeningSocket(at: path)
    self.path = path
    self.onRequest = onRequest
  }

  /// Begins to listen to commands. Once.
  package func start() {
    let (socket, desk, wakeUp, onRequest) = (socket, desk, wakeUp, onRequest)
    thread.start {
      var loop = RemoteLoop(socket: socket, desk: desk, wakeUp: wakeUp, onRequest: onRequest)
      loop.run()
    }
  }

  /// Asks it to end: what was answered is still sent, what was not is refused.
  package func stop() {
    desk.withLock { $0.beginClosing() }
    wakeUp.signal()
  }

  /// Waits for the end, half a second at most, and removes the socket. Once, after `stop`, also where it was
  /// never started.
  package func join() {
    thread.join()
    socket.close()
  }

  /// Takes the commands that came, in their order.
  package func takeRequests() -> [RemoteRequest] {
    desk.withLock { $0.takeRequests() }
  }

  /// Answers that the command was carried out, with `fields` beside.
  package func answer(_ request: Int, _ fields: RemoteObject = [:]) {
    desk.withLock { $0.answer(request, .success(fields)) }
    wakeUp.signal()
  }

  /// Answers that it was not, and why.
  package func refuse(_ request: Int, _ refusal: RemoteRefusal) {
    desk.withLock { $0.answer(request, .failure(refusal)) }
    wakeUp.signal()
  }

  /// Answers what was found out, or why it was not.
  package func answer(_ request: Int, _ result: Result<RemoteObject, RemoteRefusal>) {
    desk.withLock { $0.answer(request, result) }
    wakeUp.signal()
  }

  /// Answers `subscribe`: the answer is followed by the present state and by all events from then on.
  package func subscribe(_ request: Int, present: StateReport) {
    desk.withLock { $0.subscribe(request, present: RemoteEvent.state(present).object) }
    wakeUp.signal()
  }

  /// Whether anybody would hear of an event.
  package var hasSubscribers: Bool {
    desk.withLock { $0.hasSubscribers }
  }

  /// Tells those who subscribed.
  package func publish(_ event: RemoteEvent) {
    desk.withLock { $0.publish(event.object) }
    wakeUp.signal()
  }
}

extension RemoteServer {
  /// Answers as the brain says. `state` knows what the brain does not, and is asked where that is needed.
  package func answer(_ request: Int, _ reply: KioskReply, state: () -> StateReport) {
    switch reply {
    case .done: answer(request)
    case .state(let phase, let take, let isPlaying):
      var report = state()
      report.state = phase
      report.isPlaying = isPlaying
      if take == nil { report.take = nil }
      answer(request, report.fields)
    case .path(let path): answer(request, ["path": .text(path)])
    case .position(let seconds): answer(request, ["position": RemoteValue(measured: seconds)])
    case .value(let value): answer(request, ["value": RemoteValue(measured: value)])
    case .on(let isOn): answer(request, ["on": .bool(isOn)])
    case .refused(let code, let message): refuse(request, RemoteRefusal(.init(code), message))
    }
  }
}

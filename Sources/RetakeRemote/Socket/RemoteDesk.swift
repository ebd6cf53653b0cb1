internal import RetakeKiosk

/// What the main thread and the thread of the socket share: who is connected, what is to be carried out, and
/// what is to be sent. Guarded by the server's monitor; does no work of its own.
struct RemoteDesk {
  /// Bytes that wait for a reader at most. Whoever reads so little loses the connection.
  static let mostWaitingBytes = 256 * 1024
  /// Commands of one connection that are carried out at a time; more stay in the socket.
  static let mostOpenRequests = 32

  /// The outgoing half of a connection.
  private struct Outlet {
    /// What the thread of the socket has not taken yet.
    var bytes: [UInt8] = []
    /// What it has taken and not sent.
    var unsent = 0
    var openRequests = 0
    var isSubscribed = false
    var isOverfull = false

    mutating func append(_ line: [UInt8]) {
      let waiting = bytes.count + unsent
      // One long reply is no slow reader.
      guard waiting == 0 || waiting + line.count <= RemoteDesk.mostWaitingBytes else {
        isOverfull = true
        return
      }
      bytes += line
    }
  }

  private struct OpenRequest {
    var connection: Int
    var id: RemoteValue?
  }

  private var outlets: [Int: Outlet] = [:]
  private var openRequests: [Int: OpenRequest] = [:]
  private var inbox: [RemoteRequest] = []
  private var lastNumber = 0
  /// Nothing is carried out any more.
  private(set) var isClosing = false
}

// The thread of the socket.
extension RemoteDesk {
  mutating func open(_ connection: Int) {
    outlets[connection] = Outlet()
  }

  /// Commands that came from there are still carried out; there is nobody to answer.
  mutating func close(_ connection: Int) {
    outlets[connection] = nil
    openRequests = openRequests.filter { $0.value.connection != connection }
  }

  /// Takes a command in, or answers that it cannot be; true if the main thread must be woken.
  mutating func submit(_ command: RemoteCommand, from connection: Int) -> Bool {
    switch command.command {
    case .failure(let refusal):
      send(Self.answer(command.id, refusal), to: connection)
    case .success where isClosing:
      send(Self.answer(command.id, Self.ending), to: connection)
    case .success(let kioskCommand):
      lastNumber += 1
      openRequests[lastNumber] = OpenRequest(connection: connection, id: command.id)
      outlets[connection]?.openRequests += 1
      inbox.append(RemoteRequest(number: lastNumber, command: kioskCommand))
      return inbox.count == 1
    }
    return false
  }

  mutating func send(_ refusal: RemoteRefusal, to connection: Int) {
    send(Self.answer(nil, refusal), to: connection)
  }

  /// Takes out what is to be sent, when all has been that was taken out before.
  mutating func takeBytes(for connection: Int) -> [UInt8] {
    guard let bytes = outlets[connection]?.bytes else { return [] }
    outlets[connection]?.bytes = []
    outlets[connection]?.unsent = bytes.count
    return bytes
  }

  mutating func note(unsent: Int, of connection: Int) {
    outlets[connection]?.unsent = unsent
  }

  /// Whether the connection may send another command now.
  func hasRoom(_ connection: Int) -> Bool {
    (outlets[connection]?.openRequests ?? 0) < Self.mostOpenRequests
  }

  /// Whether something is still to come for the connection.
  func isExpecting(_ connection: Int) -> Bool {
    outlets[connection].map { $0.openRequests > 0 || $0.isSubscribed } ?? false
  }

  /// Whether its reader was too slow.
  func isOverfull(_ connection: Int) -> Bool {
    outlets[connection]?.isOverfull ?? false
  }
}

// The main thread.
extension RemoteDesk {
  mutating func takeRequests() -> [RemoteRequest] {
    defer { inbox = [] }
    return inbox
  }

  /// Answers a request. Nobody is answered twice, nor anybody who has gone: both are no longer open.
  mutating func answer(_ number: Int, _ result: Result<RemoteObject, RemoteRefusal>) {
    guard let request = openRequests.removeValue(forKey: number) else { return }
    outlets[request.connection]?.openRequests -= 1
    switch result {
    case .success(let fields): send(Self.head(request.id) + ["ok": true] + fields, to: request.connection)
    case .failure(let refusal): send(Self.answer(request.id, refusal), to: request.connection)
    }
  }

  /// Answers a request to subscribe: the present state is the first event, and no later one is missed.
  mutating func subscribe(_ number: Int, present: RemoteObject) {
    guard let connection = openRequests[number]?.connection else { return }
    answer(number, .success([:]))
    send(present, to: connection)
    outlets[connection]?.isSubscribed = true
  }

  var hasSubscribers: Bool {
    outlets.values.contains(where: \.isSubscribed)
  }

  mutating func publish(_ event: RemoteObject) {
    for (connection, outlet) in outlets where outlet.isSubscribed { send(event, to: connection) }
  }

  /// Answers everybody who still waits; from here on commands are refused.
  mutating func beginClosing() {
    isClosing = true
    inbox = []
    for number in openRequests.keys.sorted() { answer(number, .failure(Self.ending)) }
    for connection in outlets.keys { outlets[connection]?.isSubscribed = false }
  }
}

extension RemoteDesk {
  private static let ending = RemoteRefusal(.failed, "the kiosk is ending")

  private mutating func send(_ object: RemoteObject, to connection: Int) {
    outlets[connection]?.append(Array(object.line.utf8) + [UInt8(ascii: "\n")])
  }

  private static func head(_ id: RemoteValue?) -> RemoteObject {
    RemoteObject(id.map { [.init("id", $0)] } ?? [])
  }

  private static func answer(_ id: RemoteValue?, _ refusal: RemoteRefusal) -> RemoteObject {
    head(id) + refusal.reply
  }

  /// What somebody hears for whom there is no room.
  static let fullHouse = Array(
    (answer(nil, RemoteRefusal(.failed, "too many connections")).line + "\n").utf8)
}

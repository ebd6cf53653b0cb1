internal import RetakeMedia
internal import RetakeRuntime

/// What the thread of the socket does: waits for all connections at once, reads commands, sends answers.
struct RemoteLoop {
  /// Connections at once; one more takes the place of one that has been idle for long, or is told so and closed.
  static let mostConnections = 32
  /// How long a connection that asks nothing and waits for nothing may hold a place that others need.
  static let patience = MediaTime(seconds: 30)
  /// How long answers may take to be sent at the end.
  private static let farewell = MediaTime(nanoseconds: 500_000_000)
  /// How long nobody is let in when the system has no descriptor left.
  private static let breather = MediaTime(nanoseconds: 100_000_000)

  private let socket: ListeningSocket
  private let desk: Monitor<RemoteDesk>
  private let wakeUp: WakeUp
  private let onRequest: @Sendable () -> Void

  private var connections: [RemoteConnection] = []
  private var lastNumber = 0
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  /// Nobody is let in before.
  private var opensAgain: MediaTime?
  /// When it ends at the latest; nil while nobody wants it to.
  private var deadline: MediaTime?

  init(
    socket: ListeningSocket, desk: Monitor<RemoteDesk>, wakeUp: WakeUp,
    onRequest: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.desk = desk
    self.wakeUp = wakeUp
    self.onRequest = onRequest
  }

  /// Runs until the desk is closing and what was to be sent has been, or the time for that is over.
  mutating func run() {
    while !isOver { turn() }
    for connection in connections { close(connection) }
  }

  private var isOver: Bool {
    guard let deadline else { return false }
    return connections.allSatisfy(\.sending.isEmpty) || MonotonicClock.now >= deadline
  }

  private mutating func turn() {
    var entries = [
      SystemCalls.PollEntry(wakeUp.descriptor, wantsRead: true),
      SystemCalls.PollEntry(socket.descriptor, wantsRead: opensAgain == nil && deadline == nil),
    ]
    entries += connections.map(\.pollEntry)
    do throws(SystemError) {
      try SystemCalls.poll(&entries, milliseconds: timeout)
    } catch {
      // Only memory can be missing, and not for long.
      return Log.error("remote control: \(error)")
    }
    if entries[0].canRead { wakeUp.reset() }
    if deadline == nil, desk.withLock({ $0.isClosing }) { deadline = MonotonicClock.now + Self.farewell }
    serve(entries.dropFirst(2))
    if let time = opensAgain, MonotonicClock.now >= time { opensAgain = nil }
    if entries[1].canRead { letIn() }
  }

  private var timeout: Int? {
    guard let next = [opensAgain, deadline].compactMap({ $0 }).min() else { return nil }
    return Int((next - MonotonicClock.now).nanoseconds / 1_000_000) + 1
  }

  // MARK: Coming and going

  private mutating func letIn() {
    do throws(SystemError) {
      while let descriptor = try SystemCalls.accept(socket.descriptor) {
        if connections.count >= Self.mostConnections { sendIdleAway() }
        guard connections.count < Self.mostConnections else {
          _ = try? SystemCalls.send(descriptor, RemoteDesk.fullHouse[...])
          try? SystemCalls.close(descriptor)
          continue
        }
        lastNumber += 1
        connections.append(RemoteConnection(descriptor: descriptor, number: lastNumber))
        desk.withLock { $0.open(lastNumber) }
      }
    } catch {
      Log.warning("remote control: \(error)")
      opensAgain = MonotonicClock.now + Self.breather
    }
  }

  /// Ends the connection that has said nothing for the longest time, if that is long, and nothing is due to it.
  private mutating func sendIdleAway() {
    let oldest = MonotonicClock.now - Self.patience
    let idle = connections.filter { connection in
      connection.lastHeard < oldest && connection.sending.isEmpty
        && desk.withLock { !$0.isExpecting(connection.number) }
    }
    guard let longest = idle.min(by: { $0.lastHeard < $1.lastHeard }) else { return }
    close(longest)
    connections.removeAll { $0.number == longest.number }
  }

  private func close(_ connection: RemoteConnection) {
    desk.withLock { $0.close(connection.number) }
    try? SystemCalls.close(connection.descriptor)
  }

  // MARK: Serving

  private mutating func serve(_ found: ArraySlice<SystemCalls.PollEntry>) {
    var kept: [RemoteConnection] = []
    for (var connection, entry) in zip(connections, found) {
      if serve(&connection, entry) { kept.append(connection) } else { close(connection) }
    }
    connections = kept
  }

  /// Reads, hands on and sends what can be; false if the connection is at its end.
  private mutating func serve(
    _ connection: inout RemoteConnection, _ entry: SystemCalls.PollEntry
  ) -> Bool {
    do throws(SystemError) {
      if entry.canRead { try read(&connection) }
      handOn(&connection)
      try send(&connection)
    } catch {
      // The other side has gone in the midst of it.
      return false
    }
    // Gone altogether: whatever it sent before has been read, unless it is held back; nobody reads answers.
    if entry.isHungUp && !entry.canRead { return false }
    let (isOverfull, isExpecting) = desk.withLock { desk in
      (desk.isOverfull(connection.number), desk.isExpecting(connection.number))
    }
    if isOverfull {
      Log.warning("remote control: a reader was too slow, and is no longer connected")
      return false
    }
    if connection.isLeaving { return false }
    return !connection.hasEnded || connection.isHeldBack || isExpecting || !connection.sending.isEmpty
  }

  private mutating func read(_ connection: inout RemoteConnection) throws(SystemError) {
    guard let count = try SystemCalls.receive(connection.descriptor, into: &buffer) else { return }
    if count == 0 { connection.hasEnded = true }
    connection.lastHeard = MonotonicClock.now
    connection.splitter.append(buffer[..<count])
  }

  private func handOn(_ connection: inout RemoteConnection) {
    let number = connection.number
    while !connection.isLeaving {
      connection.isHeldBack = !desk.withLock { $0.hasRoom(number) }
      if connection.isHeldBack { return }
      switch connection.splitter.next() {
      case .line(let line): submit(line, from: number)
      case .incomplete:
        guard connection.hasEnded, let line = connection.splitter.rest() else { return }
        submit(line, from: number)
      case .tooLong:
        let limit = RemoteConnection.longestLine
        desk.withLock { $0.send(RemoteRefusal(.badJSON, "a line of over \(limit) bytes"), to: number) }
        connection.isLeaving = true
      }
    }
  }

  private func submit(_ line: [UInt8], from connection: Int) {
    // Read outside of the lock.
    let command = RemoteCommand(line: line)
    if desk.withLock({ $0.submit(command, from: connection) }) { onRequest() }
  }

  private func send(_ connection: inout RemoteConnection) throws(SystemError) {
    let number = connection.number
    while true {
      if connection.sending.isEmpty {
        connection.sending = desk.withLock { $0.takeBytes(for: number) }[...]
        if connection.sending.isEmpty { return }
      }
      guard let count = try SystemCalls.send(connection.descriptor, connection.sending) else { return }
      connection.sending = connection.sending.dropFirst(count)
      let unsent = connection.sending.count
      desk.withLock { $0.note(unsent: unsent, of: number) }
    }
  }
}

internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// What goes from the encoders to the mux thread: packets, in memory that is bounded by bytes and by time.
///
/// In a pre-roll nobody takes anything, and the oldest makes room; once the take begins, a queue. Times are those of
/// the take's clock on the way in, and from the take's second 0 on the way out. Any thread may call.
final class PacketLine: Sendable {
  /// What is handed over.
  enum Message: Sendable {
    case videoTrack(TrackDescription)
    case audioTrack(TrackDescription)
    case videoPacket(EncodedPacket)
    case audioPacket(EncodedPacket)
    /// No more pictures, or no more sound.
    case videoEnd
    case audioEnd
  }

  private struct State {
    /// nil once the take has begun.
    var ring: PreRollRing?
    var messages = Fifo<Message>()
    var byteCount = 0
    /// The take's second 0 on its clock.
    var start = MediaTime.zero
    /// What the pre-roll left to be written may wait, beside the usual.
    var allowance = MediaTime.zero
    var isClosed = false
  }

  private let state: Monitor<State>
  private let maximumSpan: MediaTime
  private let isPatient: Bool
  private let onFull: @Sendable () -> Void

  /// What may wait for a slow disk, beside the seconds.
  static let maximumBytes = 64 << 20

  /// A line of at most `span`; `preRoll`: how much it keeps until a take begins. Where it is full, `onFull` is called,
  /// each time, and then whoever has something waits; from a source that `isPatient` it always does.
  init(
    span: MediaTime = MediaTime(seconds: 20), preRoll: MediaTime? = nil, isPatient: Bool,
    onFull: @escaping @Sendable () -> Void
  ) {
    maximumSpan = span
    state = Monitor(State(ring: preRoll.map { PreRollRing(span: $0, maximumBytes: Self.maximumBytes) }))
    self.isPatient = isPatient
    self.onFull = onFull
  }

  /// Hands `message` over, as soon as there is room; false if the mux thread has given up.
  func push(_ message: Message) -> Bool {
    if let answer = state.withLock({ state in insert(message, into: &state) }) { return answer }
    if !isPatient { onFull() }
    return state.wait { state in insert(message, into: &state) } ?? false
  }

  /// nil: there is no room.
  private func insert(_ message: Message, into state: inout State) -> Bool? {
    if state.isClosed { return false }
    switch (message, state.ring) {
    case (.videoPacket(let packet), .some): state.ring?.addPicture(packet)
    case (.audioPacket(let packet), .some): state.ring?.addSound(packet)
    case (.videoEnd, .some), (.audioEnd, .some): state.isClosed = true
    default:
      guard hasRoom(for: message, in: state) else { return nil }
      state.messages.append(message)
      state.byteCount += message.packet?.byteCount ?? 0
    }
    return true
  }

  private func hasRoom(for message: Message, in state: State) -> Bool {
    guard let packet = message.packet, state.byteCount > 0,
      let oldest = state.messages.first?.packet?.presentationTime
    else { return true }
    let span = packet.presentationTime - oldest
    return state.byteCount + packet.byteCount <= Self.maximumBytes
      && span <= maximumSpan + state.allowance
  }

  /// Ends the pre-roll: the take begins at the last key frame that is not later than `wanted` on the clock, or else
  /// with the first there is; where. nil: it cannot begin from here.
  func begin(from wanted: MediaTime) -> MediaTime? {
    state.withLock { state in
      guard var ring = state.ring, !state.isClosed else { return nil }
      guard let (start, packets) = ring.take(from: wanted) else { return nil }
      state.ring = nil
      state.start = start
      for packet in packets {
        let message: Message =
          switch packet {
          case .picture(let packet): .videoPacket(packet)
          case .sound(let packet): .audioPacket(packet)
          }
        state.messages.append(message)
        state.byteCount += message.packet?.byteCount ?? 0
        state.allowance = max(state.allowance, (message.packet?.presentationTime ?? start) - start)
      }
      return start
    }
  }

  /// The first moment of a pre-roll; nil where there is none.
  var ringStart: MediaTime? {
    state.withLock { $0.ring?.start }
  }

  /// The next message, its times counted from the take's second 0; waits for it, and is nil once the line is closed
  /// and empty.
  func take() -> Message? {
    state.wait { state -> Message?? in
      guard state.ring == nil, let message = state.messages.popFirst() else {
        return state.isClosed ? .some(nil) : nil
      }
      state.byteCount -= message.packet?.byteCount ?? 0
      if state.byteCount == 0 { state.allowance = .zero }
      return message.moved(by: state.start)
    } ?? nil
  }

  /// Lets nothing more in. What is in still comes out; a pre-roll does not become a take any more.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// Bytes that wait.
  var byteCount: Int {
    state.withLock { $0.byteCount + ($0.ring?.byteCount ?? 0) }
  }
}

extension PacketLine.Message {
  /// The packet that it is, if it is one.
  fileprivate var packet: EncodedPacket? {
    switch self {
    case .videoPacket(let packet), .audioPacket(let packet): packet
    case .videoTrack, .audioTrack, .videoEnd, .audioEnd: nil
    }
  }

  /// The same, with times from `start` on.
  fileprivate func moved(by start: MediaTime) -> Self {
    func moved(_ packet: EncodedPacket) -> EncodedPacket {
      var packet = packet
      packet.presentationTime = packet.presentationTime - start
      packet.decodeTime = packet.decodeTime - start
      return packet
    }
    return switch self {
    case .videoPacket(let packet): .videoPacket(moved(packet))
    case .audioPacket(let packet): .audioPacket(moved(packet))
    default: self
    }
  }
}

internal import RetakeMedia
internal import RetakeRuntime

/// The way from one device into a session's outputs, which can be opened and shut while the device runs: a new
/// camera proves itself before it takes the place of the one whose pictures are shown.
///
/// Devices offer on their own threads; the session's owner opens, shuts and waits.
final class CaptureTap: CaptureSink {
  private enum Place {
    /// What comes is thrown away.
    case waiting
    case open
    /// What comes is thrown away, for ever.
    case shut
  }

  private struct State {
    var place: Place
    /// When it delivered last.
    var delivered: MediaTime?
    /// Why the device ended.
    var end: CaptureEnd?
    /// Calls that are with the outputs now.
    var underWay = 0
  }

  private let sinks: [any CaptureSink]
  private let state: Monitor<State>

  /// A way to `sinks`, open or waiting.
  init(to sinks: [any CaptureSink], isOpen: Bool) {
    self.sinks = sinks
    state = Monitor(State(place: isOpen ? .open : .waiting))
  }

  /// Lets everything through from now on.
  func open() {
    state.withLock { if $0.place == .waiting { $0.place = .open } }
  }

  /// Lets nothing through any more; waits for what is with the outputs now.
  func shut() {
    state.withLock { $0.place = .shut }
    _ = state.wait { $0.underWay == 0 ? true : nil }
  }

  /// When the last picture came; nil before the first.
  var lastPicture: MediaTime? {
    state.withLock { $0.delivered }
  }

  /// Whether the device has ended by itself.
  var isOver: Bool {
    state.withLock { $0.end != nil }
  }

  /// Waits for the first picture; nil where there is none by `deadline`, and where the device has ended.
  func waitForPicture(until deadline: MediaTime) -> CaptureEnd? {
    let answer = state.wait(until: deadline) { state -> CaptureEnd?? in
      if state.delivered != nil { return .some(nil) }
      return state.end.map { .some($0) }
    }
    return answer ?? .lost(Self.noPicture)
  }

  private static let noPicture = RetakeError(
    .deviceSilent, "the camera was opened and sent no picture", advice: "Unplug it and plug it in again.")

  func offer(_ frame: VideoFrame, canWait: Bool) {
    let now = MonotonicClock.now
    pass(noting: { $0.delivered = now }) { $0.offer(frame, canWait: canWait) }
  }

  /// Until the first picture has come, somebody may be waiting for it.
  var needsFrames: Bool {
    let mayWait = state.withLock { $0.place == .waiting }
    return mayWait || sinks.contains { $0.needsFrames }
  }

  func offer(_ packet: EncodedPacket, canWait: Bool) {
    // A picture has come when it is decoded.
    pass(noting: { _ in }) { $0.offer(packet, canWait: canWait) }
  }

  func offer(_ block: AudioBlock, canWait: Bool) {
    pass(noting: { _ in }) { $0.offer(block, canWait: canWait) }
  }

  func cameraEnded(_ end: CaptureEnd) {
    pass(noting: { $0.end = $0.end ?? end }) { $0.cameraEnded(end) }
  }

  func microphoneEnded(_ end: CaptureEnd) {
    pass(noting: { $0.end = $0.end ?? end }) { $0.microphoneEnded(end) }
  }

  /// Calls the outputs where the tap is open.
  private func pass(noting: (inout State) -> Void, _ body: (any CaptureSink) -> Void) {
    let isOpen = state.withLock { state in
      noting(&state)
      guard state.place == .open else { return false }
      state.underWay += 1
      return true
    }
    guard isOpen else { return }
    for sink in sinks { body(sink) }
    state.withLock { $0.underWay -= 1 }
  }
}

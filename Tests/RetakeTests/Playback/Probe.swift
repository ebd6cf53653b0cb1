import Retake
import RetakeDevices
import RetakeRuntime
import Testing

/// A player with an owner that takes what it hands out.
final class Probe {
  let player: Player
  private let wakes: Monitor<Int>
  /// All pictures that were taken, without their memory.
  private(set) var shown: [(time: MediaTime, code: UInt32)] = []
  private(set) var lastFrame: VideoFrame?
  private(set) var events: [PlayerEvent] = []
  private var seenWakes = 0

  /// Hangs are failures: nothing here takes this long.
  private static let patience = MediaTime(seconds: 60)

  init(_ path: String, output: (any AudioOutput)? = nil) {
    let wakes = Monitor(0)
    self.wakes = wakes
    player = Player(path: path, audioOutput: output) { wakes.withLock { $0 += 1 } }
  }

  deinit {
    player.stop()
    player.join()
  }

  /// Takes what there is.
  func drain() {
    if let frame = player.takeFrame() {
      lastFrame = frame
      shown.append((frame.time, CodeStrip(reading: frame).frame))
    }
    while let event = player.nextEvent() { events.append(event) }
  }

  /// Takes what comes until `isDone`; by wake-ups alone, so a missing one is found.
  func run(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, until isDone: (Probe) -> Bool
  ) {
    let deadline = MonotonicClock.now + Self.patience
    while true {
      drain()
      if isDone(self) { return }
      let seen = seenWakes
      guard let wake = wakes.wait(until: deadline, for: { $0 > seen ? $0 : nil }) else {
        Issue.record("waited too long for \(what)", sourceLocation: sourceLocation)
        return
      }
      seenWakes = wake
    }
  }

  func waitForFirstPicture() {
    run("the first picture") { $0.events.contains(.firstPicture) && $0.lastFrame != nil }
  }

  /// Seeks and waits until it is done; the position of the picture.
  @discardableResult func seek(_ seconds: Double, exact: Bool = true) -> MediaTime? {
    token += 1
    player.seek(to: MediaTime(seconds: seconds), exact: exact, token: token)
    return waitForMove(token)
  }

  @discardableResult func step(_ frames: Int) -> MediaTime? {
    token += 1
    player.step(by: frames, token: token)
    return waitForMove(token)
  }

  private(set) var token = 0

  private func waitForMove(_ token: Int) -> MediaTime? {
    var position: MediaTime?
    run("a seek") { probe in
      for case .seekCompleted(token, let found) in probe.events { position = found }
      return position != nil || probe.events.contains(.seekCancelled(token: token))
    }
    return position
  }

  /// The frame number that is burnt into the last picture.
  var code: UInt32? { lastFrame.map { CodeStrip(reading: $0).frame } }
}

extension PlayerEvent {
  /// Whether this ends the seek or step with this token.
  func answers(_ token: Int) -> Bool {
    switch self {
    case .seekCompleted(token, _), .seekCancelled(token): true
    default: false
    }
  }

  /// Whether this says that nothing can be played.
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

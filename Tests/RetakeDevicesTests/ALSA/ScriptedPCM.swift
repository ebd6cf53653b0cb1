import RetakeMedia
import RetakeRuntime

@testable import RetakeDevices

/// A sound card that does what a script says. Its samples count upwards, so that a lost or doubled one shows; its
/// clock is as true as `rateMillionths`, and does not wait for anything.
final class ScriptedPCM: CapturePCM {
  /// What happens at a call of `wait`.
  enum Step: Sendable {
    /// There are this many samples.
    case sound(Int)
    /// There are `of` samples, but no read gives more than `atMost`.
    case short(atMost: Int, of: Int)
    /// So many samples were lost, and the card stands still.
    case overrun(lost: Int)
    /// The next call fails with this errno.
    case fault(Int32)
    /// `poll` tells of an error, and the next call fails with this errno.
    case pollFault(Int32)
    /// The card calls, and has nothing.
    case nothing
    /// The card does not call.
    case silence
  }

  private struct State {
    var steps: [Step]
    var startFaults: [Int32]
    var position: Int64 = 0
    var available = 0
    var readLimit = Int.max
    var fault: Int32?
    var starts = 0
    var rests = 0
    var isInterrupted = false
  }

  let setup: CaptureSetup
  /// When sample 0 was taken.
  let base = MonotonicClock.now
  /// What is added to the moments that it tells, one after the other.
  private let jitter: [MediaTime]
  private let hasStamps: Bool
  private let state: Monitor<State>

  init(
    _ steps: [Step], startFaults: [Int32] = [], jitter: [MediaTime] = [.zero], hasStamps: Bool = true,
    setup: CaptureSetup = CaptureSetup(sampleFormat: .s16, deviceChannels: 1, sampleRate: 48_000)
  ) {
    self.setup = setup
    self.jitter = jitter
    self.hasStamps = hasStamps
    state = Monitor(State(steps: steps, startFaults: startFaults))
  }

  /// How often it was started, and how often the thread rested.
  var counts: (starts: Int, rests: Int) { state.withLock { ($0.starts, $0.rests) } }

  /// The value of a sample.
  static func value(_ position: Int64) -> Float { Float(position % 32_768) / 32_768 }

  /// When a sample was taken.
  func time(ofSample position: Int64) -> MediaTime {
    base + MediaTime(nanoseconds: position.scaled(by: 1_000_000_000, over: Int64(setup.sampleRate)))
  }

  func start() throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      state.starts += 1
      state.available = 0
      state.fault = nil
      if !state.startFaults.isEmpty {
        throw SystemError("start", code: state.startFaults.removeFirst())
      }
    }
  }

  func wait(milliseconds: Int32) throws(SystemError) -> PCMWait {
    state.wait { state -> PCMWait? in
      guard !state.isInterrupted else { return .interrupted }
      guard !state.steps.isEmpty else { return nil }
      state.readLimit = .max
      switch state.steps.removeFirst() {
      case .sound(let count): state.available += count
      case .short(let limit, let count):
        state.available += count
        state.readLimit = limit
      case .overrun(let lost):
        state.position += Int64(lost)
        state.fault = 32  // EPIPE
      case .fault(let code): state.fault = code
      case .pollFault(let code):
        state.fault = code
        return .failed
      case .nothing: break
      case .silence: return .timedOut
      }
      return .ready
    } ?? .interrupted
  }

  func rest(milliseconds: Int32) -> Bool {
    state.withLock { state in
      state.rests += 1
      return state.isInterrupted
    }
  }

  func status() throws(SystemError) -> PCMStatus {
    try state.withLock { (state) throws(SystemError) in
      if let fault = state.fault { throw SystemError("status", code: fault) }
      let end = state.position + Int64(state.available)
      let error = jitter[Int(end / 480) % jitter.count]
      return PCMStatus(
        available: state.available, delay: state.available,
        time: hasStamps ? time(ofSample: end) + error : .zero)
    }
  }

  func read(frameCount: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    let (first, count) = try state.withLock { (state) throws(SystemError) -> (Int64, Int) in
      if let fault = state.fault { throw SystemError("read", code: fault) }
      let count = min(frameCount, state.available, state.readLimit)
      let first = state.position
      state.position += Int64(count)
      state.available -= count
      return (first, count)
    }
    for index in 0..<count {
      let value = (first + Int64(index)) % 32_768
      bytes[2 * index] = UInt8(truncatingIfNeeded: value)
      bytes[2 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
    return count
  }

  func interrupt() {
    state.withLock { $0.isInterrupted = true }
  }
}

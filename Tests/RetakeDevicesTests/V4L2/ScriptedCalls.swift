import RetakeMedia
import RetakeRuntime

@testable import RetakeDevices

/// A kernel that plays a script. Buffers are memory of our own.
final class ScriptedCalls: V4L2Calls {
  /// What a call answers once: an errno, before it works.
  enum Call: Hashable, Sendable {
    case open, capabilities, signal, setFormat, setFrameRate, requestBuffers, buffer, queue, streamOn,
      dequeue, wait,
      setControl
  }

  /// What comes while it streams. After the last step nothing comes any more.
  enum Step: Sendable {
    /// A buffer; by default a whole, good one.
    case picture(sequence: UInt32, bytes: Int? = nil, flags: UInt32 = 0x2000, age: Double? = 0.001)
    /// VIDIOC_DQBUF fails.
    case failure(Int32)
    /// poll(2) reports an error state, and VIDIOC_DQBUF fails.
    case errorState(Int32)
  }

  struct State {
    var failures: [Call: [Int32]] = [:]
    var steps: [Step] = []
    var opened = 0
    var closed = 0
    var set = V4L2DeviceFormat(fourCC: FourCC(""), width: 0, height: 0)
    var formatsTried: [String] = []
    var queued: [Int] = []
    var streamsStarted = 0
    var isDue = false
    var controls: [CameraControl] = []
    var controlsSet: [Int] = []
    /// What a bridge gets; nil: it is none.
    var signal: V4L2Signal?
    var signalsFollowed = 0
    /// Steps that are there before anybody waits.
    var early = 0
  }

  /// A kind of picture that the node offers.
  struct Kind: Sendable {
    var code: String
    var sizes: [V4L2FrameSizes]
    var rates: [V4L2FrameRates]
  }

  let state: Monitor<State>
  let capabilities: V4L2Capabilities
  let kinds: [Kind]
  /// Bytes that rows are padded by.
  let padding: Int
  /// Mapped buffers that are still there.
  let mapped = Monitor(0)
  /// What each buffer begins with.
  let contents: [UInt8]

  init(
    kinds: [Kind] = [], steps: [Step] = [], failures: [Call: [Int32]] = [:], padding: Int = 0,
    contents: [UInt8] = [],
    capabilities: V4L2Capabilities = V4L2Capabilities(
      driver: "scripted", card: "Scripted", busInfo: "usb-1", device: 0x8520_0001, node: 0x0520_0001)
  ) {
    state = Monitor(State(failures: failures, steps: steps))
    self.kinds = kinds
    self.capabilities = capabilities
    self.padding = padding
    self.contents = contents
  }

  private func fail(_ call: Call) throws(SystemError) {
    let code = state.withLock { state -> Int32? in
      guard let code = state.failures[call]?.first else { return nil }
      state.failures[call]?.removeFirst()
      return code
    }
    if let code { throw SystemError("\(call)", code: code) }
  }

  func open(_ path: String) throws(SystemError) -> Int32 {
    try fail(.open)
    return state.withLock {
      $0.opened += 1
      return 100
    }
  }

  func close(_ descriptor: Int32) {
    state.withLock { $0.closed += 1 }
  }

  func capabilities(_ descriptor: Int32) throws(SystemError) -> V4L2Capabilities {
    try fail(.capabilities)
    return capabilities
  }

  func format(_ index: Int, _ node: V4L2Handle) throws(SystemError) -> V4L2FormatEntry {
    guard kinds.indices.contains(index) else { throw SystemError("format", code: .invalid) }
    return V4L2FormatEntry(fourCC: FourCC(kinds[index].code), title: kinds[index].code)
  }

  func frameSizes(_ index: Int, _ fourCC: FourCC, _ node: V4L2Handle) throws(SystemError) -> V4L2FrameSizes {
    let sizes = kinds.first { FourCC($0.code) == fourCC }?.sizes ?? []
    guard sizes.indices.contains(index) else { throw SystemError("sizes", code: .invalid) }
    return sizes[index]
  }

  func frameRates(
    _ index: Int, _ fourCC: FourCC, width: Int, height: Int, _ node: V4L2Handle
  ) throws(SystemError) -> V4L2FrameRates {
    let rates = kinds.first { FourCC($0.code) == fourCC }?.rates ?? []
    guard rates.indices.contains(index) else { throw SystemError("rates", code: .invalid) }
    return rates[index]
  }

  func currentFormat(_ node: V4L2Handle) throws(SystemError) -> V4L2DeviceFormat {
    V4L2DeviceFormat(fourCC: FourCC("YUYV"), width: 640, height: 480)
  }

  func setFormat(_ wish: V4L2DeviceFormat, _ node: V4L2Handle) throws(SystemError) -> V4L2DeviceFormat {
    try fail(.setFormat)
    var format = wish
    let stored = WireFormat.named(wish.fourCC)?.stored.first
    format.strides[0] = stored.map { wish.width / $0.across * $0.bytes + padding } ?? 0
    format.sizes[0] = max(format.strides[0], wish.width) * wish.height * 2
    state.withLock {
      $0.set = format
      $0.formatsTried.append("\(wish.fourCC.name) \(wish.width)x\(wish.height)")
    }
    return format
  }

  func signal(_ node: V4L2Handle) throws(SystemError) -> V4L2Signal {
    try fail(.signal)
    // 25: ENOTTY.
    guard let signal = state.withLock({ $0.signal }) else { throw SystemError("signal", code: 25) }
    return signal
  }

  func followSignal(_ node: V4L2Handle) throws(SystemError) {
    _ = try signal(node)
    state.withLock { $0.signalsFollowed += 1 }
  }

  func setFrameRate(_ wish: Rational, _ node: V4L2Handle) throws(SystemError) -> Rational? {
    try fail(.setFrameRate)
    return wish
  }

  func control(after id: UInt32, _ node: V4L2Handle) throws(SystemError) -> V4L2ControlEntry {
    let controls = state.withLock { $0.controls }
    // A heading stands before them.
    if id == 0 && !controls.isEmpty { return V4L2ControlEntry(id: 1, control: nil) }
    guard let next = controls.first(where: { $0.id > id }) else {
      throw SystemError("control", code: .invalid)
    }
    return V4L2ControlEntry(id: next.id, control: next)
  }

  func value(ofControl id: UInt32, _ node: V4L2Handle) throws(SystemError) -> Int {
    guard let control = state.withLock({ $0.controls.first { $0.id == id } }) else {
      throw SystemError("control", code: .invalid)
    }
    return control.value
  }

  func set(_ value: Int, ofControl id: UInt32, _ node: V4L2Handle) throws(SystemError) {
    try fail(.setControl)
    state.withLock { state in
      state.controlsSet.append(value)
      for index in state.controls.indices where state.controls[index].id == id {
        // The kernel has 32 bits for it.
        state.controls[index].value = Int(Int32(truncatingIfNeeded: value))
      }
    }
  }

  func requestBuffers(_ count: Int, _ node: V4L2Handle) throws(SystemError) -> Int {
    try fail(.requestBuffers)
    return 3
  }

  func buffer(_ index: Int, _ node: V4L2Handle) throws(SystemError) -> [V4L2BufferPlane] {
    try fail(.buffer)
    return [V4L2BufferPlane(length: state.withLock { $0.set.sizes[0] }, offset: index * 4096)]
  }

  func map(_ plane: V4L2BufferPlane, _ node: V4L2Handle) throws(SystemError) -> any BufferMemory {
    ScriptedMemory(byteCount: plane.length, contents: contents, mapped: mapped)
  }

  func queue(_ index: Int, planeCount: Int, _ node: V4L2Handle) throws(SystemError) {
    try fail(.queue)
    state.withLock { $0.queued.append(index) }
  }

  func streamOn(_ node: V4L2Handle) throws(SystemError) {
    try fail(.streamOn)
    state.withLock { $0.streamsStarted += 1 }
  }

  func streamOff(_ node: V4L2Handle) throws(SystemError) {}

  func dequeue(_ node: V4L2Handle) throws(SystemError) -> V4L2FilledBuffer {
    try fail(.dequeue)
    let (step, index, size) = state.withLock { state -> (Step?, Int, Int) in
      // What the camera asks for when it starts finds nothing; then each wait lets one step through.
      guard state.isDue || state.early > 0, let step = state.steps.first, !state.queued.isEmpty else {
        return (nil, 0, 0)
      }
      if state.early > 0 { state.early -= 1 } else { state.isDue = false }
      state.steps.removeFirst()
      if case .picture = step { return (step, state.queued.removeFirst(), state.set.sizes[0]) }
      return (step, 0, 0)
    }
    switch step {
    case nil: throw SystemError("dequeue", code: .tryAgain)
    case .failure(let code), .errorState(let code): throw SystemError("dequeue", code: code)
    case .picture(let sequence, let bytes, let flags, let age):
      var filled = V4L2FilledBuffer(index: index, flags: flags, sequence: sequence)
      filled.bytesUsed[0] = bytes ?? size
      filled.stamp = age.map { MonotonicClock.now - MediaTime(seconds: $0) } ?? .zero
      return filled
    }
  }

  func wait(
    _ node: V4L2Handle, orFor wakeup: Wakeup, milliseconds: Int?
  ) throws(SystemError) -> V4L2WaitResult {
    try fail(.wait)
    let next = state.withLock { state -> Step? in
      state.isDue = true
      return state.steps.first
    }
    switch next {
    case .picture, .failure: return .ready
    case .errorState: return .failed
    case nil:
      // Nothing comes any more: really wait for the wake-up, or the time.
      let nothing = V4L2Handle(descriptor: -1, isMultiplanar: false)
      return try V4L2SystemCalls().wait(nothing, orFor: wakeup, milliseconds: milliseconds)
    }
  }
}

/// A buffer of the scripted kernel: each byte is its place, modulo 251.
@safe private final class ScriptedMemory: BufferMemory, @unchecked Sendable {
  // Unchecked: written only while it is made.
  private let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  private let mapped: Monitor<Int>

  init(byteCount: Int, contents: [UInt8], mapped: Monitor<Int>) {
    self.byteCount = byteCount
    self.mapped = mapped
    unsafe bytes = .allocate(byteCount: byteCount, alignment: 16)
    for index in 0..<byteCount {
      unsafe bytes.storeBytes(of: UInt8(index % 251), toByteOffset: index, as: UInt8.self)
    }
    for (index, byte) in contents.enumerated() {
      unsafe bytes.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    mapped.withLock { $0 += 1 }
  }

  deinit {
    unsafe bytes.deallocate()
    mapped.withLock { $0 -= 1 }
  }

  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe RawSpan(_unsafeStart: bytes, byteCount: byteCount))
  }
}

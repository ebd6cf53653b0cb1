internal import RetakeMedia
internal import RetakeRuntime

/// A node that streams: opened, set, mapped and started, all from the beginning each time, and all given back
/// with its last owner. One thread at a time takes and gives back buffers.
final class V4L2Stream: Sendable {
  /// Buffers that the driver fills in turn; pictures are copied out at once, so this only bridges the time
  /// for which the thread does not get to run.
  private static let bufferCount = 6

  let handle: V4L2Handle
  /// What the driver made of the wish.
  let format: V4L2DeviceFormat
  /// The rate that the driver keeps; nil where it does not say.
  let frameRate: Rational?
  /// The buffers' planes.
  let buffers: [[any BufferMemory]]
  private let calls: any V4L2Calls

  /// Opens `path` and starts it. Throws what the kernel said; EINVAL too where the driver changes the kind of
  /// picture.
  init(_ path: String, _ wire: WireFormat, _ choice: FormatChoice, calls: any V4L2Calls) throws(SystemError) {
    self.calls = calls
    let descriptor = try calls.retrying { () throws(SystemError) in try calls.open(path) }
    do throws(SystemError) {
      let capabilities = try calls.retrying { () throws(SystemError) in try calls.capabilities(descriptor) }
      handle = V4L2Handle(descriptor: descriptor, isMultiplanar: capabilities.isMultiplanar)
      (format, frameRate) = try Self.configure(handle, wire, choice, calls)
      buffers = try Self.start(handle, calls)
    } catch {
      calls.close(descriptor)
      throw error
    }
  }

  deinit {
    try? calls.retrying { () throws(SystemError) in try calls.streamOff(handle) }
    calls.close(handle.descriptor)
  }

  private static func configure(
    _ handle: V4L2Handle, _ wire: WireFormat, _ choice: FormatChoice, _ calls: any V4L2Calls
  ) throws(SystemError) -> (V4L2DeviceFormat, Rational?) {
    do throws(SystemError) {
      try calls.retrying { () throws(SystemError) in try calls.followSignal(handle) }
    } catch {
      // Only bridges know the call.
      if error.isNoSignal { throw error }
    }
    let wish = V4L2DeviceFormat(fourCC: wire.fourCC, width: choice.format.width, height: choice.format.height)
    let format = try calls.retrying { () throws(SystemError) in try calls.setFormat(wish, handle) }
    guard format.fourCC == wire.fourCC, format.width > 0, format.height > 0 else {
      throw SystemError("VIDIOC_S_FMT (\(wire.fourCC.name) became \(format.fourCC.name))", code: .invalid)
    }
    guard !wire.hasSeparatePlanes || format.planeCount >= wire.stored.count else {
      throw SystemError("VIDIOC_S_FMT (\(format.planeCount) planes)", code: .invalid)
    }
    // Many drivers know no rates.
    let rate = try? calls.retrying { () throws(SystemError) in
      try calls.setFrameRate(choice.frameRate, handle)
    }
    return (format, rate ?? nil)
  }

  private static func start(
    _ handle: V4L2Handle, _ calls: any V4L2Calls
  ) throws(SystemError) -> [[any BufferMemory]] {
    let count = try calls.retrying { () throws(SystemError) in
      try calls.requestBuffers(bufferCount, handle)
    }
    guard count > 0 else { throw SystemError("VIDIOC_REQBUFS", code: .outOfMemory) }
    var buffers: [[any BufferMemory]] = []
    for index in 0..<count {
      let planes = try calls.retrying { () throws(SystemError) in try calls.buffer(index, handle) }
      var memories: [any BufferMemory] = []
      for plane in planes { memories.append(try calls.map(plane, handle)) }
      buffers.append(memories)
      try calls.retrying { () throws(SystemError) in
        try calls.queue(index, planeCount: planes.count, handle)
      }
    }
    try calls.retrying { () throws(SystemError) in try calls.streamOn(handle) }
    return buffers
  }

  /// Waits for a picture, an error or a wake-up.
  func wait(orFor wakeup: Wakeup, milliseconds: Int) throws(SystemError) -> V4L2WaitResult {
    try calls.retrying { () throws(SystemError) in
      try calls.wait(handle, orFor: wakeup, milliseconds: milliseconds)
    }
  }

  /// Takes a filled buffer from the driver; EIO where it names one that there is not.
  func dequeue() throws(SystemError) -> V4L2FilledBuffer {
    let filled = try calls.retrying { () throws(SystemError) in try calls.dequeue(handle) }
    guard buffers.indices.contains(filled.index) else {
      throw SystemError("VIDIOC_DQBUF", code: .inputOutput)
    }
    return filled
  }

  /// Gives back what was filled while nobody looked.
  func discardFilled() throws(SystemError) {
    for _ in buffers {
      do throws(SystemError) {
        try queue(try dequeue().index)
      } catch {
        if error.isTryAgain { return }
        throw error
      }
    }
  }

  /// Gives a buffer back to be filled.
  func queue(_ index: Int) throws(SystemError) {
    try calls.retrying { () throws(SystemError) in
      try calls.queue(index, planeCount: buffers[index].count, handle)
    }
  }
}

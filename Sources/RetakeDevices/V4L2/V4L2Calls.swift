internal import RetakeMedia
internal import RetakeRuntime

/// The calls to the kernel that a camera needs, one for one, so that tests can play the kernel.
///
/// Each throws the errno as it comes, EINTR among them. Lists end with EINVAL. Any thread may call.
protocol V4L2Calls: Sendable {
  /// open(2), reading and writing, without blocking.
  func open(_ path: String) throws(SystemError) -> Int32
  /// close(2).
  func close(_ descriptor: Int32)
  /// VIDIOC_QUERYCAP.
  func capabilities(_ descriptor: Int32) throws(SystemError) -> V4L2Capabilities
  /// VIDIOC_ENUM_FMT.
  func format(_ index: Int, _ node: V4L2Handle) throws(SystemError) -> V4L2FormatEntry
  /// VIDIOC_ENUM_FRAMESIZES.
  func frameSizes(_ index: Int, _ fourCC: FourCC, _ node: V4L2Handle) throws(SystemError) -> V4L2FrameSizes
  /// VIDIOC_ENUM_FRAMEINTERVALS.
  func frameRates(
    _ index: Int, _ fourCC: FourCC, width: Int, height: Int, _ node: V4L2Handle
  ) throws(SystemError) -> V4L2FrameRates
  /// VIDIOC_G_FMT.
  func currentFormat(_ node: V4L2Handle) throws(SystemError) -> V4L2DeviceFormat
  /// VIDIOC_S_FMT: what the driver made of the wish.
  func setFormat(_ wish: V4L2DeviceFormat, _ node: V4L2Handle) throws(SystemError) -> V4L2DeviceFormat
  /// VIDIOC_QUERY_DV_TIMINGS: what comes in through a bridge, such as that of HDMI. ENOTTY from other nodes, ENOLINK and
  /// ENOLCK where nothing comes.
  func signal(_ node: V4L2Handle) throws(SystemError) -> V4L2Signal
  /// VIDIOC_QUERY_DV_TIMINGS and VIDIOC_S_DV_TIMINGS: sets a bridge to what comes in.
  func followSignal(_ node: V4L2Handle) throws(SystemError)
  /// VIDIOC_G_PARM and VIDIOC_S_PARM: the rate that the driver will keep; nil where it does not say.
  func setFrameRate(_ wish: Rational, _ node: V4L2Handle) throws(SystemError) -> Rational?
  /// VIDIOC_QUERY_EXT_CTRL: the control after `id` (0: the first), with its menu and its value.
  func control(after id: UInt32, _ node: V4L2Handle) throws(SystemError) -> V4L2ControlEntry
  /// VIDIOC_G_CTRL.
  func value(ofControl id: UInt32, _ node: V4L2Handle) throws(SystemError) -> Int
  /// VIDIOC_S_CTRL.
  func set(_ value: Int, ofControl id: UInt32, _ node: V4L2Handle) throws(SystemError)
  /// VIDIOC_REQBUFS for mmap: how many there are.
  func requestBuffers(_ count: Int, _ node: V4L2Handle) throws(SystemError) -> Int
  /// VIDIOC_QUERYBUF: its planes.
  func buffer(_ index: Int, _ node: V4L2Handle) throws(SystemError) -> [V4L2BufferPlane]
  /// mmap(2).
  func map(_ plane: V4L2BufferPlane, _ node: V4L2Handle) throws(SystemError) -> any BufferMemory
  /// VIDIOC_QBUF.
  func queue(_ index: Int, planeCount: Int, _ node: V4L2Handle) throws(SystemError)
  /// VIDIOC_DQBUF.
  func dequeue(_ node: V4L2Handle) throws(SystemError) -> V4L2FilledBuffer
  /// VIDIOC_STREAMON.
  func streamOn(_ node: V4L2Handle) throws(SystemError)
  /// VIDIOC_STREAMOFF.
  func streamOff(_ node: V4L2Handle) throws(SystemError)
  /// poll(2) for a filled buffer or a wake-up, at most so long; nil for ever.
  func wait(
    _ node: V4L2Handle, orFor wakeup: Wakeup, milliseconds: Int?
  ) throws(SystemError) -> V4L2WaitResult
}

extension V4L2Calls {
  /// Repeats `body` while a signal interrupts it.
  func retrying<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    while true {
      do throws(SystemError) {
        return try body()
      } catch {
        if !error.isInterrupted { throw error }
      }
    }
  }
}

/// A driver's buffer in our memory; unmapped with its last owner.
protocol BufferMemory: AnyObject, Sendable {
  /// Bytes.
  var byteCount: Int { get }
  /// Reads it. The driver writes while the buffer is queued, so only between `dequeue` and `queue`.
  func withBytes<Result, Failure: Error>(_ body: (RawSpan) throws(Failure) -> Result) throws(Failure)
    -> Result
}

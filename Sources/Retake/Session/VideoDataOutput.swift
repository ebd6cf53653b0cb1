public import RetakeMedia
internal import RetakeRuntime

/// Hands out single frames, newest first: for a preview or for one's own processing.
public final class VideoDataOutput: CaptureSink {
  private struct Counts {
    var delivered = 0
    var lost = 0
    var sequence: UInt64?
    /// What the camera delivers now; nil before there is one.
    var format: VideoFormat?
  }
  private let slot = LatestSlot<Picture>()
  private let counts = Monitor(Counts())
  private let wake: @Sendable () -> Void
  private let ended: @Sendable (CaptureEnd) -> Void

  /// Calls `wake` when a frame has come and the one before was taken: on the camera's or the decode thread,
  /// which must not be held up.
  public convenience init(wake: @escaping @Sendable () -> Void) {
    self.init(wake: wake, ended: { _ in })
  }

  /// Calls `ended`, on the same threads, when no picture will come any more.
  package init(wake: @escaping @Sendable () -> Void, ended: @escaping @Sendable (CaptureEnd) -> Void) {
    self.wake = wake
    self.ended = ended
  }

  /// The newest frame, once. Any thread.
  public func takeFrame() -> VideoFrame? {
    slot.take()?.frame
  }

  /// A frame and how its camera takes pictures, which the next frame's may do in another way.
  package struct Picture: Sendable {
    package let frame: VideoFrame
    package let format: VideoFormat
  }

  /// The newest frame with its camera's format, once. Any thread.
  package func takePicture() -> Picture? {
    slot.take()
  }

  /// Frames that were never taken because a newer one came.
  public var replacedCount: Int {
    slot.replacedCount
  }

  /// Frames that came.
  public var deliveredCount: Int {
    counts.withLock { $0.delivered }
  }

  /// Frames that the camera took and that did not come: gaps in their numbers.
  public var lostCount: Int {
    counts.withLock { $0.lost }
  }

  package func cameraChanged(to format: VideoFormat, isPatient: Bool) {
    counts.withLock { counts in
      counts.format = format
      // Another camera counts for itself.
      counts.sequence = nil
    }
    _ = slot.take()
  }

  package func offer(_ frame: VideoFrame, canWait: Bool) {
    let format = counts.withLock { counts in
      counts.delivered += 1
      if let last = counts.sequence, frame.sequence > last + 1 {
        counts.lost += Int(frame.sequence - last - 1)
      }
      counts.sequence = frame.sequence
      return counts.format
    }
    guard let format else { return }
    if slot.put(Picture(frame: frame, format: format)) { wake() }
  }

  package func offer(_ block: AudioBlock, canWait: Bool) {}
  package func cameraEnded(_ end: CaptureEnd) { ended(end) }
  package func microphoneEnded(_ end: CaptureEnd) {}
}

public import RetakeMedia
internal import RetakeRuntime

/// Hands out single frames, newest first: for a preview or for one's own processing.
public final class VideoDataOutput: CaptureSink {
  private let slot = LatestSlot<VideoFrame>()
  private let wake: @Sendable () -> Void

  /// Calls `wake` when a frame has come and the one before was taken: on the camera's or the decode thread,
  /// which must not be held up.
  public init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// The newest frame, once. Any thread.
  public func takeFrame() -> VideoFrame? {
    slot.take()
  }

  /// Frames that were never taken because a newer one came.
  public var replacedCount: Int {
    slot.replacedCount
  }

  package func offer(_ frame: VideoFrame, canWait: Bool) {
    if slot.put(frame) { wake() }
  }

  package func offer(_ block: AudioBlock, canWait: Bool) {}
  package func cameraEnded(_ end: CaptureEnd) {}
  package func microphoneEnded(_ end: CaptureEnd) {}
}

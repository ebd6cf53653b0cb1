package import RetakeMedia
internal import RetakeRuntime

/// Measures how loud the microphone is, for a level meter.
public final class AudioLevelOutput: CaptureSink {
  private let peak = Monitor<Float?>(nil)
  private let ended: @Sendable (CaptureEnd) -> Void

  /// An output that has heard nothing yet.
  public convenience init() {
    self.init(ended: { _ in })
  }

  /// Calls `ended`, on the microphone's thread, when no sound will come any more.
  package init(ended: @escaping @Sendable (CaptureEnd) -> Void) {
    self.ended = ended
  }

  /// The largest sample since the last call, 0 silence to 1 full scale; nil where no sound came. Any thread.
  public func takePeak() -> Float? {
    peak.withLock { peak in
      defer { peak = nil }
      return peak
    }
  }

  package func offer(_ block: AudioBlock, canWait: Bool) {
    let loudest = SamplePeak.of(block)
    peak.withLock { $0 = max($0 ?? 0, loudest) }
  }

  package var needsFrames: Bool { false }
  package func offer(_ frame: VideoFrame, canWait: Bool) {}
  package func cameraEnded(_ end: CaptureEnd) {}
  package func microphoneEnded(_ end: CaptureEnd) { ended(end) }
}

package import RetakeMedia
internal import RetakeRuntime

/// Measures how loud the microphone is, for a level meter.
public final class AudioLevelOutput: CaptureSink {
  private let peak = Monitor<Float?>(nil)

  /// An output that has heard nothing yet.
  public init() {}

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

  package func offer(_ frame: VideoFrame, canWait: Bool) {}
  package func cameraEnded(_ end: CaptureEnd) {}
  package func microphoneEnded(_ end: CaptureEnd) {}
}

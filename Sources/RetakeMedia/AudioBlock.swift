/// What a microphone delivers: interleaved 32-bit floating-point samples, -1 to 1, at this rate.
public struct AudioFormat: Hashable, Sendable {
  /// Samples a second of each channel, by the device's own clock.
  public var sampleRate: Int
  /// 1 mono, 2 stereo, 6 5.1 in FFmpeg's default order, and so on.
  public var channels: Int

  /// A format; both above zero.
  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// A run of sound, shared and read-only.
public struct AudioBlock: Sendable {
  /// The memory: one plane of interleaved `Float`.
  public let storage: any FrameStorage
  /// Rate and channels.
  public let format: AudioFormat
  /// Samples of each channel.
  public let frameCount: Int
  /// When the first sample was taken, on CLOCK_MONOTONIC.
  public var time: MediaTime

  /// A block over `storage`, which holds at least `frameCount * format.channels` floats.
  public init(storage: any FrameStorage, format: AudioFormat, frameCount: Int, time: MediaTime) {
    self.storage = storage
    self.format = format
    self.frameCount = frameCount
    self.time = time
  }
}

internal import RetakeMedia
internal import RetakeRuntime

/// Silence of any length and format, made once. Any thread may call.
final class SilentSound: Sendable {
  private struct Silence {
    var storage: any FrameStorage
    var byteCount: Int
  }
  private let longest = Monitor<Silence?>(nil)

  /// Silence in the place of `block`.
  func inPlace(of block: AudioBlock) -> AudioBlock {
    let byteCount = block.frameCount * block.format.channels * MemoryLayout<Float>.size
    guard byteCount > 0 else { return block }
    let known = longest.withLock { $0 }
    let silence = known.flatMap { $0.byteCount >= byteCount ? $0 : nil } ?? Self.made(byteCount)
    longest.withLock { $0 = silence }
    return AudioBlock(
      storage: silence.storage, format: block.format, frameCount: block.frameCount, time: block.time)
  }

  private static func made(_ byteCount: Int) -> Silence {
    // A slab is zeros until somebody writes into it.
    guard let buffer = FramePool(slabBytes: byteCount, capacity: 1).buffer() else {
      preconditionFailure("a new pool has a slab")
    }
    let zeros = MutedStorage(buffer.publish(byteCount: byteCount))
    return Silence(storage: zeros, byteCount: byteCount)
  }
}

/// Silence that is meant.
private final class MutedStorage: FrameStorage {
  private let zeros: any FrameStorage

  init(_ zeros: any FrameStorage) {
    self.zeros = zeros
  }

  var planeCount: Int { 1 }

  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try zeros.withPlane(plane, body)
  }
}

extension AudioBlock {
  /// It is silence in the place of what a microphone heard.
  var isMuted: Bool { storage is MutedStorage }
}

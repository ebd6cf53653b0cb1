internal import RetakeMedia
internal import RetakeRuntime

/// Silence of any length and format, made once. Any thread may call.
final class SilentSound: Sendable {
  /// Zeros in the place of samples.
  private final class Zeros: FrameStorage {
    private let bytes: [UInt8]
    let planeCount = 1

    init(byteCount: Int) {
      bytes = [UInt8](repeating: 0, count: byteCount)
    }

    var byteCount: Int { bytes.count }

    func withPlane<Result, Failure: Error>(
      _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(bytes.span.bytes)
    }
  }
  private let longest = Monitor<Zeros?>(nil)

  /// Silence in the place of `block`.
  func inPlace(of block: AudioBlock) -> AudioBlock {
    let byteCount = block.frameCount * block.format.channels * MemoryLayout<Float>.size
    let known = longest.withLock { $0 }
    let zeros = known.flatMap { $0.byteCount >= byteCount ? $0 : nil } ?? Zeros(byteCount: byteCount)
    if zeros !== known { longest.withLock { $0 = zeros } }
    return AudioBlock(storage: zeros, format: block.format, frameCount: block.frameCount, time: block.time)
  }
}

internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// Makes any picture fit for the encoder: limited range, in its pixel format, at least its size. Pictures that
/// fit already pass untouched. One thread.
///
/// Full range becomes limited here, once, because players of embedded devices ignore the flag that tells them
/// apart.
struct PictureConverter: ~Copyable {
  private let color: ColorInfo
  private let layout: PlaneLayout
  private let pool: FramePool
  private var scaler = Scaler()

  /// Pictures that can be with the encoder at once: its look-ahead and its threads.
  private static let poolCapacity = 24

  /// A converter to pictures of `pixelFormat` for an encoder with these settings.
  init(to pixelFormat: PixelFormat, _ settings: VideoEncoderSettings) {
    color = settings.color
    layout = PlaneLayout(pixelFormat, width: settings.width, height: settings.height)
    pool = FramePool(slabBytes: layout.byteCount, capacity: Self.poolCapacity)
  }

  mutating func convert(_ frame: VideoFrame) throws(CodecError) -> VideoFrame {
    let isLargeEnough = frame.width >= layout.width && frame.height >= layout.height
    if frame.pixelFormat == layout.pixelFormat && frame.color.range == color.range && isLargeEnough {
      return frame
    }
    guard var picture = pool.frame(layout) else {
      throw CodecError(.outOfMemory, "convert a picture", "the encoder holds all pictures")
    }
    try scaler.convert(frame, into: &picture, color: color)
    return picture.publish(color: color, time: frame.time, sequence: frame.sequence)
  }
}

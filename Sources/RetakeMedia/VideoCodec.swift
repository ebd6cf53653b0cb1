/// A compression of pictures.
public enum VideoCodec: String, Sendable, CaseIterable {
  /// Motion JPEG: each picture is a JPEG.
  case mjpeg
  /// H.264 (AVC).
  case h264
  /// H.265 (HEVC).
  case hevc
}

/// What a camera sends: raw pixels, or pictures that a codec has compressed.
public enum MediaSubtype: Hashable, Sendable {
  /// Uncompressed pictures.
  case pixels(PixelFormat)
  /// Compressed pictures.
  case codec(VideoCodec)

  /// The codec of a stream whose pictures build on each other, which a file can hold as it comes; nil for all else.
  public var streamCodec: VideoCodec? {
    switch self {
    case .codec(.h264): .h264
    case .codec(.hevc): .hevc
    case .codec(.mjpeg), .pixels: nil
    }
  }
}

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
}

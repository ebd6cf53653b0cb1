/// How the samples of an uncompressed picture lie in memory. Names are FFmpeg's.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// Planes Y, U, V; chroma at half width and half height (V4L2: YU12).
  case yuv420p
  /// Planes Y, U, V; chroma at half width.
  case yuv422p
  /// Planes Y, U, V; chroma at full size.
  case yuv444p
  /// Plane Y, and one of U and V in turn at half width and half height.
  case nv12
  /// One plane of Y U Y V.
  case yuyv422
  /// One plane of U Y V Y.
  case uyvy422
  /// One plane of brightness.
  case gray8

  /// Number of planes.
  public var planeCount: Int {
    switch self {
    case .yuv420p, .yuv422p, .yuv444p: 3
    case .nv12: 2
    case .yuyv422, .uyvy422, .gray8: 1
    }
  }

  /// Bytes that one row of `plane` needs for a picture `width` pixels wide; odd sizes round up.
  public func rowBytes(plane: Int, width: Int) -> Int {
    let half = (width + 1) / 2
    return switch (self, plane) {
    case (.yuv420p, 1...), (.yuv422p, 1...): half
    case (.nv12, 1...): half * 2
    case (.yuyv422, _), (.uyvy422, _): half * 4
    default: width
    }
  }

  /// Rows of `plane` for a picture `height` pixels high; odd sizes round up.
  public func rows(plane: Int, height: Int) -> Int {
    switch (self, plane) {
    case (.yuv420p, 1...), (.nv12, 1...): (height + 1) / 2
    default: height
    }
  }
}

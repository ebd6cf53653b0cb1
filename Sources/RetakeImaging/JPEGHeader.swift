package import RetakeMedia

/// What the head of a JPEG says.
package struct JPEGHeader: Hashable, Sendable {
  /// Pixels a line.
  package let width: Int
  /// Lines.
  package let height: Int
  /// How its samples lie.
  package let sampling: Sampling

  /// The chroma subsamplings that are handled.
  package enum Sampling: Sendable, CaseIterable {
    case yuv420, yuv422, yuv444, gray
    /// Chroma at half height (a 4:2:2 turned by 90 degrees): its rows are doubled.
    case yuv440
    /// Chroma at a quarter of the width: its columns are doubled.
    case yuv411
  }

  /// What it is decoded to.
  package var pixelFormat: PixelFormat {
    switch sampling {
    case .yuv420: .yuv420p
    case .yuv422, .yuv411: .yuv422p
    case .yuv444, .yuv440: .yuv444p
    case .gray: .gray8
    }
  }
}

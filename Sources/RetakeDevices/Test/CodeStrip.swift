package import RetakeMedia

/// The code in the top eighteenth of each test picture: 64 cells side by side, white for 1 and black for 0,
/// most significant bit first. It survives encoding, so any program can say which frame a picture is.
package struct CodeStrip: Hashable, Sendable {
  /// The number of the frame, its low 32 bits.
  package var frame: UInt32
  /// Milliseconds of the camera's clock since its start, whole ones, their low 32 bits.
  package var milliseconds: UInt32

  /// Cells side by side.
  package static let cellCount = 64

  /// The strip of frame `number`, taken at `time` since the start.
  package init(frame number: UInt64, time: MediaTime) {
    frame = UInt32(truncatingIfNeeded: number)
    milliseconds = UInt32(truncatingIfNeeded: time.nanoseconds / 1_000_000)
  }

  /// The 64 bits, the leftmost cell in the highest.
  package var bits: UInt64 {
    UInt64(frame) << 32 | UInt64(milliseconds)
  }

  /// Lines of the strip in a picture of `height` lines.
  package static func rows(height: Int) -> Int {
    max(1, height / 18)
  }

  /// The pixels of a line that belong to `cell`; none where the picture has fewer pixels than cells.
  package static func columns(cell: Int, width: Int) -> Range<Int> {
    (cell * width + cellCount - 1) / cellCount..<((cell + 1) * width + cellCount - 1) / cellCount
  }

  /// Reads the strip of a picture by the middle of each cell, in the middle of the strip.
  package init(reading frame: VideoFrame) {
    let (step, offset) =
      switch frame.pixelFormat {
      case .yuyv422: (2, 0)
      case .uyvy422: (2, 1)
      default: (1, 0)
      }
    let row = Self.rows(height: frame.height) / 2 * frame.strides[0]
    let bits = frame.storage.withPlane(0) { bytes in
      (0..<Self.cellCount).reduce(UInt64(0)) { bits, cell in
        let column = (2 * cell + 1) * frame.width / (2 * Self.cellCount)
        let luma = bytes.byte(at: row + column * step + offset)
        return bits << 1 | (luma >= 128 ? 1 : 0)
      }
    }
    self.frame = UInt32(truncatingIfNeeded: bits >> 32)
    self.milliseconds = UInt32(truncatingIfNeeded: bits)
  }
}

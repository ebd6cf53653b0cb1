import RetakeMedia

@testable import RetakeDevices

extension FrameStorage {
  /// The first `count` Floats of plane 0.
  func floats(_ count: Int) -> [Float] {
    withPlane(0) { bytes in
      (0..<count).map { index in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes.byte(at: 4 * index + $1)) << UInt32(8 * $1) })
      }
    }
  }
}

// Copies and fills of bytes in a plane: the only file of the test devices where raw pointers are met.

extension MutableRawSpan {
  /// Copies `bytes[range]` to `offset`. Outside of either traps.
  mutating func copy(_ bytes: [UInt8], _ range: Range<Int>, to offset: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "outside of the source")
    precondition(offset >= 0 && offset + range.count <= byteCount, "outside of the plane")
    unsafe withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + range.count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
      }
    }
  }

  /// Copies its own bytes `range` to `offset`; they may overlap. Outside of the plane traps.
  mutating func copyWithin(_ range: Range<Int>, to offset: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "outside of the plane")
    precondition(offset >= 0 && offset + range.count <= byteCount, "outside of the plane")
    unsafe withUnsafeMutableBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + range.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}

extension RawSpan {
  /// The byte at `offset`. Outside of the span traps.
  func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

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

extension [UInt8] {
  /// Writes rows of `width` samples of eight bits, `stride` bytes apart, one behind the other: as bytes, or where
  /// there are more `bits` as little-endian words, white staying white.
  mutating func write(_ rows: RawSpan, width: Int, stride: Int, bits: Int) {
    let sampleBytes = bits > 8 ? 2 : 1
    let height = count / (width * sampleBytes)
    precondition((height - 1) * stride + width <= rows.byteCount, "outside of the plane")
    let most = UInt32(1) << UInt32(bits) - 1
    unsafe withUnsafeMutableBytes { target in
      unsafe rows.withUnsafeBytes { source in
        for row in 0..<height {
          let from = row * stride
          let to = row * width * sampleBytes
          guard sampleBytes == 2 else {
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[to..<to + width])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + width]))
            continue
          }
          for column in 0..<width {
            let word = unsafe UInt32(source[from + column]) * most / 255
            unsafe target[to + 2 * column] = UInt8(truncatingIfNeeded: word)
            unsafe target[to + 2 * column + 1] = UInt8(truncatingIfNeeded: word >> 8)
          }
        }
      }
    }
  }

  /// Reads all bytes.
  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
      try body(unsafe RawSpan(_unsafeElements: buffer))
    }
  }
}

extension RawSpan {
  /// The byte at `offset`. Outside of the span traps.
  func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}

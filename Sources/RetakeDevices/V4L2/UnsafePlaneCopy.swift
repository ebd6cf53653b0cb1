// Copies the rows of a driver's plane: the only place where its bytes are touched.

extension MutableRawSpan {
  /// Writes the rows of `place` in `source`, changed as `operation` says, `stride` bytes apart and with at most
  /// `rowBytes` of their own. Outside of either traps.
  mutating func copyRows(
    _ place: PlanePlace, of source: RawSpan, operation: WireFormat.RowOperation, rowBytes: Int, stride: Int
  ) {
    precondition(place.offset >= 0 && place.end <= source.byteCount, "outside of the source")
    let count = min(rowBytes, operation.resultBytes(of: place.rowBytes))
    precondition((place.rows - 1) * stride + count <= byteCount, "outside of the plane")
    unsafe source.withUnsafeBytes { from in
      unsafe withUnsafeMutableBytes { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        if operation == .copy && stride == place.stride {
          unsafe to.copyMemory(from: from + place.offset, byteCount: (place.rows - 1) * stride + count)
          return
        }
        for row in 0..<place.rows {
          let input = unsafe (from + place.offset + row * place.stride).assumingMemoryBound(to: UInt8.self)
          let output = unsafe (to + row * stride).assumingMemoryBound(to: UInt8.self)
          unsafe operation.apply(input, output, count)
        }
      }
    }
  }
}

extension MutableRawSpan {
  /// The same of an array.
  mutating func copyRows(_ place: PlanePlace, of source: [UInt8], stride: Int) {
    copyRows(
      place, of: unsafe source.span.bytes, operation: .copy, rowBytes: place.rowBytes, stride: stride)
  }
}

extension [UInt8] {
  /// The same into an array, without padding.
  mutating func copyRows(_ place: PlanePlace, of source: RawSpan, operation: WireFormat.RowOperation) {
    let rowBytes = operation.resultBytes(of: place.rowBytes)
    unsafe withUnsafeMutableBytes { buffer in
      var target = unsafe MutableRawSpan(_unsafeBytes: buffer)
      target.copyRows(place, of: source, operation: operation, rowBytes: rowBytes, stride: rowBytes)
    }
  }
}

extension WireFormat.RowOperation {
  /// Bytes that come of `count`.
  func resultBytes(of count: Int) -> Int {
    switch self {
    case .copy, .swapPairs, .swapOdd, .swapEven: count
    case .even, .odd, .highByte, .depth: count / 2
    case .leading(let kept, let group): count / group * kept
    case .widen565: count / 2 * 3
    }
  }

  /// One row of `count` bytes. Loops over bytes that the compiler turns into shuffles.
  fileprivate func apply(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    switch self {
    case .copy:
      unsafe output.update(from: input, count: count)
    case .swapPairs:
      for index in 0..<count / 2 {
        unsafe output[2 * index] = input[2 * index + 1]
        unsafe output[2 * index + 1] = input[2 * index]
      }
    case .swapOdd:
      for index in 0..<count / 4 {
        unsafe output[4 * index] = input[4 * index]
        unsafe output[4 * index + 1] = input[4 * index + 3]
        unsafe output[4 * index + 2] = input[4 * index + 2]
        unsafe output[4 * index + 3] = input[4 * index + 1]
      }
    case .swapEven:
      for index in 0..<count / 4 {
        unsafe output[4 * index] = input[4 * index + 2]
        unsafe output[4 * index + 1] = input[4 * index + 1]
        unsafe output[4 * index + 2] = input[4 * index]
        unsafe output[4 * index + 3] = input[4 * index + 3]
      }
    case .even:
      for index in 0..<count { unsafe output[index] = input[2 * index] }
    case .odd:
      for index in 0..<count { unsafe output[index] = input[2 * index + 1] }
    case .depth:
      preconditionFailure("a depth has its range")
    case .highByte(let bits):
      let shift = UInt16(bits - 8)
      for index in 0..<count {
        let word = unsafe UInt16(input[2 * index]) | UInt16(input[2 * index + 1]) << 8
        // A driver that sets bits above the depth must not make the picture dark.
        unsafe output[index] = UInt8(truncatingIfNeeded: min(word >> shift, 255))
      }
    case .leading(let kept, let group):
      for index in 0..<count { unsafe output[index] = input[index / kept * group + index % kept] }
    case .widen565:
      for index in 0..<count / 3 {
        let word = unsafe UInt16(input[2 * index]) | UInt16(input[2 * index + 1]) << 8
        let (red, green, blue) = (word >> 11, word >> 5 & 63, word & 31)
        // The upper bits again below, so that white stays white.
        unsafe output[3 * index] = UInt8(truncatingIfNeeded: red << 3 | red >> 2)
        unsafe output[3 * index + 1] = UInt8(truncatingIfNeeded: green << 2 | green >> 4)
        unsafe output[3 * index + 2] = UInt8(truncatingIfNeeded: blue << 3 | blue >> 2)
      }
    }
  }
}

// Copying the planes of a picture: mirrored, turned, thinned to 4:2:0. The one file of the preview with raw
// pointers; everything here runs once a frame over all of its bytes.

/// Rows of samples in memory. A sample is one byte, or two that stay together (U and V of NV12).
@safe struct PlaneRows {
  let base: UnsafeRawPointer
  let stride: Int
  let columns: Int
  let rows: Int
}

enum UnsafePlanes {
  /// Copies samples of one byte or two, oriented, so that the first lands at `target`.
  static func copy(
    _ source: PlaneRows, sampleBytes: Int, to target: UnsafeMutableRawPointer, stride: Int,
    _ orientation: Orientation
  ) {
    let isPairs = sampleBytes == 2
    guard !orientation.turn.swapsSides else {
      if isPairs {
        unsafe transpose(source, UInt16.self, to: target, stride: stride, orientation)
      } else {
        unsafe transpose(source, UInt8.self, to: target, stride: stride, orientation)
      }
      return
    }
    for row in 0..<source.rows {
      let from = orientation.reversesRows ? source.rows - 1 - row : row
      let input = unsafe source.base + from * source.stride
      let output = unsafe target + row * stride
      if !orientation.reversesColumns {
        unsafe output.copyMemory(from: input, byteCount: source.columns * sampleBytes)
      } else if isPairs {
        unsafe reversePairs(input, count: source.columns, to: output)
      } else {
        unsafe reverse(input, count: source.columns, to: output)
      }
    }
  }

  /// Reverses a row of bytes, eight at a time.
  private static func reverse(_ input: UnsafeRawPointer, count: Int, to output: UnsafeMutableRawPointer) {
    let whole = count & ~7
    var index = 0
    while index < whole {
      let eight = unsafe input.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      unsafe output.storeBytes(of: eight.byteSwapped, toByteOffset: count - 8 - index, as: UInt64.self)
      index += 8
    }
    while index < count {
      let byte = unsafe input.load(fromByteOffset: index, as: UInt8.self)
      unsafe output.storeBytes(of: byte, toByteOffset: count - 1 - index, as: UInt8.self)
      index += 1
    }
  }

  /// Reverses a row of byte pairs, four at a time; the pairs keep their order inside.
  private static func reversePairs(_ input: UnsafeRawPointer, count: Int, to output: UnsafeMutableRawPointer)
  {
    let whole = count & ~3
    var index = 0
    while index < whole {
      let four = unsafe input.loadUnaligned(fromByteOffset: index * 2, as: UInt64.self).byteSwapped
      let low: UInt64 = 0x00FF_00FF_00FF_00FF
      let pairs = (four & low) << 8 | (four >> 8) & low
      unsafe output.storeBytes(of: pairs, toByteOffset: (count - 4 - index) * 2, as: UInt64.self)
      index += 4
    }
    while index < count {
      let pair = unsafe input.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
      unsafe output.storeBytes(of: pair, toByteOffset: (count - 1 - index) * 2, as: UInt16.self)
      index += 1
    }
  }

  /// Turns by a quarter: columns become rows. Goes by squares that fit the cache.
  private static func transpose<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ source: PlaneRows, _: Sample.Type, to target: UnsafeMutableRawPointer, stride: Int,
    _ orientation: Orientation
  ) {
    let block = 32
    let size = MemoryLayout<Sample>.size
    for top in Swift.stride(from: 0, to: source.rows, by: block) {
      for left in Swift.stride(from: 0, to: source.columns, by: block) {
        for row in top..<min(top + block, source.rows) {
          let input = unsafe source.base + row * source.stride
          let column = orientation.reversesRows ? source.rows - 1 - row : row
          for x in left..<min(left + block, source.columns) {
            let outputRow = orientation.reversesColumns ? source.columns - 1 - x : x
            let sample = unsafe input.loadUnaligned(fromByteOffset: x * size, as: Sample.self)
            unsafe target.storeBytes(
              of: sample, toByteOffset: outputRow * stride + column * size, as: Sample.self)
          }
        }
      }
    }
  }

  /// Takes Y out of a packed picture (YUYV, or UYVY where `isUFirst`) and, from each two rows, the mean of
  /// their U and V in turn. A last odd row stands for itself.
  static func unpack(
    _ source: PlaneRows, isUFirst: Bool, luma: UnsafeMutableRawPointer, chroma: UnsafeMutableRawPointer
  ) {
    let rowBytes = source.columns * 2
    for row in stride(from: 0, to: source.rows, by: 2) {
      let upper = unsafe source.base + row * source.stride
      let isLast = row + 1 == source.rows
      let lower = unsafe isLast ? upper : upper + source.stride
      let lumaRow = unsafe luma + row * source.columns
      let chromaRow = unsafe chroma + row / 2 * source.columns
      var index = 0
      while index + 32 <= rowBytes {
        let first = unsafe Bytes(upper + index, swapped: isUFirst)
        let second = unsafe Bytes(lower + index, swapped: isUFirst)
        unsafe lumaRow.storeBytes(of: first.even, toByteOffset: index / 2, as: SIMD16<UInt8>.self)
        if !isLast {
          unsafe lumaRow.storeBytes(
            of: second.even, toByteOffset: source.columns + index / 2, as: SIMD16<UInt8>.self)
        }
        let mean = mean(first.odd, second.odd)
        unsafe chromaRow.storeBytes(of: mean, toByteOffset: index / 2, as: SIMD16<UInt8>.self)
        index += 32
      }
      while index < rowBytes {
        let luminance = isUFirst ? index + 1 : index
        let color = isUFirst ? index : index + 1
        let y = unsafe upper.load(fromByteOffset: luminance, as: UInt8.self)
        unsafe lumaRow.storeBytes(of: y, toByteOffset: index / 2, as: UInt8.self)
        if !isLast {
          let y2 = unsafe lower.load(fromByteOffset: luminance, as: UInt8.self)
          unsafe lumaRow.storeBytes(of: y2, toByteOffset: source.columns + index / 2, as: UInt8.self)
        }
        let sum =
          unsafe Int(upper.load(fromByteOffset: color, as: UInt8.self))
          + Int(lower.load(fromByteOffset: color, as: UInt8.self))
        unsafe chromaRow.storeBytes(of: UInt8((sum + 1) / 2), toByteOffset: index / 2, as: UInt8.self)
        index += 2
      }
    }
  }

  /// Writes the mean of each two rows (4:2:2 to 4:2:0), `source.columns` a row. A last odd row stays.
  static func averageRows(_ source: PlaneRows, to target: UnsafeMutableRawPointer) {
    for row in stride(from: 0, to: source.rows, by: 2) {
      let upper = unsafe source.base + row * source.stride
      let lower = unsafe row + 1 == source.rows ? upper : upper + source.stride
      let output = unsafe target + row / 2 * source.columns
      var index = 0
      while index + 16 <= source.columns {
        let first = unsafe upper.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let second = unsafe lower.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        unsafe output.storeBytes(of: mean(first, second), toByteOffset: index, as: SIMD16<UInt8>.self)
        index += 16
      }
      while index < source.columns {
        let sum =
          unsafe Int(upper.load(fromByteOffset: index, as: UInt8.self))
          + Int(lower.load(fromByteOffset: index, as: UInt8.self))
        unsafe output.storeBytes(of: UInt8((sum + 1) / 2), toByteOffset: index, as: UInt8.self)
        index += 1
      }
    }
  }

  /// Writes the mean of each four samples, half a row a row, rounded up: 4:4:4 to 4:2:0, and half the size.
  static func averageSquares(_ source: PlaneRows, to target: UnsafeMutableRawPointer) {
    let half = (source.columns + 1) / 2
    for row in stride(from: 0, to: source.rows, by: 2) {
      let upper = unsafe source.base + row * source.stride
      let lower = unsafe row + 1 == source.rows ? upper : upper + source.stride
      let output = unsafe target + row / 2 * half
      var x = 0
      while x * 2 + 32 <= source.columns {
        let first = unsafe Bytes(upper + 2 * x, swapped: false)
        let second = unsafe Bytes(lower + 2 * x, swapped: false)
        let mean = mean(mean(first.even, first.odd), mean(second.even, second.odd))
        unsafe output.storeBytes(of: mean, toByteOffset: x, as: SIMD16<UInt8>.self)
        x += 16
      }
      while x < half {
        let right = min(2 * x + 1, source.columns - 1)
        let sum = unsafe sum(upper, lower, 2 * x, right)
        unsafe output.storeBytes(of: UInt8((sum + 2) / 4), toByteOffset: x, as: UInt8.self)
        x += 1
      }
    }
  }

  /// The same for samples of two bytes, each byte by itself.
  static func averagePairSquares(_ source: PlaneRows, to target: UnsafeMutableRawPointer) {
    let half = (source.columns + 1) / 2
    for row in stride(from: 0, to: source.rows, by: 2) {
      let upper = unsafe source.base + row * source.stride
      let lower = unsafe row + 1 == source.rows ? upper : upper + source.stride
      let output = unsafe target + row / 2 * half * 2
      for x in 0..<half {
        let right = min(2 * x + 1, source.columns - 1) * 2
        for byte in 0..<2 {
          let sum = unsafe sum(upper, lower, 4 * x + byte, right + byte)
          unsafe output.storeBytes(of: UInt8((sum + 2) / 4), toByteOffset: 2 * x + byte, as: UInt8.self)
        }
      }
    }
  }

  @inline(__always)
  private static func sum(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ left: Int, _ right: Int
  ) -> Int {
    unsafe Int(upper.load(fromByteOffset: left, as: UInt8.self))
      + Int(upper.load(fromByteOffset: right, as: UInt8.self))
      + Int(lower.load(fromByteOffset: left, as: UInt8.self))
      + Int(lower.load(fromByteOffset: right, as: UInt8.self))
  }

  /// Thirty-two bytes, those at even and those at odd places apart: as halves of words, which compilers make
  /// into one instruction each.
  private struct Bytes {
    let even: SIMD16<UInt8>
    let odd: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: UnsafeRawPointer, swapped: Bool) {
      let words = unsafe bytes.loadUnaligned(as: SIMD16<UInt16>.self)
      let low = SIMD16<UInt8>(truncatingIfNeeded: words)
      let high = SIMD16<UInt8>(truncatingIfNeeded: words &>> 8)
      (even, odd) = swapped ? (high, low) : (low, high)
    }
  }

  /// The mean of two rows, halves up, without leaving the bytes.
  @inline(__always)
  private static func mean(_ left: SIMD16<UInt8>, _ right: SIMD16<UInt8>) -> SIMD16<UInt8> {
    (left | right) &- ((left ^ right) &>> 1)
  }

  /// Replaces each byte by its entry in a table of 256.
  static func map(_ bytes: UnsafeMutableRawPointer, count: Int, table: [UInt8]) {
    precondition(table.count == 256, "one entry for each byte")
    for index in 0..<count {
      let byte = unsafe bytes.load(fromByteOffset: index, as: UInt8.self)
      unsafe bytes.storeBytes(of: table[Int(byte)], toByteOffset: index, as: UInt8.self)
    }
  }

  /// Fills the column and row that make a picture of odd size even with what stands beside them. The real
  /// picture is `columns` by `rows` at `left`, `top` (0 or 1) of a plane that is one larger at most.
  static func pad(
    _ plane: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int, left: Int, top: Int,
    columns: Int, rows: Int
  ) {
    if columns < width {
      let (empty, full) = left == 1 ? (0, 1) : (width - 1, width - 2)
      for row in top..<top + rows {
        let byte = unsafe plane.load(fromByteOffset: row * stride + full, as: UInt8.self)
        unsafe plane.storeBytes(of: byte, toByteOffset: row * stride + empty, as: UInt8.self)
      }
    }
    if rows < height {
      let (empty, full) = top == 1 ? (0, 1) : (height - 1, height - 2)
      unsafe (plane + empty * stride).copyMemory(from: plane + full * stride, byteCount: width)
    }
  }
}

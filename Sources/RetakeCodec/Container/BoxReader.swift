/// Reads numbers and boxes from bytes that may be anything: what is not there throws `invalidData`.
struct BoxReader {
  private let bytes: [UInt8]
  /// The next byte, counted from the beginning of the array.
  private(set) var position: Int
  private let end: Int

  /// Reads `range` of `bytes`, which must lie inside.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a range of the bytes")
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Bytes that are left.
  var remaining: Int { end - position }

  /// Passes over `count` bytes.
  mutating func skip(_ count: Int) throws(CodecError) {
    guard count <= remaining else { throw failure("\(count) bytes are missing") }
    position += count
  }

  mutating func uint32() throws(CodecError) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(byteCount: 4))
  }

  mutating func uint64() throws(CodecError) -> UInt64 {
    try number(byteCount: 8)
  }

  /// A number of a size that the version of its box tells.
  mutating func number(isLong: Bool) throws(CodecError) -> UInt64 {
    try number(byteCount: isLong ? 8 : 4)
  }

  /// Version and flags, with which many boxes begin.
  mutating func versionAndFlags() throws(CodecError) -> (version: UInt8, flags: UInt32) {
    let word = try uint32()
    return (UInt8(word >> 24), word & 0xFF_FFFF)
  }

  /// The box that begins here; then the reader stands behind it. Nil at the end.
  mutating func box() throws(CodecError) -> MovieBox? {
    guard remaining > 0 else { return nil }
    let start = position
    var size = UInt64(try uint32())
    let type = FourCC(rawValue: try uint32())
    switch size {
    case 0: size = UInt64(end - start)
    case 1: size = try uint64()
    default: break
    }
    guard size >= UInt64(position - start), size <= UInt64(end - start) else {
      throw CodecError(.invalidData, "read movie boxes", "'\(type)' at byte \(start) has a size of \(size)")
    }
    let content = position..<start + Int(size)
    position = content.upperBound
    return MovieBox(type: type, range: start..<content.upperBound, content: content)
  }

  /// All boxes that are left.
  mutating func boxes() throws(CodecError) -> [MovieBox] {
    var boxes: [MovieBox] = []
    while let box = try box() { boxes.append(box) }
    return boxes
  }

  /// The complaint that something is wrong here.
  func failure(_ text: String) -> CodecError {
    CodecError(.invalidData, "read movie boxes", "\(text) at byte \(position)")
  }

  private mutating func number(byteCount: Int) throws(CodecError) -> UInt64 {
    guard byteCount <= remaining else { throw failure("a number is missing") }
    var value: UInt64 = 0
    for offset in 0..<byteCount { value = value << 8 | UInt64(bytes[position + offset]) }
    position += byteCount
    return value
  }
}

extension BoxReader {
  /// The boxes inside of `box`.
  static func children(of box: MovieBox, in bytes: [UInt8]) throws(CodecError) -> [MovieBox] {
    var reader = BoxReader(bytes, box.content)
    return try reader.boxes()
  }

  /// The box at the end of a path of names.
  static func find(_ path: [FourCC], in box: MovieBox, of bytes: [UInt8]) throws(CodecError) -> MovieBox? {
    var box = box
    for name in path {
      guard let child = try children(of: box, in: bytes).first(where: { $0.type == name }) else { return nil }
      box = child
    }
    return box
  }

  /// The number of a track, by its `tkhd`.
  static func trackID(_ header: MovieBox, in bytes: [UInt8]) throws(CodecError) -> UInt32 {
    var reader = BoxReader(bytes, header.content)
    let isLong = try reader.versionAndFlags().version == 1
    try reader.skip(isLong ? 16 : 8)
    return try reader.uint32()
  }

  /// Ticks a second, of a `mvhd` or `mdhd`.
  static func timescale(_ header: MovieBox, in bytes: [UInt8]) throws(CodecError) -> UInt32 {
    var reader = BoxReader(bytes, header.content)
    let isLong = try reader.versionAndFlags().version == 1
    try reader.skip(isLong ? 16 : 8)
    let timescale = try reader.uint32()
    guard timescale > 0 else { throw reader.failure("time has no scale") }
    return timescale
  }
}

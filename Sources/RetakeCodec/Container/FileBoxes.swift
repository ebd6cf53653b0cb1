internal import RetakeRuntime

/// A box by its place in a file.
struct FileBox {
  var type: FourCC
  var range: Range<Int64>
}

/// The boxes of a file that may end anywhere and hold anything.
struct FileBoxes {
  /// What stands before a box's content.
  struct Header {
    var type: FourCC
    /// Of the whole box, as it says itself.
    var size: Int64
    /// Of the header: 8, or 16 where the size is a long one.
    var byteCount: Int64
  }

  let file: StoredFile
  /// The file's bytes, or those of them that count.
  let byteCount: Int64
  /// Asked before each look at the file: whether it was the last one.
  var isEnding: @Sendable () -> Bool = { false }

  /// The header at `offset`; nil where no box can begin like that.
  func header(at offset: Int64) throws(SystemError) -> Header? {
    let bytes = try bytes(offset..<min(offset + 16, max(offset, byteCount)))
    guard bytes.count >= 8 else { return nil }
    var size = bytes[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let type = FourCC(rawValue: bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
    let isLong = size == 1
    if isLong {
      guard bytes.count == 16, bytes[8] < 0x80 else { return nil }
      size = bytes[8..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    let count: Int64 = isLong ? 16 : 8
    guard size >= count else { return nil }
    return Header(type: type, size: size, byteCount: count)
  }

  /// The complete box at `offset`; nil where there is none.
  func box(at offset: Int64) throws(SystemError) -> FileBox? {
    guard let header = try header(at: offset), header.size <= byteCount - offset else { return nil }
    return FileBox(type: header.type, range: offset..<offset + header.size)
  }

  /// The bytes of `range`, fewer where the file ends before. ECANCELED where nobody waits for them any more.
  func bytes(_ range: Range<Int64>) throws(SystemError) -> [UInt8] {
    if isEnding() { throw SystemError.canceled("read \(file.path)") }
    return try file.read(range.count, at: range.lowerBound)
  }

  /// Whether there are only zeros from `offset` on.
  func isZero(from offset: Int64) throws(SystemError) -> Bool {
    var start = try dataStart(from: offset)
    while start < byteCount {
      let end = min(byteCount, start + Self.pieceLength)
      guard try ByteSearch.isZero(bytes(start..<end)) else { return false }
      start = try dataStart(from: end)
    }
    return true
  }

  /// The first byte from `offset` on that the disk has something for: what is not there reads as zeros. Behind the file
  /// where there is none.
  func dataStart(from offset: Int64) throws(SystemError) -> Int64 {
    guard offset < byteCount else { return offset }
    return min(byteCount, try file.dataStart(from: offset) ?? byteCount)
  }

  /// Bytes that are read at once.
  static let pieceLength: Int64 = 1 << 18
}

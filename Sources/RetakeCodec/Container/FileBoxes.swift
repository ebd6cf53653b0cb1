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

  func bytes(_ range: Range<Int64>) throws(SystemError) -> [UInt8] {
    try file.read(range.count, at: range.lowerBound)
  }

  /// Whether there are only zeros from `offset` on.
  func isZero(from offset: Int64) throws(SystemError) -> Bool {
    var start = offset
    while start < byteCount {
      let end = min(byteCount, start + Self.pieceLength)
      guard try !bytes(start..<end).contains(where: { $0 != 0 }) else { return false }
      start = end
    }
    return true
  }

  /// Bytes that are read at once.
  static let pieceLength: Int64 = 1 << 18
}

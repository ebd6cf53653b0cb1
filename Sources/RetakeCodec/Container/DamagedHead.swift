internal import RetakeMedia
internal import RetakeRuntime

/// The beginning of a movie of ours that cannot be read any more: a bit of a box's size, or the first sector of the file.
/// What it says is also somewhere else, or follows from what is behind it.
struct DamagedHead {
  let boxes: FileBoxes

  /// Without samples it says little, and stands near the file's beginning.
  private static let longestMovie: Int64 = 16 << 20
  /// Where a `moov` at the beginning begins, at most.
  private static let farthestMovie: Int64 = 1 << 12
  /// The index of a day.
  private static let longestIndex: Int64 = 256 << 20
  /// Where our muxer's `ftyp` ends, for a file in which nobody can see that.
  private static let usualSpare: Int64 = 28

  /// The `moov` before the fragments: its bytes with a header that is right, its place, and that of the spare bytes
  /// before it. Found by what is inside; it ends where the first fragment begins.
  func movie() throws(SystemError) -> (bytes: [UInt8], range: Range<Int64>, spare: Int64)? {
    guard let (start, spare) = try movieStart() else { return nil }
    let end = min(boxes.byteCount, start + Self.longestMovie)
    let bytes = try boxes.bytes(start..<end)
    for place in ByteSearch.places(of: Array("moof".utf8), in: bytes) where place >= 4 {
      let fragment = start + Int64(place) - 4
      guard let header = try boxes.header(at: fragment + 8), header.type == "mfhd", header.size == 16 else {
        continue
      }
      var head = BoxWriter()
      head.write(UInt32(place - 4))
      head.write(("moov" as FourCC).rawValue)
      return (head.bytes + bytes[8..<(place - 4)], start..<fragment, spare)
    }
    return nil
  }

  /// Where the `moov` begins, and the spare bytes before it.
  private func movieStart() throws(SystemError) -> (movie: Int64, spare: Int64)? {
    let bytes = try boxes.bytes(0..<min(boxes.byteCount, Self.farthestMovie))
    // Its first box is 8 bytes behind its start.
    guard let name = ByteSearch.places(of: Array("mvhd".utf8), in: bytes).first else { return nil }
    let movie = Int64(name) - 12
    let spare = movie - Int64(FlatIndex.spare.count)
    // Room for the shortest `ftyp`.
    return spare >= 16 && spare % 4 == 0 ? (movie, spare) : nil
  }

  /// The index of a finished movie, at the file's end, if it is whole.
  func index() throws(SystemError) -> (bytes: [UInt8], start: Int64)? {
    let name = Array("mvhd".utf8)
    var end = boxes.byteCount
    let first = max(0, boxes.byteCount - Self.longestIndex)
    while end > first {
      let start = max(first, end - FileBoxes.pieceLength)
      // Pieces overlap by a name less one byte.
      let piece = try boxes.bytes(start..<min(boxes.byteCount, end + 3))
      for place in ByteSearch.places(of: name, in: piece).reversed() {
        let movie = start + Int64(place) - 12
        // It is inside of a `free` box: only ours is.
        guard movie >= 8, let box = try boxes.box(at: movie), box.type == "moov",
          box.range.upperBound == boxes.byteCount,
          let around = try boxes.header(at: movie - 8), around.type == "free",
          around.size == Int64(box.range.count) + 8
        else { continue }
        let bytes = try boxes.bytes(box.range)
        return FlatIndex.isComplete(bytes) ? (bytes, movie) : nil
      }
      end = start
    }
    return nil
  }

  /// The head of a finished movie whose index is at `index`.
  func flatHead(index: Int64) throws(SystemError) -> (header: [UInt8], offset: Int64) {
    let found = try movieStart().flatMap { $0.movie < index ? $0.spare : nil }
    let spare = found ?? Self.usualSpare
    return try head(before: FlatIndex.header(from: spare, to: index), at: spare)
  }

  /// A header for the spare bytes at `spare`, with an `ftyp` before it where there is none that can be read.
  func head(
    before header: [UInt8], at spare: Int64
  ) throws(SystemError) -> (header: [UInt8], offset: Int64) {
    if let type = try boxes.box(at: 0), type.type == "ftyp", type.range.upperBound == spare {
      return (header, spare)
    }
    var writer = BoxWriter()
    writer.write(UInt32(spare))
    for brand in ["ftyp", "iso5"] as [FourCC] { writer.write(brand.rawValue) }
    writer.write(UInt32(0x200))
    let brands: [FourCC] = ["iso5", "iso6", "mp41"]
    // As many as there is room for; a brand may stand twice.
    for number in 0..<max(0, Int(spare) - 16) / 4 { writer.write(brands[number % brands.count].rawValue) }
    return (writer.bytes + header, 0)
  }
}

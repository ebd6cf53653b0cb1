package import RetakeMedia

/// What makes a fragmented movie an ordinary one in two steps, without touching its samples. A movie that shall be
/// flattened has 16 spare bytes before its first `moov`: a `free` box.
///
/// 1. `appendix` is appended and brought to the disk. It is a `free` box with the new index inside: for every reader
///    the file stays the fragmented movie that it was.
/// 2. `header` takes the place of the spare bytes, in one write. It is that of an `mdat` box that swallows all up to
///    the new index, the `free` box's header too: now the file is `ftyp`, `mdat`, `moov`.
///
/// So there is no moment at which the file does not play.
package struct FlatIndex: Hashable, Sendable {
  /// What is to be appended.
  package let appendix: [UInt8]
  /// Where `header` is to be written: a byte of the file.
  package var headerOffset: Int64
  /// 16 bytes; or with the file's first ones before them, where those were damaged.
  package var header: [UInt8]
  /// How long the movie plays.
  package let duration: MediaTime

  /// The spare bytes.
  static let spare: [UInt8] = [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)

  /// For a file of `byteCount` bytes with its spare bytes at `spareOffset`; `creationTime`, in seconds since 1970,
  /// takes the place of the one that it says.
  init(
    _ index: borrowing MovieIndex, spareOffset: Int64, byteCount: Int64, creationTime: Int64? = nil
  ) throws(CodecError) {
    var writer = BoxWriter()
    writer.begin("free")
    let flatMovie = try index.flatMovie(creationTime: creationTime)
    writer.copy(flatMovie.bytes, 0..<flatMovie.bytes.count)
    duration = flatMovie.duration
    try writer.end()
    appendix = writer.bytes
    headerOffset = spareOffset
    header = Self.header(from: spareOffset, to: byteCount + 8)
  }

  /// For a file whose index is there, but not what leads to it.
  init(header: [UInt8], at offset: Int64, duration: MediaTime) {
    appendix = []
    headerOffset = offset
    self.header = header
    self.duration = duration
  }

  /// The header, at byte `spareOffset`, of what swallows all before the index at byte `index`.
  static func header(from spareOffset: Int64, to index: Int64) -> [UInt8] {
    var header = BoxWriter()
    header.write(UInt32(1))
    header.write(("mdat" as FourCC).rawValue)
    header.write(index - spareOffset)
    return header.bytes
  }
}

extension FlatIndex {
  /// How long a `moov` says that it plays; nil where it does not.
  static func duration(of movie: [UInt8]) -> MediaTime? {
    do throws(CodecError) {
      var reader = BoxReader(movie, 0..<movie.count)
      guard let box = try reader.box(), let header = try BoxReader.find(["mvhd"], in: box, of: movie) else {
        return nil
      }
      let timescale = try BoxReader.timescale(header, in: movie)
      var fields = BoxReader(movie, header.content)
      let isLong = try fields.versionAndFlags().version == 1
      try fields.skip(isLong ? 20 : 12)
      return MediaTime(seconds: min(Double(try fields.number(isLong: isLong)) / Double(timescale), 1e9))
    } catch {
      return nil
    }
  }

  /// Whether a `moov` has all tables of an ordinary movie, each as long as it says.
  static func isComplete(_ movie: [UInt8]) -> Bool {
    do throws(CodecError) {
      var reader = BoxReader(movie, 0..<movie.count)
      guard let box = try reader.box() else { return false }
      let tracks = try BoxReader.children(of: box, in: movie).filter { $0.type == "trak" }
      for track in tracks {
        guard let table = try BoxReader.find(["mdia", "minf", "stbl"], in: track, of: movie),
          try hasTables(table, in: movie)
        else { return false }
      }
      return !tracks.isEmpty
    } catch {
      return false
    }
  }

  private static func hasTables(_ table: MovieBox, in movie: [UInt8]) throws(CodecError) -> Bool {
    // Bytes of an entry, behind version, flags and count.
    let entries: [FourCC: Int] = ["stts": 8, "stsc": 12, "stco": 4, "co64": 8]
    var found = 0
    for box in try BoxReader.children(of: table, in: movie) {
      var reader = BoxReader(movie, box.content)
      if let length = entries[box.type] {
        try reader.skip(4)
        guard try Int(reader.uint32()) * length == reader.remaining else { return false }
        found += 1
      } else if box.type == "stsz" {
        try reader.skip(4)
        let isUniform = try reader.uint32() > 0
        guard try Int(reader.uint32()) * 4 == reader.remaining || isUniform else { return false }
        found += 1
      }
    }
    return found == 4
  }
}

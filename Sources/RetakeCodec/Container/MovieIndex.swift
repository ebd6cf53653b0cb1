package import RetakeMedia

/// What a fragmented movie says of its samples, noted while the fragments pass by; at the end it makes the index of
/// an ordinary movie of it (ISO/IEC 14496-12: 8.8 for fragments, 8.2 to 8.7 for the index).
///
/// The bytes may be anything: what is wrong throws `invalidData`, and the index is of no use then. Memory grows with
/// the samples alone.
package struct MovieIndex: Sendable {
  private struct Track {
    var defaults = FragmentDefaults()
    var samples = SampleTable()
    /// The name of its codec; nil where the movie does not tell.
    var format: FourCC?
  }

  /// The `moov` at the beginning, which says all but the samples.
  private var movie: [UInt8] = []
  private var tracks: [UInt32: Track] = [:]

  /// An index of nothing.
  package init() {}

  /// Bytes of the flat movie's index, at most: near enough for a limit. Cheap.
  package var byteCount: Int {
    tracks.values.reduce(movie.count) { $0 + $1.samples.byteCount }
  }

  /// Notes what the complete boxes in `range` of `bytes` say, of which the first lies at byte `offset` of the file. A
  /// fragment is given whole, `moof` and `mdat` together; or its `moof` alone, with the file's byte behind its data.
  package mutating func add(
    _ bytes: [UInt8], _ range: Range<Int>, at offset: Int64, dataEnd: Int64? = nil
  ) throws(CodecError) {
    let fileOffset = offset - Int64(range.lowerBound)
    var reader = BoxReader(bytes, range)
    while let box = try reader.box() {
      switch box.type {
      case "moov":
        guard movie.isEmpty else { throw reader.failure("a second movie begins") }
        try begin(bytes, box)
      case "moof":
        guard !movie.isEmpty else { throw reader.failure("a fragment comes before the movie") }
        let end = dataEnd ?? Int64(range.upperBound) + fileOffset
        try add(MovieFragment(bytes: bytes, box: box, end: end, fileOffset: fileOffset))
      default: break
      }
    }
  }

  private mutating func begin(_ bytes: [UInt8], _ box: MovieBox) throws(CodecError) {
    var reader = BoxReader(bytes, box.content)
    while let child = try reader.box() {
      guard child.type == "mvex" else { continue }
      var extends = BoxReader(bytes, child.content)
      while let trex = try extends.box() {
        guard trex.type == "trex" else { continue }
        var reader = BoxReader(bytes, trex.content)
        try reader.skip(4)
        let id = try reader.uint32()
        tracks[id] = Track(defaults: try FragmentDefaults(&reader))
      }
    }
    for trak in try BoxReader.children(of: box, in: bytes) where trak.type == "trak" {
      guard let header = try BoxReader.find(["tkhd"], in: trak, of: bytes) else { continue }
      tracks[try BoxReader.trackID(header, in: bytes)]?.format = try Self.format(of: trak, in: bytes)
    }
    movie = Array(bytes[box.range])
  }

  /// What a track's first description is called.
  private static func format(of trak: MovieBox, in bytes: [UInt8]) throws(CodecError) -> FourCC? {
    guard let list = try BoxReader.find(["mdia", "minf", "stbl", "stsd"], in: trak, of: bytes) else {
      return nil
    }
    var reader = BoxReader(bytes, list.content)
    try reader.skip(8)
    return try reader.box()?.type
  }

  /// The samples that lie at byte `start` of the file or behind it, with the name of their codec.
  func samples(from start: Int64) -> [(format: FourCC?, range: Range<Int64>)] {
    tracks.values.flatMap { track in
      track.samples.ranges(from: start).map { (track.format, $0) }
    }
  }

  private mutating func add(_ fragment: MovieFragment) throws(CodecError) {
    var dataEnd = fragment.start
    for box in try fragment.trackBoxes() {
      let header = try fragment.header(of: box)
      // Taken out, so that its tables are appended to and not copied.
      guard var track = tracks.removeValue(forKey: header.trackID) else {
        throw CodecError(
          .invalidData, "read movie boxes", "a fragment names the unknown track \(header.trackID)")
      }
      try fragment.read(box, header, track.defaults, after: &dataEnd, into: &track.samples)
      tracks[header.trackID] = track
    }
  }

  /// The `moov` of an ordinary movie with the samples that were noted, and how long it plays.
  package func flatMovie() throws(CodecError) -> (bytes: [UInt8], duration: MediaTime) {
    var builder = FlatMovieBuilder(movie, tracks.mapValues(\.samples))
    return (try builder.build(), builder.duration)
  }
}

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
    /// Ticks a second.
    var timescale: UInt32 = 1
  }

  /// The `moov` at the beginning, which says all but the samples.
  private var movie: [UInt8] = []
  private var tracks: [UInt32: Track] = [:]

  /// Whether fragments may be missing between those that are given, and before the first one.
  private let acceptsGaps: Bool

  /// An index of nothing.
  package init() { self.init(acceptingGaps: false) }

  init(acceptingGaps: Bool) { acceptsGaps = acceptingGaps }

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
      let id = try BoxReader.trackID(header, in: bytes)
      tracks[id]?.format = try Self.format(of: trak, in: bytes)
      guard let media = try BoxReader.find(["mdia", "mdhd"], in: trak, of: bytes) else { continue }
      tracks[id]?.timescale = try BoxReader.timescale(media, in: bytes)
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

  private mutating func add(_ fragment: MovieFragment) throws(CodecError) {
    for run in try fragment.runs(defaults) {
      // Taken out, so that its tables are appended to and not copied.
      guard var track = tracks.removeValue(forKey: run.trackID) else { continue }
      try add(run, to: &track.samples)
      tracks[run.trackID] = track
    }
  }

  private func add(_ run: FragmentRun, to table: inout SampleTable) throws(CodecError) {
    var time = run.decodeTime ?? table.decodeEnd
    var samples = run.samples[...]
    if acceptsGaps, time > table.decodeEnd {
      // Behind what is lost there is nothing to be seen before the next whole picture.
      while let first = samples.first, !first.sample.isSync {
        time += Int64(first.sample.duration)
        samples.removeFirst()
      }
      if samples.isEmpty { return table.lose(until: time) }
    }
    guard acceptsGaps || time == table.decodeEnd, table.leaveGap(until: time) else {
      throw CodecError(.invalidData, "read movie boxes", "a fragment does not continue the one before")
    }
    for (sample, offset) in samples { table.append(sample, at: offset) }
  }

  /// The `moov` of an ordinary movie with the samples that were noted, and how long it plays.
  package func flatMovie(
    creationTime: Int64? = nil
  ) throws(CodecError) -> (bytes: [UInt8], duration: MediaTime) {
    var builder = FlatMovieBuilder(movie, tracks.mapValues(\.samples), creationTime: creationTime)
    return (try builder.build(), builder.duration)
  }
}

// For the repair.
extension MovieIndex {
  /// What holds for the samples of each track, by its number.
  var defaults: [UInt32: FragmentDefaults] { tracks.mapValues(\.defaults) }

  /// The name of a track's codec; nil where the movie does not tell.
  func format(ofTrack id: UInt32) -> FourCC? { tracks[id]?.format }

  /// Ticks of a track, in seconds.
  func seconds(_ ticks: Int64, ofTrack id: UInt32) -> Double {
    Double(ticks) / Double(tracks[id]?.timescale ?? 1)
  }

  /// What is missing of the pictures (of the sound where there are none) before, between and behind the samples.
  var missing: [MissingPart] {
    guard let (_, track) = shown else { return [] }
    let (table, scale) = (track.samples, Double(track.timescale))
    let beginning = MissingPart(at: 0, seconds: Double(table.decodeStart) / scale)
    let gaps = table.gaps.map { gap in
      MissingPart(
        at: Double(gap.lowerBound - table.decodeStart) / scale, seconds: Double(gap.count) / scale)
    }
    let end = MissingPart(
      at: Double(table.decodeEnd - table.decodeStart) / scale,
      seconds: Double(table.lostEnd - table.decodeEnd) / scale)
    return ([beginning] + gaps + [end]).filter { ($0.seconds ?? 0) >= MissingPart.shortest }
  }

  /// The part of the movie that a fragment with these times shows; nil where it shows nothing.
  func part(at times: [UInt32: Range<Int64>]) -> MissingPart? {
    guard let (id, track) = shown, let time = times[id] else { return nil }
    let scale = Double(track.timescale)
    let start = max(0, time.lowerBound - track.samples.decodeStart)
    return MissingPart(at: Double(start) / scale, seconds: Double(time.count) / scale)
  }

  /// The track with the pictures, or the sound where there are none.
  private var shown: (id: UInt32, track: Track)? {
    let full = tracks.filter { !$0.value.samples.sizes.isEmpty }
    let found = full.first { SampleCheck.hasNALUnits($0.value.format) } ?? full.first
    return found.map { ($0.key, $0.value) }
  }
}

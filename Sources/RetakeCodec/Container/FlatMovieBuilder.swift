internal import RetakeMedia

/// Makes the `moov` of an ordinary movie from that of a fragmented one and the samples of its tracks. What it does not
/// know better it keeps byte for byte.
struct FlatMovieBuilder {
  private struct Edit {
    var duration: UInt64
    /// Ticks of the track; negative: nothing is shown.
    var mediaTime: Int64
    var rate: UInt32 = 0x1_0000
  }

  /// What is known of a track before its boxes are written.
  private struct Track {
    var samples = SampleTable()
    var edits: [Edit] = []
    /// Ticks of the movie.
    var duration: UInt64 = 0
  }

  private let source: [UInt8]
  private let creationTime: UInt64?
  /// By the track's number; each is taken out by the track that it is for.
  private var tables: [UInt32: SampleTable]
  private var writer = BoxWriter()
  private var timescale: UInt32 = 0
  private var start: (ticks: Int64, timescale: UInt32) = (0, 1)
  /// How long the movie plays, once it is built.
  private(set) var duration = MediaTime.zero

  /// A builder; `creationTime` in seconds since 1970, where the one that the movie says is not to be believed.
  init(_ movie: [UInt8], _ tables: [UInt32: SampleTable], creationTime: Int64?) {
    source = movie
    self.tables = tables
    // Times in movies count from the beginning of 1904.
    self.creationTime = creationTime.flatMap { UInt64(exactly: $0 + 2_082_844_800) }
  }

  mutating func build() throws(CodecError) -> [UInt8] {
    var reader = BoxReader(source, 0..<source.count)
    guard let movie = try reader.box() else { throw reader.failure("there is no movie") }
    let boxes = try children(movie)
    guard let header = boxes.first(where: { $0.type == "mvhd" }) else {
      throw reader.failure("the movie has no header")
    }
    timescale = try readTimescale(header)
    start = try readStart(boxes.filter { $0.type == "trak" })
    var tracks: [Track] = []
    for box in boxes where box.type == "trak" { tracks.append(try readTrack(box)) }
    let duration = tracks.map(\.duration).max() ?? 0
    // Thirty years are no take's; what says so may be anything.
    self.duration = MediaTime(seconds: min(Double(duration) / Double(timescale), 1e9))

    writer.begin("moov")
    var next = tracks.makeIterator()
    for box in boxes {
      switch box.type {
      case "mvhd": try writeHeader(box, duration: duration)
      case "trak": if let track = next.next() { try write(box, track) }
      case "mvex": break
      default: writer.copy(source, box.range)
      }
    }
    try writer.end()
    return writer.bytes
  }

  private func children(_ box: MovieBox) throws(CodecError) -> [MovieBox] {
    try BoxReader.children(of: box, in: source)
  }

  private func find(_ path: FourCC..., in box: MovieBox) throws(CodecError) -> MovieBox? {
    try BoxReader.find(path, in: box, of: source)
  }

  // MARK: What is there

  private func readTimescale(_ header: MovieBox) throws(CodecError) -> UInt32 {
    try BoxReader.timescale(header, in: source)
  }

  /// Where the pictures begin, in ticks of their track: 0, but where the movie has lost its beginning. Then it is shown
  /// from there on.
  private func readStart(_ tracks: [MovieBox]) throws(CodecError) -> (ticks: Int64, timescale: UInt32) {
    for box in tracks {
      guard let handler = try find("mdia", "hdlr", in: box), let header = try find("tkhd", in: box),
        let media = try find("mdia", "mdhd", in: box)
      else { continue }
      var reader = BoxReader(source, handler.content)
      try reader.skip(8)
      guard FourCC(rawValue: try reader.uint32()) == "vide" else { continue }
      let samples = tables[try BoxReader.trackID(header, in: source)]
      return (samples?.decodeStart ?? 0, try readTimescale(media))
    }
    return (0, 1)
  }

  private mutating func readTrack(_ box: MovieBox) throws(CodecError) -> Track {
    guard let header = try find("tkhd", in: box), let media = try find("mdia", "mdhd", in: box) else {
      throw CodecError(.invalidData, "read movie boxes", "a track has no header")
    }
    let id = try BoxReader.trackID(header, in: source)
    var track = Track()
    guard let samples = tables.removeValue(forKey: id), !samples.sizes.isEmpty else { return track }
    track.samples = samples
    var edits: [Edit] = []
    if let list = try find("edts", "elst", in: box) { edits = try readEdits(list) }
    // The last edit shows all of the track that the fragments brought; its length could not be known before.
    var shown = edits.popLast() ?? Edit(duration: 0, mediaTime: 0)
    guard shown.mediaTime >= 0 else {
      throw CodecError(.invalidData, "read movie boxes", "a track shows nothing")
    }
    let mediaScale = try readTimescale(media)
    // Later than the pictures by so much.
    let delay = samples.decodeStart - Int64(try convert(start.ticks, from: start.timescale, to: mediaScale))
    if delay > shown.mediaTime {
      let wait = try convert(delay - shown.mediaTime, from: mediaScale, to: timescale)
      edits.append(Edit(duration: wait, mediaTime: -1))
    }
    shown.mediaTime = max(0, shown.mediaTime - delay)
    let end = samples.presentationEnd - samples.decodeStart
    shown.duration = try convert(max(0, end - min(shown.mediaTime, end)), from: mediaScale, to: timescale)
    track.edits = edits + [shown]
    for edit in track.edits {
      let (sum, overflow) = track.duration.addingReportingOverflow(edit.duration)
      guard !overflow else { throw CodecError(.invalidData, "write movie boxes", "a track is too long") }
      track.duration = sum
    }
    return track
  }

  private func readEdits(_ list: MovieBox) throws(CodecError) -> [Edit] {
    var reader = BoxReader(source, list.content)
    let isLong = try reader.versionAndFlags().version == 1
    let count = try reader.uint32()
    var edits: [Edit] = []
    for _ in 0..<count {
      let duration = try reader.number(isLong: isLong)
      let time = try reader.number(isLong: isLong)
      let mediaTime = isLong ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: time))
      edits.append(Edit(duration: duration, mediaTime: mediaTime, rate: try reader.uint32()))
    }
    return edits
  }

  /// Ticks of one scale in those of another, to the nearest.
  private func convert(
    _ ticks: Int64, from scale: UInt32, to newScale: UInt32
  ) throws(CodecError) -> UInt64 {
    let (high, low) = ticks.magnitude.multipliedFullWidth(by: UInt64(newScale))
    let (sum, carry) = low.addingReportingOverflow(UInt64(scale / 2))
    let top = high + (carry ? 1 : 0)
    guard top < UInt64(scale), case let result = UInt64(scale).dividingFullWidth((top, sum)).quotient,
      result < 1 << 62
    else { throw CodecError(.invalidData, "write movie boxes", "a track of \(ticks) ticks is too long") }
    return result
  }

  // MARK: What is made of it

  private mutating func write(_ box: MovieBox, _ track: Track) throws(CodecError) {
    writer.begin(box.type)
    for child in try children(box) {
      switch child.type {
      case "tkhd":
        try writeHeader(child, duration: track.duration)
        try writeEdits(track.edits)
      case "edts": break
      case "mdhd":
        try writeHeader(child, duration: UInt64(track.samples.decodeEnd - track.samples.decodeStart))
      case "mdia", "minf": try write(child, track)
      case "stbl": try writeSampleTable(child, track)
      default: writer.copy(source, child.range)
      }
    }
    try writer.end()
  }

  /// Writes a `mvhd`, `tkhd` or `mdhd` with another duration: in its longer version where that is needed.
  private mutating func writeHeader(_ box: MovieBox, duration: UInt64) throws(CodecError) {
    var reader = BoxReader(source, box.content)
    let (version, flags) = try reader.versionAndFlags()
    let isLong = version == 1 || max(duration, creationTime ?? 0) > UInt64(UInt32.max)
    writer.begin(box.type, version: isLong ? 1 : 0, flags: flags)
    // When it was made and changed.
    for _ in 0..<2 {
      let said = try reader.number(isLong: version == 1)
      writer.write(creationTime ?? said, isLong: isLong)
    }
    // The timescale; or the track's number and four bytes more.
    for _ in 0..<(box.type == "tkhd" ? 2 : 1) { writer.write(try reader.uint32()) }
    _ = try reader.number(isLong: version == 1)
    writer.write(duration, isLong: isLong)
    writer.copy(source, reader.position..<box.content.upperBound)
    try writer.end()
  }

  private mutating func writeEdits(_ edits: [Edit]) throws(CodecError) {
    guard !edits.isEmpty else { return }
    let isLong = edits.contains { $0.duration > UInt64(UInt32.max) || $0.mediaTime > Int64(Int32.max) }
    writer.begin("edts")
    writer.begin("elst", version: isLong ? 1 : 0)
    writer.write(UInt32(edits.count))
    for edit in edits {
      writer.write(edit.duration, isLong: isLong)
      if isLong {
        writer.write(edit.mediaTime)
      } else {
        writer.write(Int32(truncatingIfNeeded: edit.mediaTime))
      }
      writer.write(edit.rate)
    }
    try writer.end()
    try writer.end()
  }

  private mutating func writeSampleTable(_ box: MovieBox, _ track: Track) throws(CodecError) {
    guard let description = try find("stsd", in: box) else {
      throw CodecError(.invalidData, "read movie boxes", "a track has no description")
    }
    writer.begin(box.type)
    writer.copy(source, description.range)
    try track.samples.write(into: &writer)
    if try isAAC(description), !track.samples.sizes.isEmpty { try writeRollGroup(track) }
    try writer.end()
  }

  private func isAAC(_ description: MovieBox) throws(CodecError) -> Bool {
    var reader = BoxReader(source, description.content)
    try reader.skip(8)
    return try reader.box()?.type == "mp4a"
  }

  /// Says that each packet of AAC needs the one before it. QuickTime takes it as the sign that the edit list tells
  /// the priming, and does not assume another one (QuickTime File Format, appendix G).
  private mutating func writeRollGroup(_ track: Track) throws(CodecError) {
    let roll: FourCC = "roll"
    writer.begin("sgpd", version: 1)
    writer.write(roll.rawValue)
    writer.write(UInt32(2))
    writer.write(UInt32(1))
    writer.write(Int16(-1))
    try writer.end()
    writer.begin("sbgp", version: 0)
    writer.write(roll.rawValue)
    writer.write(UInt32(1))
    writer.write(UInt32(track.samples.sizes.count))
    writer.write(UInt32(1))
    try writer.end()
  }
}

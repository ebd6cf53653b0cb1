package import RetakeMedia

/// Packets to a fragmented MP4 or QuickTime file that can be played at every fragment's end, whatever happens to
/// the program then. Stamps are take time: 0 is the first picture. Used from one thread at a time.
///
/// It writes nowhere itself. As soon as `write` or `finish` returns a `Fragment`, its bytes wait in memory;
/// `drain` lends them to whoever writes (and syncs) the file. Nothing comes before the first fragment is complete.
///
/// Fragments are cut by time and need not begin with a key frame; the first holds the first key frame. It also needs
/// a packet of every track: who promises a sound track gives it sound from the start, silence where the microphone
/// has none.
///
/// At the end, `flatIndex` makes an ordinary movie of the file, without another look at its samples.
package struct Muxer: ~Copyable, Sendable {
  /// A piece of the file that is complete: with all before it, a file that plays up to `end`.
  package struct Fragment: Hashable, Sendable {
    /// Bytes of this piece.
    package var byteCount: Int
    /// Bytes of the file up to its end.
    package var totalBytes: Int64
    /// Where the take ends that has been written so far.
    package var end: MediaTime
  }

  private struct Track {
    var timescale: Int32
    /// The last packet, held back until the next one tells how long it lasts.
    var held: EncodedPacket?
    var heldDecode: Int64 = 0
    var heldPresentation: Int64 = 0
    /// How long the last written sample lasts, in ticks; 0 before the first.
    var lastDuration: Int64 = 0
    /// Where the written samples end.
    var end = MediaTime.zero
  }

  /// Packets whose decode time was not later than the one before, and were moved by a tick or more.
  package private(set) var nudged = 0
  /// Bytes of the file so far, and of the samples that wait for their fragment: near enough for a limit.
  package var byteCount: Int64 { totalBytes + sampleBytes + Int64(index.byteCount) }

  /// Bytes of the flat index, if the movie were finished now: near enough for a limit.
  package var indexByteCount: Int { index.byteCount }

  private let writer: MovieWriter
  private let fragmentDuration: MediaTime
  /// The track that sets the pace of the fragments: the pictures.
  private let pacing: Int
  private var tracks: [Track]
  private var fragmentStart: MediaTime?
  private var isFirst = true
  private var totalBytes: Int64 = 0
  private var sampleBytes: Int64 = 0
  /// Bytes that FFmpeg has given for the complete fragments.
  private var writtenBytes: Int64 = 0
  /// Where the spare bytes are that `flatIndex` needs.
  private var spareOffset: Int64 = 0
  /// Of all complete fragments.
  private var index = MovieIndex()
  /// Why `index` is of no use.
  private var indexFailure: CodecError?

  /// Begins a movie. `creationTime` in seconds since 1970, UTC.
  package init(
    _ container: MovieContainer, tracks descriptions: [TrackDescription], creationTime: Int64,
    fragmentDuration: MediaTime = MediaTime(seconds: 0.5)
  ) throws(CodecError) {
    precondition(!descriptions.isEmpty, "a movie has tracks")
    let writer = try MovieWriter(container)
    var tracks: [Track] = []
    var pacing = 0
    for (index, description) in descriptions.enumerated() {
      let timescale: Int32
      switch description {
      case .video:
        timescale = VideoEncoder.timescale
        pacing = index
      case .audio(_, let format, _, _, _): timescale = Int32(format.sampleRate)
      }
      try writer.add(description, timescale: timescale)
      tracks.append(Track(timescale: timescale))
    }
    try writer.begin(creationTime: UTCTimestamp.text(secondsSince1970: creationTime))
    self.writer = writer
    self.fragmentDuration = fragmentDuration
    self.pacing = pacing
    self.tracks = tracks
  }

  /// Adds a packet to `track` (its place among the descriptions), in the order of decoding. A fragment comes back
  /// when this packet ended one: then call `drain`.
  package mutating func write(_ packet: EncodedPacket, track: Int) throws(CodecError) -> Fragment? {
    let timescale = tracks[track].timescale
    var decode = packet.decodeTime.ticks(timescale: timescale)
    var fragment: Fragment?
    if let held = tracks[track].held {
      if decode <= tracks[track].heldDecode {
        decode = tracks[track].heldDecode + 1
        nudged += 1
      }
      try release(held, track: track, until: decode)
      fragment = try cutIfDue(after: track)
    }
    tracks[track].held = packet
    tracks[track].heldDecode = decode
    tracks[track].heldPresentation = max(packet.presentationTime.ticks(timescale: timescale), decode)
    return fragment
  }

  /// Ends the movie: the last picture lasts until `videoEnd`, the last sound until `audioEnd`, where they are given;
  /// else as long as their packets say, or as long as the ones before. Then call `drain`. Nothing can be written afterwards.
  package mutating func finish(
    videoEnd: MediaTime? = nil, audioEnd: MediaTime? = nil
  ) throws(CodecError) -> Fragment {
    for index in tracks.indices {
      guard let held = tracks[index].held else { continue }
      let timescale = tracks[index].timescale
      let start = tracks[index].heldDecode
      let end = (index == pacing ? videoEnd : audioEnd)?.ticks(timescale: timescale)
      let duration = held.duration?.ticks(timescale: timescale) ?? tracks[index].lastDuration
      try release(held, track: index, until: max(end ?? start + duration, start + 1))
      tracks[index].held = nil
    }
    try writer.end()
    return completeFragment()
  }

  /// What makes an ordinary movie of the file, once it is finished and all of it is drained: players then find
  /// its length and every sample at once, and those that know edit lists only there skip the sound's priming.
  ///
  /// `creationTime`, in seconds since 1970, takes the place of what the movie was begun with.
  package func flatIndex(creationTime: Int64? = nil) throws(CodecError) -> FlatIndex {
    if let indexFailure { throw indexFailure }
    return try FlatIndex(
      index, spareOffset: spareOffset, byteCount: totalBytes, creationTime: creationTime)
  }

  /// Lends the bytes of the fragments that were completed since the last time, to be appended to the file. If `body`
  /// throws, they stay.
  package mutating func drain<Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Void
  ) throws(Failure) {
    try writer.takeBytes(body)
  }

  private mutating func release(_ held: EncodedPacket, track: Int, until end: Int64) throws(CodecError) {
    let decode = tracks[track].heldDecode
    try writer.write(
      held, track: track, presentation: tracks[track].heldPresentation, decode: decode,
      duration: end - decode)
    tracks[track].lastDuration = end - decode
    tracks[track].end = MediaTime(ticks: end, per: Rational(tracks[track].timescale))
    sampleBytes += Int64(held.byteCount)
    if fragmentStart == nil, track == pacing {
      fragmentStart = MediaTime(ticks: decode, per: Rational(tracks[track].timescale))
    }
  }

  /// Cuts when the pictures have filled a fragment, or the sound two: a camera that stalls stops neither the
  /// writing nor what is safe.
  private mutating func cutIfDue(after track: Int) throws(CodecError) -> Fragment? {
    guard let fragmentStart, !isFirst || tracks.allSatisfy({ $0.lastDuration > 0 }) else { return nil }
    let length = tracks[track].end - fragmentStart
    let limit = track == pacing ? fragmentDuration : fragmentDuration + fragmentDuration
    guard length >= limit else { return nil }
    try writer.cutFragment(isFirst: isFirst)
    self.fragmentStart = tracks[track].end
    return completeFragment()
  }

  private mutating func completeFragment() -> Fragment {
    let written = writer.byteCount
    var count = Int(written - writtenBytes)
    let start = writer.pendingBytes.count - count
    if indexFailure == nil {
      do {
        if isFirst {
          spareOffset = try reserveSpare(behindFirstBoxAt: start)
          count += FlatIndex.spare.count
        }
        try index.add(writer.pendingBytes, start..<start + count, at: totalBytes)
      } catch {
        indexFailure = error
      }
    }
    isFirst = false
    sampleBytes = 0
    writtenBytes = written
    totalBytes += Int64(count)
    return Fragment(byteCount: count, totalBytes: totalBytes, end: tracks[pacing].end)
  }

  /// Puts the spare bytes behind the `ftyp`; offsets in the fragments count from each one's own beginning.
  private func reserveSpare(behindFirstBoxAt start: Int) throws(CodecError) -> Int64 {
    let pending = writer.pendingBytes
    var reader = BoxReader(pending, start..<pending.count)
    guard let first = try reader.box(), first.type == "ftyp" else {
      throw reader.failure("a movie does not begin with its type")
    }
    writer.insert(FlatIndex.spare, at: first.range.upperBound)
    return Int64(first.range.upperBound - start)
  }
}

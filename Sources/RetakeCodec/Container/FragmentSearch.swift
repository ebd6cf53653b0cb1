internal import RetakeRuntime

/// A `moof` in a file and the data behind it.
struct FileFragment {
  /// The `moof`.
  var header: Range<Int64>
  /// Behind the data.
  var end: Int64
  /// Its place among the movie's fragments.
  var sequence: UInt32
  /// When its samples are decoded, in ticks of each track.
  var times: [UInt32: Range<Int64>]
  /// Whether something else is behind it than what comes there: bytes may have been lost or put in.
  var isDoubtful = false
}

/// Finds the fragments of a movie file, also those behind what is damaged.
///
/// One is believed where its parts agree: all samples side by side behind the `moof`, as long as the `mdat` says (or,
/// where that is what is damaged, up to the next fragment). Where the fragments contradict each other, the longest chain
/// of those that follow on each other is taken.
struct FragmentSearch {
  private let boxes: FileBoxes
  /// Of the movie that they belong to; without samples.
  private let movie: MovieIndex
  private let defaults: [UInt32: FragmentDefaults]
  /// Places that looked like a fragment and are none, and bytes read for them: what has more is made to waste time.
  private var candidatesLeft = 100_000
  private var bytesLeft: Int64

  /// Larger is no `moof` of half a second.
  private static let longestHeader: Int64 = 4 << 20

  init(_ boxes: FileBoxes, _ movie: MovieIndex) {
    self.boxes = boxes
    self.movie = movie
    defaults = movie.defaults
    bytesLeft = boxes.byteCount + 64 << 20
  }

  /// The fragments from byte `start` on that make one movie.
  mutating func fragments(from start: Int64) throws(SystemError) -> [FileFragment] {
    var found: [FileFragment] = []
    var offset = start
    while let fragment = try firstFragment(from: offset) {
      let isDoubtful = try !isEnd(fragment.end)
      // Where some of its data is gone it covers the beginning of the next one.
      if isDoubtful,
        let covered = try nextFragment(behind: fragment.header.upperBound, before: fragment.end),
        covered.sequence == fragment.sequence &+ 1
      {
        offset = covered.header.lowerBound
      } else {
        found.append(fragment)
        found[found.count - 1].isDoubtful = isDoubtful
        offset = fragment.end
      }
    }
    return chain(of: found)
  }

  private mutating func firstFragment(from offset: Int64) throws(SystemError) -> FileFragment? {
    if let fragment = try fragment(at: offset) { return fragment }
    return try nextFragment(behind: offset, before: boxes.byteCount)
  }

  // MARK: One

  /// The whole fragment that begins at `offset`.
  private func fragment(at offset: Int64) throws(SystemError) -> FileFragment? {
    guard let header = try header(at: offset), let data = try boxes.header(at: header.upperBound) else {
      return nil
    }
    let bytes = try boxes.bytes(header)
    do throws(CodecError) {
      let fragment = try MovieFragment(bytes, at: header.lowerBound, dataEnd: boxes.byteCount)
      let runs = try fragment.runs(defaults)
      guard let range = Self.dataRange(of: runs),
        [8, 16].contains(range.lowerBound - header.upperBound)
      else { return nil }
      var times: [UInt32: Range<Int64>] = [:]
      for run in runs where !run.samples.isEmpty {
        guard let time = run.decodeTime, times[run.trackID] == nil else { return nil }
        times[run.trackID] = time..<time + run.duration
      }
      let sequence = try fragment.sequenceNumber()
      let found = FileFragment(header: header, end: range.upperBound, sequence: sequence, times: times)
      if data.type == "mdat", data.size == range.upperBound - header.upperBound { return found }
      return (try? isEnd(range.upperBound)) == true ? found : nil
    } catch {
      return nil
    }
  }

  /// The `moof` at `offset`, complete and of a likely size.
  private func header(at offset: Int64) throws(SystemError) -> Range<Int64>? {
    guard let box = try boxes.box(at: offset), box.type == "moof", box.range.count <= Self.longestHeader,
      let first = try boxes.header(at: offset + 8), first.type == "mfhd", first.size == 16
    else { return nil }
    return box.range
  }

  /// Where the samples lie, if they lie side by side.
  private static func dataRange(of runs: [FragmentRun]) -> Range<Int64>? {
    let samples = runs.flatMap(\.samples)
    guard let start = samples.map(\.offset).min(),
      let end = samples.map({ $0.offset + UInt64($0.sample.size) }).max(),
      end - start == samples.reduce(0, { $0 + UInt64($1.sample.size) })
    else { return nil }
    return Int64(start)..<Int64(end)
  }

  /// Whether a fragment may end here: another one follows, or an index, or nothing.
  private func isEnd(_ offset: Int64) throws(SystemError) -> Bool {
    guard let next = try boxes.header(at: offset) else { return offset == boxes.byteCount }
    return next.type == "moof" || next.type == "free"
  }

  /// The first fragment that begins behind `offset` and before `limit`, wherever that is.
  private mutating func nextFragment(
    behind offset: Int64, before limit: Int64
  ) throws(SystemError) -> FileFragment? {
    // Its name may lie behind the limit; pieces overlap by a name less one byte.
    let last = min(boxes.byteCount, limit + 7)
    // No name stands in a hole.
    var start = try boxes.dataStart(from: offset + 5)
    while start < last {
      let end = min(last, start + FileBoxes.pieceLength)
      let piece = try boxes.bytes(start..<end)
      for place in ByteSearch.places(of: Array("moof".utf8), in: piece) {
        guard candidatesLeft > 0, bytesLeft > 0 else { return nil }
        candidatesLeft -= 1
        let candidate = start + Int64(place) - 4
        bytesLeft -= Int64(try header(at: candidate)?.count ?? 0)
        if let fragment = try fragment(at: candidate) { return fragment }
      }
      if end == last { break }
      start = try boxes.dataStart(from: end - 3)
    }
    return nil
  }

  // MARK: All

  /// The longest chain of fragments in which each one can be followed by the next.
  private func chain(of all: [FileFragment]) -> [FileFragment] {
    var lengths: [Int] = []
    var previous: [Int?] = []
    var longest = 0
    for (number, fragment) in all.enumerated() {
      lengths.append(1)
      previous.append(nil)
      for other in (max(0, number - Self.reach)..<number).reversed() where lengths[other] >= lengths[number] {
        guard isFollowed(all[other], by: fragment) else { continue }
        lengths[number] = lengths[other] + 1
        previous[number] = other
        if lengths[other] == longest { break }
      }
      longest = max(longest, lengths[number])
    }
    var chain: [FileFragment] = []
    var next = lengths.firstIndex(of: longest)
    while let number = next {
      chain.append(all[number])
      next = previous[number]
    }
    return chain.reversed()
  }

  /// More fragments in a row that belong nowhere are not looked behind.
  private static let reach = 64

  private func isFollowed(_ first: FileFragment, by second: FileFragment) -> Bool {
    guard second.sequence > first.sequence else { return false }
    let lost = Double(second.sequence - first.sequence - 1)
    // A camera that stalls makes long fragments.
    let longestGap = MissingPart.shortest + lost * 60
    return first.times.allSatisfy { id, time in
      guard let start = second.times[id]?.lowerBound else { return true }
      return start >= time.upperBound && movie.seconds(start - time.upperBound, ofTrack: id) <= longestGap
    }
  }
}

extension FragmentSearch {
  /// Whether the data of a fragment came to the disk.
  func isWhole(_ fragment: FileFragment) throws(SystemError) -> Bool {
    let bytes = try boxes.bytes(fragment.header)
    guard
      let runs = try? MovieFragment(bytes, at: fragment.header.lowerBound, dataEnd: fragment.end).runs(
        defaults)
    else { return false }
    for run in runs {
      let format = movie.format(ofTrack: run.trackID)
      for (sample, offset) in run.samples {
        let start = Int64(offset)
        guard sample.size <= Self.largestSample,
          SampleCheck.isWhole(try boxes.bytes(start..<start + Int64(sample.size)), format)
        else { return false }
      }
    }
    return true
  }

  private static let largestSample = 256 << 20

  /// Whether what begins at `offset` is a fragment that was being written when everything ended: it goes on behind the
  /// file's end.
  func isTorn(at offset: Int64) throws(SystemError) -> Bool {
    guard let first = try boxes.header(at: offset) else { return boxes.byteCount - offset < 8 }
    guard first.type == "moof", first.size <= Self.longestHeader else { return false }
    guard let header = try header(at: offset) else { return offset + first.size > boxes.byteCount }
    let bytes = try boxes.bytes(header)
    guard let runs = try? MovieFragment(bytes, at: offset, dataEnd: .max).runs(defaults),
      let range = Self.dataRange(of: runs)
    else { return false }
    return range.upperBound > boxes.byteCount
  }
}

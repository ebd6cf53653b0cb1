internal import RetakeMedia
package import RetakeRuntime

/// What makes an ordinary movie of one that has no index (any more): its recorder was killed, or lost its power, or the
/// file has lost its end. The index is made from the fragments, which are still there in a finished movie too, and
/// appended as at a take's normal end. Found in the time that reading the fragments' headers takes: of the samples only
/// the last half second is looked at.
///
/// Nothing is thrown away but the fragment that was being written at the end. What is damaged in the middle is left out of
/// the index and stays in the file.
///
/// Whatever ends this too early, the file plays as far as it did before, and can be repaired again.
package struct MovieRepair: Hashable, Sendable {
  /// Where the index goes: the bytes before it stay.
  package var byteCount: Int64
  /// What is to be written.
  package var index: FlatIndex
  /// What the movie has lost.
  package var missing: [MissingPart]
  /// Whether it was finished once: its first bytes hide the fragments.
  var isFlat: Bool

  /// The repair of a file, of which at most the first `limit` bytes are good; nil where nothing can be repaired: it is
  /// an ordinary movie, or not one of ours, or has no complete fragment. `distrustingIndex` for a file that
  /// cannot be read: also where an index is there, or its beginning is damaged. Where `isEnding` says that nobody waits for it any more, it throws ECANCELED.
  package static func plan(
    for file: StoredFile, limit: Int64 = .max, distrustingIndex: Bool = false,
    isEnding: @escaping @Sendable () -> Bool = { false }
  ) throws(SystemError) -> MovieRepair? {
    let byteCount = min(limit, try file.status().byteCount)
    let boxes = FileBoxes(file: file, byteCount: byteCount, isEnding: isEnding)
    if let layout = try Layout(of: boxes), distrustingIndex || !layout.hasIndex {
      let bytes = try boxes.bytes(layout.movie)
      if let repair = try plan(bytes, layout.movie, spare: layout.spare, isFlat: layout.isFlat, boxes) {
        return repair
      }
    }
    return distrustingIndex ? try planForHead(boxes) : nil
  }

  /// With the `moov` before the fragments, which is `bytes` at `range`.
  private static func plan(
    _ bytes: [UInt8], _ range: Range<Int64>, spare: Int64, isFlat: Bool, _ boxes: FileBoxes
  ) throws(SystemError) -> MovieRepair? {
    var movie = MovieIndex(acceptingGaps: true)
    do {
      try movie.add(bytes, 0..<bytes.count, at: range.lowerBound)
    } catch {
      return nil
    }
    var search = FragmentSearch(boxes, movie)
    let fragments = try search.fragments(from: range.upperBound)
    let whole = try withoutLost(fragments, search)
    guard let last = whole.last, let index = try filled(movie, with: whole, boxes) else { return nil }
    let rest = try rest(from: last.end, boxes, search)
    // An index that tells more than can be made again may be worth something.
    let isCut = rest == .nothing || rest == .index && index.missing.isEmpty
    let end = isCut ? last.end : boxes.byteCount
    guard let flat = try? FlatIndex(index, spareOffset: spare, byteCount: end) else { return nil }
    var missing = index.missing
    for fragment in whole where fragment.isDoubtful {
      if try search.isWhole(fragment) { continue }
      if let part = index.part(at: fragment.times) { missing.append(part) }
    }
    missing.sort { $0.at < $1.at }
    if rest == .unreadable { missing.append(MissingPart(at: flat.duration.seconds, seconds: nil)) }
    return MovieRepair(byteCount: end, index: flat, missing: missing, isFlat: isFlat)
  }

  /// The repair of a file whose beginning is damaged: what leads to the index is made again, or the whole index where
  /// that is not there.
  private static func planForHead(_ boxes: FileBoxes) throws(SystemError) -> MovieRepair? {
    let head = DamagedHead(boxes: boxes)
    if let index = try head.index(), let duration = FlatIndex.duration(of: index.bytes) {
      let (header, offset) = try head.flatHead(index: index.start)
      let flat = FlatIndex(header: header, at: offset, duration: duration)
      return MovieRepair(byteCount: boxes.byteCount, index: flat, missing: [], isFlat: false)
    }
    guard let movie = try head.movie(),
      var repair = try plan(movie.bytes, movie.range, spare: movie.spare, isFlat: false, boxes)
    else { return nil }
    (repair.index.header, repair.index.headerOffset) = try head.head(
      before: repair.index.header, at: movie.spare)
    return repair
  }

  /// Whether a file is a movie of ours that has no index (any more): some players see nothing of it, or not all.
  package static func isWanted(by file: StoredFile) throws(SystemError) -> Bool {
    let boxes = FileBoxes(file: file, byteCount: try file.status().byteCount)
    return try Layout(of: boxes).map { !$0.hasIndex } ?? false
  }

  /// Whether a file is a movie of ours with its index.
  package static func isNeedless(for file: StoredFile) throws(SystemError) -> Bool {
    let boxes = FileBoxes(file: file, byteCount: try file.status().byteCount)
    return try Layout(of: boxes)?.hasIndex ?? false
  }

  /// Without those at the end whose data never came to the disk. Never all of them: whatever that is, no power cut takes
  /// more than what was not yet waited for.
  private static func withoutLost(
    _ fragments: [FileFragment], _ search: FragmentSearch
  ) throws(SystemError) -> [FileFragment] {
    for count in 0..<min(mostLost, fragments.count)
    where try search.isWhole(fragments[fragments.count - 1 - count]) {
      return fragments.dropLast(count)
    }
    return fragments
  }

  /// Each fragment is on the disk before the next one is begun; the rest is for disks that promise too much.
  private static let mostLost = 8

  private static func filled(
    _ movie: MovieIndex, with fragments: [FileFragment], _ boxes: FileBoxes
  ) throws(SystemError) -> MovieIndex? {
    var index = movie
    for fragment in fragments {
      let bytes = try boxes.bytes(fragment.header)
      do {
        try index.add(bytes, 0..<bytes.count, at: fragment.header.lowerBound, dataEnd: fragment.end)
      } catch {
        return nil
      }
    }
    return index
  }

  /// What is behind the last good fragment.
  private enum Rest {
    /// Nothing, zeros, or a fragment that was being written.
    case nothing
    /// A flat index, or its beginning.
    case index
    /// Something that may be worth something.
    case unreadable
  }

  private static func rest(
    from offset: Int64, _ boxes: FileBoxes, _ search: FragmentSearch
  ) throws(SystemError) -> Rest {
    if let first = try boxes.header(at: offset), first.type == "free" {
      guard let inside = try boxes.header(at: offset + 8) else {
        return boxes.byteCount - offset < 16 ? .index : .unreadable
      }
      return inside.type == "moov" ? .index : .unreadable
    }
    if try search.isTorn(at: offset) { return .nothing }
    return try boxes.isZero(from: offset) ? .nothing : .unreadable
  }
}

extension MovieRepair {
  /// What `apply` is about to do.
  package enum Step: Hashable, Sendable {
    case append, cut, overwrite
  }

  /// Does it, and waits until it is on the disk; `before` is called ahead of each step. Where there is no room for the
  /// index it throws that; the file then plays by its fragments.
  package func apply(
    to file: StoredFile, before: (Step) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) {
    if isFlat {
      // An index that is not there is not looked for any more.
      try before(.overwrite)
      try file.write(FlatIndex.spare, at: index.headerOffset)
      try file.synchronize()
    }
    do {
      // Over what is torn: on a full disk there is room nowhere else.
      try before(.append)
      try file.write(index.appendix, at: byteCount)
      try before(.cut)
      try file.truncate(to: byteCount + Int64(index.appendix.count))
      // The header promises what must be there by then.
      try file.synchronize()
    } catch {
      try? file.truncate(to: byteCount)
      throw error
    }
    try before(.overwrite)
    try file.write(index.header, at: index.headerOffset)
    try file.synchronize()
  }
}

/// How a movie of ours begins, while it is recorded and afterwards.
private struct Layout {
  /// Where the spare bytes are, or the header that took their place.
  var spare: Int64
  /// The `moov` before the fragments.
  var movie: Range<Int64>
  /// Whether the movie was finished.
  var isFlat: Bool
  /// Whether its index is there.
  var hasIndex = false

  /// nil where it is not ours.
  init?(of boxes: FileBoxes) throws(SystemError) {
    guard let type = try boxes.box(at: 0), type.type == "ftyp",
      let header = try boxes.header(at: type.range.upperBound)
    else { return nil }
    spare = type.range.upperBound
    let length = Int64(FlatIndex.spare.count)
    isFlat = header.type == "mdat" && header.byteCount == length
    guard isFlat || header.type == "free" && header.size == length,
      let movie = try boxes.box(at: spare + length), movie.type == "moov",
      movie.range.count <= Self.longestMovie
    else { return nil }
    self.movie = movie.range
    guard isFlat, header.size <= boxes.byteCount - spare,
      let index = try boxes.box(at: spare + header.size), index.type == "moov",
      index.range.count <= Self.longestIndex
    else { return }
    hasIndex = FlatIndex.isComplete(try boxes.bytes(index.range))
  }

  /// Without samples it says little.
  private static let longestMovie = 16 << 20
  /// That of a day.
  private static let longestIndex = 256 << 20
}

package import RetakeRuntime

/// What makes an ordinary movie of one whose recorder was killed, or lost its power: the torn end is cut off, then
/// the flat index is appended as at a take's normal end. Found in the time that reading the index takes: of the
/// samples only the last half second is looked at.
///
/// Whatever ends this too early, the file plays as far as it did before, and can be repaired again.
package struct MovieRepair: Hashable, Sendable {
  /// Bytes of the complete fragments with what is before them.
  package var byteCount: Int64
  /// nil where the fragments say something that makes no index: then they are left to the players as they are.
  package var index: FlatIndex?

  /// The repair of a file, of which at most the first `limit` bytes are good; nil where nothing is to be repaired: it
  /// is an ordinary movie, or not one of ours, or has no complete fragment.
  package static func plan(
    for file: StoredFile, limit: Int64 = .max
  ) throws(SystemError) -> MovieRepair? {
    let boxes = FileBoxes(file: file, byteCount: min(limit, try file.status().byteCount))
    guard let type = try boxes.box(at: 0), type.type == "ftyp",
      let spare = try boxes.box(at: type.range.upperBound), spare.type == "free",
      spare.range.count == FlatIndex.spare.count,
      let movie = try boxes.box(at: spare.range.upperBound), movie.type == "moov"
    else { return nil }
    var fragments = try boxes.fragments(from: movie.range.upperBound)
    for _ in 0..<mostLost {
      guard let last = fragments.last else { return nil }
      guard let index = try index(of: fragments, movie, boxes) else { break }
      if try isWhole(last, index, boxes) {
        let flat = try? FlatIndex(index, spareOffset: spare.range.lowerBound, byteCount: last.end)
        return MovieRepair(byteCount: last.end, index: flat)
      }
      fragments.removeLast()
    }
    // No power cut takes more than what was not yet waited for: whatever this is, nothing is thrown away.
    guard let last = try boxes.fragments(from: movie.range.upperBound).last else { return nil }
    return MovieRepair(byteCount: last.end, index: nil)
  }

  /// Each fragment is on the disk before the next one is begun; the rest is for disks that promise too much.
  private static let mostLost = 8

  private static func index(
    of fragments: [FileFragment], _ movie: FileBox, _ boxes: FileBoxes
  ) throws(SystemError) -> MovieIndex? {
    var index = MovieIndex()
    do {
      let bytes = try boxes.bytes(movie.range)
      try index.add(bytes, 0..<bytes.count, at: movie.range.lowerBound)
      for fragment in fragments {
        let bytes = try boxes.bytes(fragment.header)
        try index.add(bytes, 0..<bytes.count, at: fragment.header.lowerBound, dataEnd: fragment.end)
      }
      return index
    } catch let error as SystemError {
      throw error
    } catch {
      return nil
    }
  }

  /// Whether the data of a fragment came to the disk.
  private static func isWhole(
    _ fragment: FileFragment, _ index: MovieIndex, _ boxes: FileBoxes
  ) throws(SystemError) -> Bool {
    let samples = index.samples(from: fragment.header.lowerBound)
    for (format, range) in samples {
      guard SampleCheck.isWhole(try boxes.bytes(range), format) else { return false }
    }
    return !samples.isEmpty
  }
}

extension MovieRepair {
  /// What `apply` is about to do.
  package enum Step: Hashable, Sendable {
    case append, cut, overwrite
  }

  /// Does it, and waits until it is on the disk; `before` is called ahead of each step. Where there is no room for the
  /// index the file stays as it is, but for the torn end: nothing of the take is missing. False then.
  @discardableResult
  package func apply(
    to file: StoredFile, before: (Step) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) -> Bool {
    guard let index else {
      try before(.cut)
      try file.truncate(to: byteCount)
      try file.synchronize()
      return true
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
      guard error.isDiskFull else { throw error }
      return false
    }
    try before(.overwrite)
    try file.write(index.header, at: index.headerOffset)
    try file.synchronize()
    return true
  }
}

/// A box by its place in a file.
private struct FileBox {
  var type: FourCC
  var range: Range<Int64>
}

/// A `moof` and the `mdat` behind it.
private struct FileFragment {
  /// The `moof`.
  var header: Range<Int64>
  /// Behind the `mdat`.
  var end: Int64
}

/// The boxes on the first level of a file that may end anywhere.
private struct FileBoxes {
  let file: StoredFile
  let byteCount: Int64

  /// Larger is no `moof` or `moov` of half a second.
  private static let longestHeader: Int64 = 64 << 20

  /// The complete box at `offset`; nil where there is none.
  func box(at offset: Int64) throws(SystemError) -> FileBox? {
    let header = try file.read(16, at: offset)
    guard header.count >= 8 else { return nil }
    var size = header[0..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    let type = FourCC(rawValue: header[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
    if size == 1 {
      guard header.count == 16, header[8] < 0x80 else { return nil }
      size = header[8..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    guard size >= 8, size <= byteCount - offset else { return nil }
    return FileBox(type: type, range: offset..<offset + size)
  }

  /// The complete fragments from `start` on, up to the first thing that is none.
  func fragments(from start: Int64) throws(SystemError) -> [FileFragment] {
    var fragments: [FileFragment] = []
    var offset = start
    while let header = try box(at: offset), header.type == "moof",
      Int64(header.range.count) <= Self.longestHeader,
      let data = try box(at: header.range.upperBound), data.type == "mdat"
    {
      fragments.append(FileFragment(header: header.range, end: data.range.upperBound))
      offset = data.range.upperBound
    }
    return fragments
  }

  func bytes(_ range: Range<Int64>) throws(SystemError) -> [UInt8] {
    try file.read(range.count, at: range.lowerBound)
  }
}

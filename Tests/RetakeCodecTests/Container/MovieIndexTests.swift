import Foundation
import RetakeCodec
import RetakeMedia
import Testing

/// The index against bytes that are not what they should be, and against large files.
@Suite struct MovieIndexTests {
  private let folder: TemporaryFolder
  private let bytes: [UInt8]
  private let fragments: [Muxer.Fragment]

  init() throws {
    folder = try TemporaryFolder()
    var movie = TestMovie()
    movie.times = Array(movie.times.prefix(30))
    movie.videoEnd = MediaTime(seconds: 1.2)
    movie.soundCount = 57_600
    let file = folder.path("movie.mp4")
    fragments = try movie.write(to: file).fragments
    bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  /// The places of all bytes that are not samples.
  private var structure: [Int] {
    var places: [Int] = []
    var start = 0
    while start + 8 <= bytes.count {
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let isData = bytes[start + 4..<start + 8].elementsEqual("mdat".utf8)
      places += start..<start + (isData ? 8 : size)
      start += size
    }
    return places
  }

  /// Reads all at once; nil where it was refused.
  private func flatMovie(of bytes: [UInt8]) -> [UInt8]? {
    do throws(CodecError) {
      var index = MovieIndex()
      try index.add(bytes, 0..<bytes.count, at: 0)
      let movie = try index.flatMovie().bytes
      #expect(movie.count <= index.byteCount + 200)
      return movie
    } catch {
      #expect(error.code == .invalidData)
      return nil
    }
  }

  @Test func fragmentByFragmentIsTheSameAsAllAtOnce() throws {
    var index = MovieIndex()
    var start = 0
    for fragment in fragments {
      let end = Int(fragment.totalBytes)
      // In memory they need not lie where they lie in the file.
      let piece = [1, 2, 3] + bytes[start..<end]
      try index.add(piece, 3..<piece.count, at: Int64(start))
      start = end
    }
    let whole = flatMovie(of: bytes)
    #expect(try index.flatMovie().bytes == whole)
    #expect(try #require(whole).count <= index.byteCount)
  }

  @Test func flippedBitsAreRefusedOrTaken() {
    var random = SeededGenerator(seed: 1)
    let places = structure
    var refused = 0
    for _ in 0..<3000 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let place = places.randomElement(using: &random) else { continue }
        broken[place] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : 0xFF
      }
      // What is made of them is never much larger than they are.
      if let movie = flatMovie(of: broken) { #expect(movie.count < 4 * bytes.count) } else { refused += 1 }
    }
    #expect(refused > 300)
  }

  @Test func whatIsCutIsRefused() {
    let places = structure
    for place in places where place > 0 {
      let cut = Array(bytes.prefix(place))
      let isBoundary = fragments.contains { $0.totalBytes == place }
      let movie = flatMovie(of: cut)
      #expect(!isBoundary || movie != nil)
    }
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let count = Int.random(in: 1...64, using: &random)
      var torn = bytes
      torn.removeSubrange(start..<min(bytes.count, start + count))
      _ = flatMovie(of: torn)
    }
  }

  @Test func aCountWithoutSamplesAsksForNoMemory() throws {
    // Four thousand million samples whose sizes are not told.
    let run = try #require(Data(bytes).range(of: Data("trun".utf8))).upperBound
    var broken = bytes
    broken.replaceSubrange(run..<run + 8, with: [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(flatMovie(of: broken) == nil)
  }

  @Test func noiseIsRefused() {
    var random = SeededGenerator(seed: 3)
    for count in 0..<300 {
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(flatMovie(of: noise) == nil)
    }
    #expect(flatMovie(of: Array(bytes.dropFirst(1))) == nil)
  }

  @Test func placesBehindFourGibibytesAreTold() throws {
    // The first fragment at the beginning, the others far behind, in a file that is mostly a hole.
    let first = Int(try #require(fragments.first).totalBytes)
    let far: Int64 = 5_000_000_000
    var index = MovieIndex()
    try index.add(bytes, 0..<first, at: 0)
    try index.add(bytes, first..<bytes.count, at: far)
    let movie = try index.flatMovie().bytes
    let file = folder.path("large.mp4")
    try Data(bytes[..<first]).write(to: URL(fileURLWithPath: file))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
    let end = UInt64(far) + UInt64(bytes.count - first)
    try handle.seek(toOffset: UInt64(far))
    try handle.write(contentsOf: bytes[first...] + movie)
    // The type, then 16 spare bytes.
    let spare = UInt64(bytes[0..<4].reduce(0) { $0 << 8 | Int($1) })
    try handle.seek(toOffset: spare)
    let size = stride(from: 56, through: 0, by: -8).map { UInt8((end - spare) >> $0 & 0xFF) }
    try handle.write(contentsOf: [0, 0, 0, 1] + Array("mdat".utf8) + size)
    try handle.close()
    #expect(try Tool.complaints(about: file) == "")
    let places = try Tool.probe(file, "packet=pos").compactMap { Int64($0) }
    #expect(places.count == 30 + 58)
    #expect(places.contains { $0 < first } && places.contains { $0 > far })
  }
}

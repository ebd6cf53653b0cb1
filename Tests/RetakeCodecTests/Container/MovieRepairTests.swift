import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

/// Files that a recorder had no time to finish.
@Suite struct MovieRepairTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func movie(_ container: MovieContainer = .mp4) -> TestMovie {
    var movie = TestMovie()
    movie.container = container
    movie.soundCount = 95_000
    return movie
  }

  private func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
  }

  /// The repair of a file with these bytes.
  private func plan(_ bytes: Data) throws -> MovieRepair? {
    let path = folder.path(UUID().uuidString)
    try bytes.write(to: URL(filePath: path))
    return try MovieRepair.plan(for: StoredFile(path: path))
  }

  private func repaired(_ bytes: Data, by repair: MovieRepair) throws -> Data {
    let index = repair.index
    var data = bytes.prefix(Int(repair.byteCount)) + Data(index.appendix)
    data.replaceSubrange(Int(index.headerOffset)..<Int(index.headerOffset) + 16, with: index.header)
    return data
  }

  private func packets(_ path: String) throws -> [String] {
    try ["v", "a"].flatMap { try Tool.probe(path, "packet=pts_time,dts_time,size", stream: $0) }
  }

  @Test func aFileThatLacksOnlyItsIndexGetsTheOneOfItsEnd() throws {
    let path = folder.path("a.mp4")
    let written = try movie().write(to: path)
    let repair = try #require(try plan(bytes(of: path)))
    #expect(repair.index == written.flatIndex)
    #expect(abs(repair.index.duration.seconds - 2) < 0.03)
    // An index that did not get its header, whole or torn, is made again.
    for count in [1, 9, written.flatIndex.appendix.count / 2, written.flatIndex.appendix.count] {
      let torn = try bytes(of: path) + Data(written.flatIndex.appendix.prefix(count))
      #expect(try plan(torn) == repair)
    }
    #expect(try plan(try repaired(bytes(of: path), by: repair)) == nil)
  }

  @Test(arguments: MovieContainer.allCases)
  func cutAnywhereItKeepsAllWholeFragmentsAndBecomesAnOrdinaryMovie(container: MovieContainer) throws {
    let path = folder.path("a.\(container)")
    let written = try movie(container).write(to: path)
    let data = try bytes(of: path)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<8 {
      let first = Int(try #require(written.fragments.first).totalBytes)
      let cut = Int.random(in: first...data.count, using: &random)
      let last = try #require(written.fragments.last { $0.totalBytes <= cut })
      let repair = try #require(try plan(data.prefix(cut)))
      #expect(repair.byteCount == last.totalBytes)
      let whole = folder.path("whole.\(container)")
      let flat = folder.path("flat.\(container)")
      try data.prefix(Int(repair.byteCount)).write(to: URL(filePath: whole))
      try repaired(data, by: repair).write(to: URL(filePath: flat))
      #expect(try packets(flat) == packets(whole))
      #expect(try Tool.complaints(about: flat) == "")
      #expect(try Tool.probe(flat, "stream=start_time") == ["0.000000", "0.000000"])
      let shown = Double(try Tool.probe(flat, "stream=duration", stream: "v").first ?? "") ?? 0
      #expect(abs(shown - last.end.seconds) < 0.001)
      #expect(abs(repair.index.duration.seconds - last.end.seconds) < 0.05)
    }
  }

  @Test func dataThatNeverCameToTheDiskIsNoFragment() throws {
    let path = folder.path("a.mp4")
    let written = try movie().write(to: path)
    let data = try bytes(of: path)
    let ends = written.fragments.map { Int($0.totalBytes) }
    let (previous, last) = (ends[ends.count - 2], ends[ends.count - 1])
    let expected = Int64(previous)
    // All of the last fragment is zeros, or the end of its data, or a hole in it; or what is not even a box.
    for hole in [previous..<last, last - 600..<last, last - 1500..<last - 700] {
      var broken = data
      broken.replaceSubrange(hole, with: Data(count: hole.count))
      let repair = try #require(try plan(broken), "\(hole)")
      #expect(repair.index.duration == (try plan(data.prefix(previous))?.index.duration))
      // Where there is something in it, it may be worth something to somebody.
      #expect(repair.byteCount == (hole.lowerBound == previous ? expected : Int64(last)), "\(hole)")
    }
    #expect(try plan(data + Data(count: 4096))?.byteCount == Int64(last))
    // The last two; but never all.
    var broken = data
    broken.replaceSubrange(ends[ends.count - 3]..<last, with: Data(count: last - ends[ends.count - 3]))
    #expect(try plan(broken)?.byteCount == Int64(ends[ends.count - 3]))
  }

  @Test func whatIsNotOursIsLeftAsItIs() throws {
    let path = folder.path("a.mp4")
    let written = try movie().write(to: path)
    let first = Int(try #require(written.fragments.first).totalBytes)
    let ordinary = try TestMedia.make("b.mp4", "-f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libx264")
    let foreign = try TestMedia.make(
      "c.mp4", "-f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v libx264 -movflags frag_keyframe")
    #expect(try plan(bytes(of: ordinary)) == nil)
    #expect(try plan(bytes(of: foreign)) == nil)
    #expect(try plan(bytes(of: path).prefix(first - 1)) == nil)
    for data in [Data(), Data(count: 10_000), Data("a text".utf8)] { #expect(try plan(data) == nil) }
  }

  @Test func flippedBitsNeverCostWhatIsBeforeThem() throws {
    let path = folder.path("a.mp4")
    let written = try movie().write(to: path)
    let data = try bytes(of: path)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      var broken = data
      let place = Int.random(in: 0..<data.count, using: &random)
      broken[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      guard let repair = try plan(broken) else { continue }
      let before = written.fragments.last { $0.totalBytes <= place }?.totalBytes ?? 0
      #expect(repair.byteCount >= before && repair.byteCount <= Int64(data.count))
    }
  }

  @Test func aScanFindsHolesAndLostEnds() throws {
    let path = folder.path("a.mp4")
    try movie().write(to: path)
    let repair = try #require(try plan(bytes(of: path)))
    let flat = try repaired(bytes(of: path), by: repair)
    func scan(_ data: Data) throws -> MovieScan {
      try data.write(to: URL(filePath: path))
      return try MovieScan(path: path)
    }
    let good = try scan(flat)
    #expect(good.damage == nil && good.soundDamage == nil && good.pictureCount == 50)
    #expect(good.declaredEnd == good.observedEnd)
    var hole = flat
    hole.replaceSubrange(flat.count / 2..<flat.count / 2 + 1000, with: Data(count: 1000))
    let found = try scan(hole)
    #expect(found.damage != nil || found.soundDamage != nil)
    // The samples end before the index says so.
    let fast = try TestMedia.make(
      "d.mp4", "-f lavfi -i testsrc2=s=160x120:r=25:d=2 -c:v libx264 -g 10 -movflags faststart")
    let lost = try bytes(of: fast).dropLast(3000)
    #expect(try scan(lost).damage != nil)
  }
}

import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

/// Movies that were damaged somewhere else than at their end.
@Suite struct DamagedMovieTests {
  /// Four seconds, as they were recorded.
  private struct Original {
    let data: Data
    /// The same when it was finished.
    let flat: Data
    /// The places of the fragments, the first without what is before it.
    let fragments: [Range<Int>]
    /// Packets of each fragment.
    let packets: [[Packet]]

    /// Seconds.
    func startOfPictures(_ fragment: Int) -> Double {
      packets[fragment].first { $0.isPicture }?.time.seconds ?? -1
    }

    /// The pictures that cannot be shown without those of the fragments `lost`.
    func picturesThatNeed(_ lost: Set<Int>) -> Set<Packet> {
      var found: Set<Packet> = []
      var waits = false
      for (number, packets) in packets.enumerated() {
        if lost.contains(number) {
          waits = true
        } else {
          for packet in packets where packet.isPicture {
            if packet.isWhole { waits = false }
            if waits { found.insert(packet) }
          }
        }
      }
      return found
    }
  }

  private struct Packet: Hashable {
    var isPicture: Bool
    /// Whether it needs no others.
    var isWhole: Bool
    var time: MediaTime
    var bytes: [UInt8]
  }

  private let folder: TemporaryFolder
  private let original: Original

  init() throws {
    folder = try TemporaryFolder()
    var movie = TestMovie()
    movie.times = (0..<100).map { Rational(25).time(of: $0) }
    movie.videoEnd = MediaTime(seconds: 4)
    movie.soundCount = 192_000
    let path = folder.path("original.mp4")
    let written = try movie.write(to: path)
    let data = try Data(contentsOf: URL(filePath: path))
    let ends = written.fragments.map { Int($0.totalBytes) }
    let first = try #require(data.range(of: Data("moof".utf8))).lowerBound - 4
    let fragments = zip([first] + ends, ends).map { $0..<$1 }
    let flat = try Self.repaired(data, in: folder)
    let packets = try Self.packets(flat.path)
    original = Original(
      data: data, flat: flat.data, fragments: fragments,
      packets: fragments.map { place in packets.filter { place.contains($0.offset) }.map(\.packet) })
  }

  private static func packets(_ path: String) throws -> [(packet: Packet, offset: Int)] {
    let data = try Data(contentsOf: URL(filePath: path))
    var movie = try Demuxer(path: path)
    var found: [(Packet, Int)] = []
    // Packets may be alike: those of a track lie in their order.
    var ends = [true: 0, false: 0]
    while let packet = try movie.read() {
      let bytes = packet.storage.withPlane(0) { span in
        (0..<packet.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
      }
      let time = try #require(packet.presentationTime)
      let isPicture = packet.kind == .video
      let place = data[(ends[isPicture] ?? 0)...].range(of: Data(bytes))
      ends[isPicture] = place?.upperBound
      found.append(
        (
          Packet(isPicture: isPicture, isWhole: packet.isKeyFrame, time: time, bytes: bytes),
          place?.lowerBound ?? -1
        ))
    }
    return found
  }

  /// The file after its repair; the same where there is none.
  private static func repaired(
    _ data: Data, in folder: TemporaryFolder, distrustingIndex: Bool = false
  ) throws -> (data: Data, path: String, repair: MovieRepair?) {
    let path = folder.path(UUID().uuidString)
    try data.write(to: URL(filePath: path))
    let file = try StoredFile(path: path)
    let repair = try MovieRepair.plan(for: file, distrustingIndex: distrustingIndex)
    try repair?.apply(to: file)
    return (try Data(contentsOf: URL(filePath: path)), path, repair)
  }

  private func repaired(_ data: Data) throws -> (data: Data, path: String, repair: MovieRepair?) {
    try Self.repaired(data, in: folder)
  }

  private func noise(_ count: Int, seed: UInt64 = 9) -> Data {
    var random = SeededGenerator(seed: seed)
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// Damage to a fragment that begins at byte `start`.
  enum Damage: String, CaseIterable {
    case name, size, sequence, noise, page, time, dataName, dataSize

    func apply(to data: inout Data, at start: Int, noise: Data) {
      func flip(_ name: String, _ offset: Int) {
        guard let place = data[start...].range(of: Data(name.utf8)) else { return }
        data[place.upperBound + offset] ^= 0x40
      }
      switch self {
      case .name: data[start + 4] = UInt8(ascii: "x")
      case .size: data[start + 1] ^= 0x10
      case .sequence: flip("mfhd", 5)
      case .noise: data.replaceSubrange(start - 300..<start - 300 + noise.count, with: noise)
      case .page: data.replaceSubrange(start - 300..<start - 300 + 4096, with: Data(count: 4096))
      case .time: flip("tfdt", 8)
      case .dataName: flip("mdat", -1)
      case .dataSize: flip("mdat", -6)
      }
    }
  }

  @Test(arguments: Damage.allCases, [false, true])
  func whatIsBehindDamageIsKeptAtItsTime(damage: Damage, wasFinished: Bool) throws {
    var data = wasFinished ? Data(original.flat.dropLast(1000)) : original.data
    let number = 3
    let noise = noise(4096)
    damage.apply(to: &data, at: original.fragments[number].lowerBound, noise: noise)
    let result = try repaired(data)
    let repair = try #require(result.repair)
    #expect(try TestMedia.boxes(result.path) == ["ftyp", "mdat", "moov"])
    let kept = Set(try Self.packets(result.path).map(\.packet))
    let isOneLost = damage != .dataName && damage != .dataSize
    for (place, packets) in original.packets.enumerated() {
      // The noise also covers the end of the one before, of which the index knows.
      if place == number && isOneLost || place == number - 1 && [.noise, .page].contains(damage) { continue }
      if place == number + 1 && [.noise, .page].contains(damage)
        && noise.count > original.fragments[number].count
      {
        continue
      }
      let waiting = original.picturesThatNeed(isOneLost ? [number] : [])
      let isKept = kept.isSuperset(of: Set(packets).subtracting(waiting))
      #expect(isKept, "\(place)")
    }
    #expect(abs(repair.index.duration.seconds - 4) < 0.05)
    if isOneLost {
      // What the noise hit of the fragment before is told too.
      let part = try #require(repair.missing.last)
      #expect(
        abs(part.at - original.startOfPictures(number)) < 0.01 && (part.seconds ?? 0) > 0.4,
        "\(repair.missing)")
    } else {
      #expect(repair.missing.isEmpty)
    }
    // Nothing was thrown away but an index.
    let place = try #require(original.data.range(of: Data("free".utf8))).lowerBound - 4
    let end = try #require(original.fragments.last).upperBound
    let isUntouched = result.data[(place + 16)..<end] == data[(place + 16)..<end]
    #expect(isUntouched)
    if ![.noise, .page].contains(damage) { #expect(try Tool.complaints(about: result.path) == "") }
  }

  @Test func aLostBeginningIsLeftOutAndSoundStaysInStep() throws {
    var data = original.data
    data[original.fragments[0].lowerBound + 4] = 0
    let result = try repaired(data)
    let repair = try #require(result.repair)
    let packets = try Self.packets(result.path).map(\.packet)
    let picture = try #require(packets.first { $0.isPicture })
    let sound = try #require(packets.first { !$0.isPicture && $0.time >= .zero })
    func time(_ packet: Packet) -> Double? {
      original.packets.flatMap(\.self).first { $0.bytes == packet.bytes }?.time.seconds
    }
    // The next whole picture comes a second later, and is the first one now.
    let start = try #require(time(picture))
    #expect(picture.time == .zero && start > 0.4 && start <= 1.1)
    #expect(abs(try #require(time(sound)) - start - sound.time.seconds) < 0.001)
    #expect(repair.missing.first == MissingPart(at: 0, seconds: start))
    #expect(abs(repair.index.duration.seconds + start - 4) < 0.05)
    #expect(try Tool.complaints(about: result.path) == "")
    #expect(try Tool.probe(result.path, "stream=start_time") == ["0.000000", "0.000000"])
  }

  /// Damage to the beginning of a file.
  enum HeadDamage: String, CaseIterable {
    case typeSize, typeName, spareSize, spareName, movieSize, movieName, sector, page

    func apply(to data: inout Data, spare: Int) {
      switch self {
      case .typeSize: data[3] ^= 0x40
      case .typeName: data[5] ^= 1
      case .spareSize: data[spare + 3] ^= 0x20
      case .spareName: data[spare + 5] ^= 1
      case .movieSize: data[spare + 19] ^= 2
      case .movieName: data[spare + 21] ^= 1
      case .sector: data.replaceSubrange(0..<512, with: Data(count: 512))
      case .page: data.replaceSubrange(0..<4096, with: Data(count: 4096))
      }
    }
  }

  @Test(arguments: HeadDamage.allCases, [false, true])
  func aDamagedBeginningLosesNothing(damage: HeadDamage, wasFinished: Bool) throws {
    var data = wasFinished ? original.flat : original.data
    let spare = try #require(original.data.range(of: Data("free".utf8))).lowerBound - 4
    damage.apply(to: &data, spare: spare)
    let result = try Self.repaired(data, in: folder, distrustingIndex: true)
    if !wasFinished && [.sector, .page].contains(damage) {
      // What the pictures are is gone.
      #expect(result.repair == nil && result.data == data)
      return
    }
    let repair = try #require(result.repair)
    #expect(repair.missing.isEmpty && abs(repair.index.duration.seconds - 4) < 0.05)
    #expect(try TestMedia.boxes(result.path) == ["ftyp", "mdat", "moov"])
    let packets = try Self.packets(result.path).map(\.packet)
    #expect(packets.count == original.packets.joined().count)
    if damage != .page {
      let isSame =
        packets.sorted { $0.time < $1.time } == original.packets.joined().sorted { $0.time < $1.time }
      #expect(isSame)
      #expect(try Tool.complaints(about: result.path) == "")
    }
    let isUntouched =
      result.data[(spare + 16)..<original.data.count] == data[(spare + 16)..<original.data.count]
    #expect(isUntouched)
    if wasFinished { #expect(result.data.count == original.flat.count) }
  }

  @Test func picturesWithoutTheirKeyFrameAreLeftOut() throws {
    let numbers = original.packets.indices.dropFirst().filter { !original.picturesThatNeed([$0]).isEmpty }
    #expect(numbers.count > 2)
    for number in numbers {
      var data = original.data
      data[original.fragments[number].lowerBound + 4] = 0
      let result = try repaired(data)
      let gone = original.picturesThatNeed([number])
      let expected = Set(original.packets.joined()).subtracting(original.packets[number]).subtracting(gone)
      // Sound may be alike; what is seen and heard elsewhere stays.
      let kept = Set(try Self.packets(result.path).map(\.packet))
      #expect(kept.filter(\.isPicture) == expected.filter(\.isPicture), "\(number)")
      #expect(kept.isSuperset(of: expected), "\(number)")
      let missing = try #require(result.repair?.missing)
      let count = gone.count + original.packets[number].count(where: \.isPicture)
      let seconds = Double(count) / 25
      #expect(missing.count == 1 && abs((missing.first?.seconds ?? 0) - seconds) < 0.05, "\(missing)")
      #expect(abs((missing.first?.at ?? 0) - original.startOfPictures(number)) < 0.05, "\(missing)")
      #expect(try Tool.complaints(about: result.path) == "")
    }
  }

  @Test(arguments: [1, 5000])
  func bytesThatWerePutIntoPicturesAreTold(count: Int) throws {
    var data = original.data
    let pictures = try #require(data[original.fragments[3]].range(of: Data("mdat".utf8))).upperBound
    data.insert(contentsOf: noise(count), at: pictures + 100)
    let repair = try #require(try repaired(data).repair)
    let part = try #require(repair.missing.first)
    #expect(
      repair.missing.count == 1 && abs(part.at - original.startOfPictures(3)) < 0.1, "\(repair.missing)")
  }

  @Test func holesCostNothingAndASearchCanBeEnded() throws {
    // A fragment behind so large a hole that nobody could read it.
    let path = folder.path("holes.mp4")
    try original.data.write(to: URL(filePath: path))
    let second = original.fragments[1].lowerBound
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.truncate(atOffset: UInt64(second))
    let hole = UInt64(1) << 42
    try handle.seek(toOffset: hole)
    try handle.write(contentsOf: original.data[second...])
    try handle.truncate(atOffset: hole * 2)
    try handle.close()
    let file = try StoredFile(path: path)
    let canceled = #expect(throws: SystemError.self) { try MovieRepair.plan(for: file, isEnding: { true }) }
    #expect(canceled?.code == ECANCELED)
    let repair = try #require(try MovieRepair.plan(for: file))
    #expect(repair.byteCount == Int64(hole) + Int64(original.data.count - second))
    #expect(abs(repair.index.duration.seconds - 4) < 0.05 && repair.missing.isEmpty)
  }

  @Test func aFinishedMovieThatWasCutGetsItsIndexBack() throws {
    let flat = original.flat
    let first = original.fragments[0].upperBound
    var random = SeededGenerator(seed: 11)
    let cuts = [flat.count - 1, flat.count - 3000, original.data.count, original.data.count + 4]
    for cut in cuts + (0..<10).map({ _ in Int.random(in: first..<flat.count, using: &random) }) {
      let result = try repaired(flat.prefix(cut))
      #expect(try TestMedia.boxes(result.path) == ["ftyp", "mdat", "moov"], "\(cut)")
      let kept = Set(try Self.packets(result.path).map(\.packet))
      for (place, packets) in zip(original.fragments, original.packets) where place.upperBound <= cut {
        let isKept = kept.isSuperset(of: packets)
        #expect(isKept, "\(cut)")
      }
      if cut >= original.data.count {
        let isSame = result.data == flat
        #expect(isSame, "\(cut)")
      }
    }
    // An index whose inside is broken is made again where it is not trusted.
    let index = try #require(flat[original.data.count...].range(of: Data("stsz".utf8)))
    var broken = flat
    broken[index.lowerBound] = 0
    let isSame = try Self.repaired(broken, in: folder, distrustingIndex: true).data == flat
    #expect(isSame)
    #expect(try Self.repaired(flat, in: folder).repair == nil)
  }

  @Test func withoutRoomForTheIndexAFinishedMovieThatWasCutPlaysByItsFragments() throws {
    let path = folder.path("full.mp4")
    try original.flat.prefix(original.data.count - 10).write(to: URL(filePath: path))
    let file = try StoredFile(path: path)
    let repair = try #require(try MovieRepair.plan(for: file))
    #expect(throws: SystemError.self) {
      try repair.apply(to: file) { (step) throws(SystemError) in
        if step == .append { throw SystemError("write", code: 28) }
      }
    }
    #expect(try MovieScan(path: path).pictureCount >= 80)
    try #require(try MovieRepair.plan(for: file)).apply(to: file)
    #expect(try TestMedia.boxes(path) == ["ftyp", "mdat", "moov"])
  }

  // MARK: Anything

  private func mutated(_ data: Data, _ random: inout SeededGenerator) -> Data {
    var data = data
    let place = Int.random(in: 0..<data.count, using: &random)
    let page = min(data.count, place + 4096)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: data[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
    case 1: data = data.prefix(place)
    case 2: data.insert(contentsOf: Data(count: 4096), at: place)
    case 3: data.replaceSubrange(place..<page, with: Data(count: page - place))
    case 4: data.replaceSubrange(place..<page, with: noise(page - place, seed: UInt64(place)))
    case 5:
      guard let fragment = original.fragments.randomElement(using: &random), fragment.upperBound <= data.count
      else { break }
      data.insert(contentsOf: data[fragment], at: fragment.upperBound)
    case 6: data.removeSubrange(place..<min(data.count, place + Int.random(in: 1...3000, using: &random)))
    default:
      // The size of some box: 0, 1, or huge.
      let names = ["moof", "mdat", "traf", "trun", "tfhd", "tfdt", "mfhd", "moov", "free", "mvex"]
      let name = Data((names.randomElement(using: &random) ?? "moof").utf8)
      guard let box = (data[place...].range(of: name) ?? data.range(of: name)), box.lowerBound >= 4 else {
        break
      }
      let sizes: [UInt32] = [0, 1, 7, 8, .max, 0x7FFF_FFFF, UInt32.random(in: 0...100_000, using: &random)]
      let size = sizes.randomElement(using: &random) ?? 0
      for byte in 0..<4 {
        data[box.lowerBound - 4 + byte] = UInt8(truncatingIfNeeded: size >> (24 - 8 * byte))
      }
    }
    return data
  }

  /// Whether these bytes are there, and no others that begin alike: of two halves nobody knows which one is good.
  private func isOnce(_ bytes: Data, in data: Data) -> Bool {
    guard data.range(of: bytes) != nil, let first = data.range(of: bytes.prefix(24)) else { return false }
    return data[first.upperBound...].range(of: bytes.prefix(24)) == nil
  }

  @Test func whateverHappensToItNoGoodFragmentIsLost() throws {
    var random = SeededGenerator(seed: 21)
    let head = original.data.prefix(original.fragments[0].lowerBound)
    var repairs = 0
    for round in 0..<220 {
      var data = Bool.random(using: &random) ? original.data : original.flat
      for _ in 0..<Int.random(in: 1...3, using: &random) where data.count > 100 {
        data = mutated(data, &random)
      }
      let result = try repaired(data)
      // Whatever is not the head or a torn end is still in the file.
      let spare = head.count
      guard let repair = result.repair else {
        let isSame = result.data == data
        #expect(isSame)
        continue
      }
      repairs += 1
      let place = spare..<max(spare, Int(repair.byteCount))
      let isUntouched = result.data[place] == data[place]
      #expect(isUntouched, "round \(round)")
      let readable = ((try? Self.packets(result.path)) ?? []).map(\.packet)
      let kept = Set(readable.map(\.bytes))
      // Damaged sound at its beginning can make the whole track unusable for FFmpeg.
      let hasSound = readable.contains { !$0.isPicture }
      // Who knows the time when the clock's rate is something else.
      guard data.dropFirst(44).prefix(spare - 44) == head.dropFirst(44) else { continue }
      // Those whose bytes are all there: of several in a row the first may wait for a whole picture.
      let isThere = original.fragments.map { isOnce(original.data[$0], in: data.dropFirst(spare)) }
      let waiting = original.picturesThatNeed(Set(isThere.indices.filter { !isThere[$0] }))
      for (number, packets) in original.packets.enumerated() where isThere[number] {
        let place = original.fragments[number]
        let lost = packets.filter { ($0.isPicture || hasSound) && !kept.contains($0.bytes) }
        let waits = (repair.missing.first?.at ?? 1) == 0
        let isGood =
          lost.isEmpty || waits && lost.allSatisfy(\.isPicture) || lost.allSatisfy(waiting.contains)
        #expect(isGood, "round \(round), \(place)")
      }
    }
    #expect(repairs > 100)
  }

  @Test func whatIsMadeToWasteTimeAndMemoryDoesNot() throws {
    let head = original.data.prefix(original.fragments[0].lowerBound)
    let fragment = original.data[original.fragments[0]]
    // Names without boxes, boxes without end, fragments that claim the rest of the file.
    let hollow =
      Data([0, 0, 0, 40]) + Data("moof".utf8) + Data([0, 0, 0, 16]) + Data("mfhd".utf8) + Data(count: 24)
    var huge = hollow
    huge.replaceSubrange(0..<4, with: [0, 0x20, 0, 0])
    for piece in [Data("moof".utf8), hollow, huge] {
      var data = head
      for _ in 0..<(1_500_000 / piece.count) { data += piece }
      data += fragment
      let repair = try repaired(data).repair
      #expect(repair == nil || (repair?.index.appendix.count ?? 0) < 10_000)
    }
  }
}

import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeImaging

@Suite struct JPEGDamageTests {
  /// The error of decoding `bytes` as a picture of this size; nil if there was none.
  private func error(
    _ bytes: [UInt8], width: Int = 320, height: Int = 240, slabBytes: Int = 1 << 18
  ) throws -> JPEGError? {
    let packet = try JPEGFixtures.packet(bytes)
    var decoder = try JPEGDecoder()
    do {
      let pool = FramePool(slabBytes: slabBytes, capacity: 1)
      _ = try decoder.decode(packet, expected: (width, height), into: pool)
      return nil
    } catch {
      return error
    }
  }

  @Test func damageHasItsOwnErrors() throws {
    let whole = try JPEGFixtures.jpeg()
    let cut = Array(whole[0..<whole.count * 6 / 10])
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<5000).map { _ in UInt8.random(in: 1...255, using: &generator) }
    let end: [UInt8] = [0xFF, 0xD9]
    #expect(try error(whole) == nil)
    #expect(try error(whole + [UInt8](repeating: 0, count: 700)) == nil)
    #expect(try error([]) == .empty)
    #expect(try error([0, 0, 0]) == .empty)
    #expect(try error([1] + noise) == .noStart)
    #expect(try error(cut + [1]) == .noEnd)
    #expect(try error(whole.dropLast(2) + [1]) == .noEnd)
    #expect(try error(cut + end) == .damaged)
    #expect(try error([0xFF, 0xD8] + end) == .damaged)
    #expect(try error([0xFF, 0xD8] + noise + end) == .damaged)
    #expect(try error(whole + whole[5...]) == nil || error(whole + whole[5...])?.isDamage == true)
    #expect(try error(JPEGFixtures.jpeg(width: 322)) == .wrongSize(width: 322, height: 240))
    #expect(JPEGError.wrongSize(width: 1, height: 1).isDamage && !JPEGError.noBuffer.isDamage)
  }

  /// "Corrupt JPEG data: 4 extraneous bytes before marker 0xd9", as common webcams have it.
  @Test(arguments: [PixelFormat.yuv420p, .yuv422p, .yuv444p, .gray8])
  func bytesBetweenTheLastSampleAndTheEndAreNoDamage(_ format: PixelFormat) throws {
    let whole = try JPEGFixtures.jpeg(format)
    var decoder = try JPEGDecoder()
    let pool = FramePool(slabBytes: 1 << 19, capacity: 2)
    let clean = try decoder.decode(JPEGFixtures.packet(whole), into: pool)
    for extra: [UInt8] in [
      [0x12], [0, 0], [1, 2, 3, 4], [UInt8](repeating: 7, count: 600), [0xFF, 0x00, 9],
    ] {
      let bytes = Array(whole[..<(whole.count - 2)]) + extra + [0xFF, 0xD9]
      let frame = try decoder.decode(JPEGFixtures.packet(bytes), into: pool)
      for plane in 0..<format.planeCount {
        #expect(JPEGFixtures.difference(clean, frame, plane: plane) == 0)
      }
    }
    // Cut off and with such bytes, it is damaged all the same.
    let cut = Array(whole[0..<whole.count * 8 / 10]) + [1, 2, 3, 0xFF, 0xD9]
    #expect(try error(cut) == .damaged)
    // A change among the samples leaves bits over that no longer belong together.
    var changed = whole
    for index in changed.count / 2..<changed.count / 2 + 20 { changed[index] = 0xFE }
    #expect(throws: JPEGError.damaged) { try decoder.decode(JPEGFixtures.packet(changed), into: pool) }
  }

  @Test func aPictureWithColoursOfAnotherKindIsRefused() throws {
    // Without JFIF's segment the components' names say what they are.
    var bytes = JPEGFixtures.without([0xE0], try JPEGFixtures.jpeg(.yuv444p))
    let frame = try JPEGFixtures.segment(0xC0, in: bytes)
    let scan = try JPEGFixtures.segment(0xDA, in: bytes)
    for (index, name) in "RGB".utf8.enumerated() {
      bytes[frame + 10 + 3 * index] = name
      bytes[scan + 5 + 2 * index] = name
    }
    #expect(try error(bytes) == .notSupported)
  }

  @Test func anyByteMayBeWrongWithoutACrash() throws {
    let whole = try JPEGFixtures.jpeg(.yuv420p, width: 64, height: 48)
    var found = 0
    for index in 2..<whole.count {
      var bytes = whole
      bytes[index] ^= 0xA5
      // Not each can be noticed: a changed number in a table gives another picture.
      if try error(bytes, width: 64, height: 48) != nil { found += 1 }
    }
    #expect(found > 100)
  }

  @Test func aDamagedPictureGivesItsSlabBack() throws {
    let whole = try JPEGFixtures.jpeg()
    var decoder = try JPEGDecoder()
    let pool = FramePool(slabBytes: 1 << 20, capacity: 1)
    let bad = try JPEGFixtures.packet(Array(whole[0..<whole.count / 2]) + [0xFF, 0xD9])
    #expect(throws: JPEGError.damaged) { try decoder.decode(bad, into: pool) }
    let good = try JPEGFixtures.packet(whole)
    let frame = try decoder.decode(good, into: pool)
    #expect((frame.time, frame.sequence) == (MediaTime(nanoseconds: 5), 7))
    #expect(throws: JPEGError.noBuffer) { try decoder.decode(good, into: pool) }
    #expect(pool.exhausted.count == 1)
    #expect(try error(whole, slabBytes: 1000) == .tooLarge)
  }
}

import RetakeImaging
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

@Suite struct TestPatternTests {
  static let rates = [Rational(25), Rational(30_000, 1001), Rational(30), Rational(15, 2), Rational(60)]
  static let formats: [MediaSubtype] = [.pixels(.nv12), .pixels(.yuyv422), .codec(.mjpeg)]
  /// A time since boot with all digits, for the clock in the picture.
  static let epoch = MediaTime(nanoseconds: 4_521_987_000_000)

  /// Frame `number` of a camera as a reader sees it: decoded where it is compressed.
  static func picture(_ number: UInt64, of producer: inout TestPictureProducer) throws -> VideoFrame {
    let sample = producer.sample(number, epoch: epoch)
    switch try #require(sample) {
    case .frame(let frame):
      return frame
    case .packet(let packet):
      var decoder = try JPEGDecoder()
      let slab = JPEGDecoder.slabBytes(for: try decoder.header(of: packet))
      return try decoder.decode(packet, into: FramePool(slabBytes: slab, capacity: 1))
    }
  }

  static func producer(
    _ subtype: MediaSubtype, _ width: Int, _ height: Int, _ rate: Rational = Rational(30)
  ) throws -> TestPictureProducer {
    try TestPictureProducer(VideoFormat(subtype: subtype, width: width, height: height, frameRate: rate))
  }

  /// The code values of brightness, row by row.
  static func luma(_ frame: VideoFrame) -> [[UInt8]] {
    let step = frame.pixelFormat == .yuyv422 ? 2 : 1
    return frame.storage.withPlane(0) { bytes in
      (0..<frame.height).map { row in
        (0..<frame.width).map { bytes.byte(at: row * frame.strides[0] + $0 * step) }
      }
    }
  }

  static func mean(_ luma: [[UInt8]]) -> Double {
    let sum = luma.reduce(0) { $0 + $1.reduce(0) { $0 + Int($1) } }
    return Double(sum) / Double(luma.count * luma[0].count)
  }

  @Test(arguments: formats)
  func theStripNamesEachFrameAndItsTime(_ subtype: MediaSubtype) throws {
    for (width, height) in [(640, 480), (641, 481), (320, 180), (1280, 720)] {
      for rate in [Rational(25), Rational(30_000, 1001)] {
        var producer = try Self.producer(subtype, width, height, rate)
        for number in [UInt64](0...6) + [29, 30, 899, 65_535, 65_536, 107_892, 0xFFFF_FFFF, 0x1_0000_0005] {
          let frame = try Self.picture(number, of: &producer)
          let milliseconds = number * UInt64(rate.denominator) * 1000 / UInt64(rate.numerator)
          let strip = CodeStrip(reading: frame)
          #expect(strip.frame == UInt32(truncatingIfNeeded: number))
          #expect(strip.milliseconds == UInt32(truncatingIfNeeded: milliseconds))
          #expect(frame.sequence == number)
          #expect(frame.time == Self.epoch + rate.time(of: Int64(number)))
        }
      }
    }
  }

  @Test func theStripIsTheTopEighteenthInWhiteAndBlack() throws {
    var producer = try Self.producer(.pixels(.nv12), 1280, 720)
    let frame = try Self.picture(0x8000_0001, of: &producer)
    let luma = Self.luma(frame)
    let bits = CodeStrip(frame: frame.sequence, time: frame.time - Self.epoch).bits
    for row in 0..<40 {
      for column in 0..<1280 {
        let isOne = bits >> UInt64(63 - column / 20) & 1 == 1
        #expect(luma[row][column] == (isOne ? 235 : 16))
      }
    }
    #expect(luma[0][0] == 235 && luma[40] != luma[39])
    let neutral = frame.storage.withPlane(1) { bytes in
      (0..<20).allSatisfy { row in
        (0..<1280).allSatisfy { bytes.byte(at: row * frame.strides[1] + $0) == 128 }
      }
    }
    #expect(neutral)
  }

  @Test(arguments: rates)
  func theFirstFrameAtOrAfterEachSecondFlashes(_ rate: Rational) {
    let (top, bottom) = (UInt64(rate.numerator), UInt64(rate.denominator))
    var expected: Set<UInt64> = []
    for second in 0..<UInt64(600) {
      // Counted up, not computed: the first n with n * bottom / top >= second.
      var number = second * top / bottom
      while number * bottom < second * top { number += 1 }
      expected.insert(number)
      #expect(TestClock.flash(ofSecond: Int64(second), rate: rate) == rate.time(of: Int64(number)))
    }
    let last = expected.max() ?? 0
    #expect(Set((0...last).filter { TestClock.isFlash(frame: $0, rate: rate) }) == expected)
  }

  @Test(arguments: formats)
  func onlyFlashesAreBright(_ subtype: MediaSubtype) throws {
    for (width, height) in [(320, 240), (127, 95), (16, 16)] {
      var producer = try Self.producer(subtype, width, height, Rational(25))
      for number in [UInt64](0...3) + [12, 24, 25, 26, 50] {
        let mean = Self.mean(Self.luma(try Self.picture(number, of: &producer)))
        if number % 25 == 0 { #expect(mean > 200) } else { #expect(mean < 120) }
      }
    }
    var worst = try Self.producer(subtype, 320, 240, Rational(25))
    // All 32 bits of the number are ones.
    #expect(Self.mean(Self.luma(try Self.picture(0xFFFF_FFFF, of: &worst))) < 120)
  }

  @Test func aFlashIsWhiteBetweenStripAndDigits() throws {
    var limited = try Self.producer(.pixels(.yuyv422), 640, 480)
    let rows = Self.luma(try Self.picture(30, of: &limited))
    #expect(rows[26..<300].allSatisfy { $0.allSatisfy { $0 == 235 } })
    var full = try Self.producer(.codec(.mjpeg), 640, 480)
    let jpegRows = Self.luma(try Self.picture(30, of: &full))
    #expect(jpegRows[40..<280].allSatisfy { $0.allSatisfy { $0 >= 253 } })
  }

  @Test func jpegLooksAsRawDoes() throws {
    // The same colours in both codes, within the rounding of both.
    let limited = ColorInfo(range: .limited, matrix: .bt601)
    for (raw, jpeg) in zip(TestColor.bars(as: limited), TestColor.bars(as: .jpeg)) {
      let luma = (Int(raw.y) - 16) * 255 / 219
      let blue = 128 + (Int(raw.cb) - 128) * 255 / 224
      let red = 128 + (Int(raw.cr) - 128) * 255 / 224
      #expect(abs(luma - Int(jpeg.y)) <= 2)
      #expect(abs(blue - Int(jpeg.cb)) <= 2)
      #expect(abs(red - Int(jpeg.cr)) <= 2)
    }
    // The code values of 75 % yellow and blue that ITU-R BT.601 is known by.
    let bars = TestColor.bars(as: limited)
    #expect((bars[1].y, bars[1].cb, bars[1].cr) == (162, 44, 142) && bars[1].light == SIMD3(191, 191, 0))
    #expect((bars[6].y, bars[6].cb, bars[6].cr) == (35, 212, 114) && bars[6].light == SIMD3(0, 0, 191))
  }

  @Test func barsMoveAndTheDigitsSayNumberAndClock() throws {
    var producer = try Self.producer(.pixels(.nv12), 1280, 720)
    let first = Self.luma(try Self.picture(1234, of: &producer))
    let second = Self.luma(try Self.picture(1235, of: &producer))
    #expect(first[300] != second[300])
    #expect(Array(first[300][4...]) == Array(second[300][..<1276]))
    #expect(Self.dots(first, line: 0, count: 4) == Self.dots(of: "1234"))
    // 4521.987 s and 1234 thirtieths: 4563.120 s.
    #expect(Self.dots(first, line: 1, count: 14) == Self.dots(of: "0001:16:03.120"))
  }

  /// Seven rows of the dots of `text`, by the font.
  private static func dots(of text: String) -> [[UInt8]] {
    (0..<7).map { row in
      text.utf8.map { character in
        var line = TestDigits()
        switch character {
        case UInt8(ascii: "."): line.appendPoint()
        case UInt8(ascii: ":"): line.appendColon()
        default: line.append(UInt64(character - UInt8(ascii: "0")))
        }
        return line.dots(0, row: row)
      }
    }
  }

  /// The dots that a 1280x720 picture shows, 8 pixels each.
  private static func dots(_ luma: [[UInt8]], line: Int, count: Int) -> [[UInt8]] {
    let (left, top) = (32 + 8, 720 - 32 - 2 * 72 + 8 + line * 72)
    return (0..<7).map { row in
      (0..<count).map { character in
        (0..<5).reduce(UInt8(0)) { bits, dot in
          bits << 1 | (luma[top + row * 8 + 4][left + (character * 6 + dot) * 8 + 4] > 128 ? 1 : 0)
        }
      }
    }
  }

  @Test(arguments: formats)
  func allSizesAreAsAsked(_ subtype: MediaSubtype) throws {
    for (width, height) in [(16, 16), (17, 19), (63, 2160), (3840, 2160), (176, 144), (720, 1280)] {
      var producer = try Self.producer(subtype, width, height)
      for number in [UInt64(0), 1, 77] {
        let frame = try Self.picture(number, of: &producer)
        #expect((frame.width, frame.height) == (width, height))
      }
    }
  }

  @Test func aReaderThatKeepsAllSlabsLosesFrames() throws {
    var producer = try Self.producer(.pixels(.nv12), 64, 64)
    var kept: [CameraSample] = []
    for number in 0..<UInt64(80) {
      let sample = producer.sample(number, epoch: .zero)
      kept.append(try #require(sample))
    }
    let none = producer.sample(80, epoch: .zero)
    #expect(none == nil)
    kept.removeFirst()
    let one = producer.sample(81, epoch: .zero)
    #expect(one != nil)
  }
}

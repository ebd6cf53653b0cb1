import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct V4L2ValueTests {
  @Test(arguments: [
    ("YUYV", 0x5659_5559, "YUYV"), ("Y10", 0x2030_3159, "Y10"), ("XR15-BE", 0xB531_5258, "XR15-BE"),
    ("MJPG", 0x4750_4A4D, "MJPG"),
  ])
  func fourCharactersAreANumber(_ text: String, _ value: UInt32, _ name: String) {
    #expect(FourCC(text).value == value)
    #expect(FourCC(value: value).name == name)
  }

  @Test func driversNumbersBecomeOnesThatGrow() {
    var counter = SequenceCounter()
    #expect([3, 4, 7].map { counter.number($0) } == [0, 1, 4] && counter.lost == 2)
    // It wraps around, stands still, and begins anew.
    var wrapping = SequenceCounter()
    #expect([UInt32.max - 1, .max, 0, 1].map { wrapping.number($0) } == [0, 1, 2, 3])
    var standing = SequenceCounter()
    #expect([0, 0, 0].map { standing.number($0) } == [0, 1, 2])
    var restarted = SequenceCounter()
    #expect([500, 501, 0, 1].map { restarted.number($0) } == [0, 1, 2, 3] && restarted.lost == 0)
  }

  private func format(
    colorspace: UInt32 = 0, encoding: UInt32 = 0, quantization: UInt32 = 0, height: Int = 480
  )
    -> V4L2DeviceFormat
  {
    V4L2DeviceFormat(
      fourCC: FourCC("YUYV"), width: 640, height: height, colorspace: colorspace, encoding: encoding,
      quantization: quantization)
  }

  @Test func coloursAreWhatTheDriverSays() {
    #expect(ColorInfo(format()) == ColorInfo(range: .limited, matrix: .bt601))
    #expect(ColorInfo(format(height: 1080)) == ColorInfo(range: .limited, matrix: .bt709))
    // A webcam says sRGB and leaves the rest open: BT.601 at any size.
    #expect(ColorInfo(format(colorspace: 8, height: 1080)) == ColorInfo(range: .limited, matrix: .bt601))
    #expect(ColorInfo(format(colorspace: 3)) == ColorInfo(range: .limited, matrix: .bt709))
    #expect(ColorInfo(format(colorspace: 7)) == ColorInfo(range: .full, matrix: .bt601))
    #expect(ColorInfo(format(colorspace: 3, quantization: 1)) == ColorInfo(range: .full, matrix: .bt709))
    #expect(ColorInfo(format(colorspace: 8, encoding: 2)).matrix == .bt709)
    #expect(ColorInfo(format(colorspace: 10)).matrix == .bt2020)
    let grey = WireFormat.named(FourCC("GREY"))
    #expect(grey?.color(of: format()).range == .full)
    #expect(grey?.color(of: format(quantization: 2)).range == .limited)
    #expect(WireFormat.named(FourCC("RGB3"))?.color(of: format(colorspace: 3, height: 1080)).matrix == .bt601)
  }

  @Test func planesLieWhereTheStrideSays() throws {
    var format = V4L2DeviceFormat(fourCC: FourCC("NV12"), width: 1280, height: 720)
    format.strides[0] = 1408
    let nv12 = PlanePlace.places(try #require(WireFormat.named(FourCC("NV12"))), in: format)
    #expect(nv12[1] == PlanePlace(buffer: 0, offset: 1408 * 720, stride: 1408, rowBytes: 1280, rows: 360))
    #expect(nv12[1].end == 1408 * 720 + 359 * 1408 + 1280)
    let planar = PlanePlace.places(try #require(WireFormat.named(FourCC("YU12"))), in: format)
    #expect(
      planar[2]
        == PlanePlace(buffer: 0, offset: 1408 * 720 + 704 * 360, stride: 704, rowBytes: 640, rows: 360))
    let whole = PlanePlace.places(try #require(WireFormat.named(FourCC("NV24"))), in: format)
    #expect(whole[1] == PlanePlace(buffer: 0, offset: 1408 * 720, stride: 2816, rowBytes: 2560, rows: 720))
  }

  @Test func planesOfTheirOwnHaveStridesOfTheirOwn() throws {
    var format = V4L2DeviceFormat(fourCC: FourCC("NM12"), width: 322, height: 182, planeCount: 2)
    format.strides = SIMD4(384, 352, 0, 0)
    let places = PlanePlace.places(try #require(WireFormat.named(FourCC("NM12"))), in: format)
    #expect(places[1] == PlanePlace(buffer: 1, offset: 0, stride: 352, rowBytes: 322, rows: 91))
  }

  @Test func oddSizesRoundUpAndAMissingStrideIsTheRow() throws {
    let format = V4L2DeviceFormat(fourCC: FourCC("YUYV"), width: 641, height: 481)
    let packed = PlanePlace.places(try #require(WireFormat.named(FourCC("YUYV"))), in: format)
    #expect(packed == [PlanePlace(buffer: 0, offset: 0, stride: 1284, rowBytes: 1284, rows: 481)])
    let planar = PlanePlace.places(try #require(WireFormat.named(FourCC("YU12"))), in: format)
    #expect(planar[1].rowBytes == 321 && planar[1].rows == 241 && planar[1].offset == 641 * 481)
  }

  @Test(arguments: [
    (WireFormat.RowOperation.copy, [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8]),
    (.swapPairs, [2, 1, 4, 3, 6, 5, 8, 7]),
    (.swapOdd, [1, 4, 3, 2, 5, 8, 7, 6]), (.swapEven, [3, 2, 1, 4, 7, 6, 5, 8]), (.even, [1, 3, 5, 7]),
    (.odd, [2, 4, 6, 8]), (.highByte(bits: 16), [2, 4, 6, 8]),
  ])
  func rowsChangeAsTheFormatSays(_ operation: WireFormat.RowOperation, _ expected: [UInt8]) {
    let source: [UInt8] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9]
    let place = PlanePlace(buffer: 0, offset: 2, stride: 8, rowBytes: 8, rows: 1)
    var target = [UInt8](repeating: 0, count: expected.count)
    target.copyRows(place, of: unsafe source.span.bytes, operation: operation)
    #expect(target == expected)
  }

  @Test func deepSamplesKeepTheirUpperBits() {
    // 1023 and 512 of 10 bits; 65,535 has bits above.
    let source: [UInt8] = [0xFF, 0x03, 0x00, 0x02, 0xFF, 0xFF]
    let place = PlanePlace(buffer: 0, offset: 0, stride: 6, rowBytes: 6, rows: 1)
    var target = [UInt8](repeating: 0, count: 3)
    target.copyRows(place, of: unsafe source.span.bytes, operation: .highByte(bits: 10))
    #expect(target == [255, 128, 255])
    // White, black and green of 5, 6 and 5 bits.
    let short: [UInt8] = [0xFF, 0xFF, 0x00, 0x00, 0xE0, 0x07]
    var wide = [UInt8](repeating: 0, count: 9)
    wide.copyRows(place, of: unsafe short.span.bytes, operation: .widen565)
    #expect(wide == [255, 255, 255, 0, 0, 0, 0, 255, 0])
  }

  @Test func depthsAreShownOverAsManyBitsAsTheyNeed() {
    func bits(_ range: inout DepthRange, _ depths: [UInt16]) -> Int {
      let place = PlanePlace(buffer: 0, offset: 0, stride: 128, rowBytes: 128, rows: 64)
      var bytes = [UInt8](repeating: 0, count: 128 * 64)
      for index in 0..<64 * 64 {
        let depth = depths[index / 4 % depths.count]
        (bytes[2 * index], bytes[2 * index + 1]) = (UInt8(depth & 0xFF), UInt8(depth >> 8))
      }
      bytes.withBytes { range.widen(for: $0, at: place) }
      return range.bits
    }
    var room = DepthRange()
    #expect(bits(&room, [0, 500, 1200, 4095]) == 12)
    // One of a hundred was measured wrongly.
    #expect(bits(&room, Array(repeating: 900, count: 99) + [65_535]) == 12)
    #expect(bits(&room, [4096, 900]) == 13 && bits(&room, [100]) == 13)
    #expect(bits(&room, [65_535, 0, 0]) == 16)
  }

  @Test func packedSamplesLoseTheirLowBits() {
    let ten: [UInt8] = [1, 2, 3, 4, 0xFF, 5, 6, 7, 8, 0xFF]
    let twelve: [UInt8] = [1, 2, 0xFF, 3, 4, 0xFF]
    let fourteen: [UInt8] = [1, 2, 3, 4, 0xFF, 0xFF, 0xFF]
    let cases: [(String, [UInt8], Int, [UInt8])] = [
      ("pRAA", ten, 8, Array(1...8)), ("pgCC", twelve, 4, [1, 2, 3, 4]), ("pBEE", fourteen, 4, [1, 2, 3, 4]),
      ("Y10P", ten, 8, Array(1...8)), ("Y12P", twelve, 4, [1, 2, 3, 4]),
    ]
    for (code, bytes, width, wanted) in cases {
      let wire = WireFormat.named(FourCC(code))
      let operation: WireFormat.RowOperation? =
        switch wire?.way {
        case .converted(_, let preparation, _): preparation
        case .planes(_, _, let sources): sources[0].operation
        default: nil
        }
      guard let wire, let operation else { return #expect(Bool(false), "\(code) is not read") }
      let format = V4L2DeviceFormat(fourCC: FourCC(code), width: width, height: 1)
      let place = PlanePlace.places(wire, in: format)[0]
      #expect(place.rowBytes == bytes.count, "\(code)")
      var result = [UInt8](repeating: 0, count: width)
      bytes.withBytes { result.copyRows(place, of: $0, operation: operation) }
      #expect(result == wanted, "\(code)")
    }
  }

  @Test func everyKindHasItsPlanes() {
    for code in [
      "YUYV", "YVYU", "UYVY", "VYUY", "NV12", "NV21", "NV16", "NV61", "YU12", "YV12", "422P", "GREY",
    ] {
      guard case .planes(let pixels, let stored, let sources) = WireFormat.named(FourCC(code))?.way else {
        return #expect(Bool(false), "\(code) is not read")
      }
      #expect(sources.count == pixels.planeCount && sources.allSatisfy { stored.indices.contains($0.plane) })
    }
    #expect(WireFormat.named(FourCC("HSV3")) == nil && WireFormat.named(FourCC("VP80")) == nil)
  }
}

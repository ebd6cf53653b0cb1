import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeImaging

@Suite struct JPEGRoundTripTests {
  @Test(arguments: [PixelFormat.yuv420p, .yuv422p, .yuv444p, .gray8])
  func picturesComeBackWithinAFewCodeValues(_ format: PixelFormat) throws {
    var encoder = try JPEGEncoder(quality: 95)
    var decoder = try JPEGDecoder()
    for (width, height) in [(320, 240), (641, 481), (127, 95), (16, 16), (33, 17)] {
      let picture = try JPEGFixtures.picture(format, width: width, height: height)
      let packet = try encoder.encode(picture, into: FramePool(slabBytes: 1 << 20, capacity: 1))
      let header = try decoder.header(of: packet)
      let pool = FramePool(slabBytes: JPEGDecoder.slabBytes(for: header), capacity: 1)
      let decoded = try decoder.decode(packet, expected: (width, height), into: pool)
      #expect(decoded.pixelFormat == format)
      #expect((decoded.width, decoded.height) == (width, height))
      #expect(decoded.color == .jpeg)
      #expect(decoded.time == picture.time)
      #expect(decoded.sequence == 42)
      for plane in 0..<format.planeCount {
        let difference = JPEGFixtures.difference(picture, decoded, plane: plane)
        #expect(difference <= 5, "\(width)x\(height) plane \(plane)")
      }
    }
  }

  @Test(arguments: JPEGScale.allCases)
  func scaledPicturesAreRoundedUpAndLookTheSame(_ scale: JPEGScale) throws {
    var decoder = try JPEGDecoder()
    let packet = try JPEGFixtures.packet(JPEGFixtures.jpeg(.yuv420p, width: 641, height: 481))
    let slab = JPEGDecoder.slabBytes(for: try decoder.header(of: packet), scale: scale)
    let decoded = try decoder.decode(packet, scale: scale, into: FramePool(slabBytes: slab, capacity: 1))
    #expect(decoded.width == (641 + scale.rawValue - 1) / scale.rawValue)
    #expect(decoded.height == (481 + scale.rawValue - 1) / scale.rawValue)
    let expected = try JPEGFixtures.picture(.yuv420p, width: decoded.width, height: decoded.height)
    for plane in 0..<3 {
      #expect(JPEGFixtures.difference(expected, decoded, plane: plane) <= 8, "plane \(plane)")
    }
  }

  @Test(arguments: [(JPEGHeader.Sampling.yuv440, PixelFormat.yuv444p), (.yuv411, .yuv422p)])
  func rareSubsamplingsAreSpreadOverTheNextFormat(
    _ sampling: JPEGHeader.Sampling, _ format: PixelFormat
  ) throws {
    // The compressor takes the chroma of the rarer sampling from the upper left of the larger planes.
    let source = try JPEGFixtures.picture(format, width: 64, height: 48)
    let pool = FramePool(slabBytes: 1 << 20, capacity: 2)
    var compressor = try TurboJPEGCompressor()
    guard var buffer = pool.buffer() else { throw JPEGError.noBuffer }
    let count = try compressor.encode(
      source, width: 64, height: 48, sampling: sampling, quality: 95, into: &buffer)
    let packet = EncodedPacket(
      storage: buffer.publish(byteCount: count), byteCount: count, presentationTime: .zero, isKeyFrame: true)
    var decoder = try JPEGDecoder()
    let decoded = try decoder.decode(packet, expected: (64, 48), into: pool)
    #expect(decoded.pixelFormat == format)
    #expect(JPEGFixtures.difference(source, decoded, plane: 0) <= 5)
    let columns = format.rowBytes(plane: 1, width: 64)
    for plane in 1...2 {
      for row in 0..<48 {
        for column in 0..<columns {
          let (sourceRow, sourceColumn) = sampling == .yuv440 ? (row / 2, column) : (row, column / 2)
          let expected = source.storage.withPlane(plane) {
            Int($0.byte(at: sourceRow * source.strides[plane] + sourceColumn))
          }
          let actual = decoded.storage.withPlane(plane) {
            Int($0.byte(at: row * decoded.strides[plane] + column))
          }
          #expect(abs(expected - actual) <= 6)
        }
      }
    }
  }

  @Test func missingHuffmanTablesAreTheStandardOnes() throws {
    let whole = try JPEGFixtures.jpeg()
    let bare = JPEGFixtures.without([0xC4], whole)
    #expect(bare.count < whole.count - 300)
    var decoder = try JPEGDecoder()
    let pool = FramePool(slabBytes: 1 << 20, capacity: 2)
    let first = try decoder.decode(JPEGFixtures.packet(bare), into: pool)
    let second = try decoder.decode(JPEGFixtures.packet(whole), into: pool)
    for plane in 0..<3 { #expect(JPEGFixtures.difference(first, second, plane: plane) == 0) }
  }

  @Test func picturesThatAreNoJPEGsAreRefused() throws {
    var encoder = try JPEGEncoder(quality: 90)
    let pool = FramePool(slabBytes: 1 << 20, capacity: 1)
    let packed = try JPEGFixtures.picture(.yuyv422, width: 32, height: 32)
    #expect(throws: JPEGError.notSupported) { try encoder.encode(packed, into: pool) }
    let whole = try JPEGFixtures.picture(.yuv420p, width: 32, height: 32)
    let limited = VideoFrame(
      storage: whole.storage, pixelFormat: .yuv420p, width: 32, height: 32, strides: whole.strides,
      color: .assumed(height: 32), time: .zero, sequence: 0)
    #expect(throws: JPEGError.notSupported) { try encoder.encode(limited, into: pool) }
    #expect(throws: JPEGError.tooLarge) {
      try encoder.encode(whole, into: FramePool(slabBytes: 100, capacity: 1))
    }
  }
}

import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeCodec

/// A camera's own H.264 and HEVC, with what happens to it on its way.
@Suite struct CodedStreamTests {
  static let codecs = [("libx264", VideoCodec.h264), ("libx265", .hevc)]

  /// A second of a camera's packets, a key frame each ten pictures; those of `others` are of another size.
  private func packets(
    _ name: String, _ codec: VideoCodec, width: Int = 160, from first: UInt64 = 0
  ) throws -> [EncodedPacket] {
    var movie = TestMovie()
    (movie.settings.codec, movie.settings.encoder, movie.settings.width) = (codec, name, width)
    movie.settings.keyFrameInterval = MediaTime(seconds: 0.4)
    movie.times = (0..<30).map { Rational(25).time(of: $0) }
    let (packets, track) = try movie.videoPackets()
    guard case .video(_, _, _, _, _, _, _, let sets) = track else { return [] }
    return packets.enumerated().map { index, packet in
      let bytes = packet.storage.withPlane(0) {
        PacketBytes(packet.isKeyFrame ? sets : [], followedBy: $0.extracting(0..<packet.byteCount))
      }
      return EncodedPacket(
        storage: bytes, byteCount: bytes.byteCount,
        presentationTime: Rational(25).time(of: Int64(first) + Int64(index)), isKeyFrame: false,
        sequence: first + UInt64(index))
    }
  }

  private func cut(_ packet: EncodedPacket, to count: Int) -> EncodedPacket {
    var cut = EncodedPacket(
      storage: packet.storage, byteCount: count, presentationTime: packet.presentationTime,
      isKeyFrame: packet.isKeyFrame, sequence: packet.sequence)
    cut.configuration = packet.configuration
    return cut
  }

  /// What comes through the watch, and through the decoder behind it.
  private func through(
    _ packets: [EncodedPacket], _ codec: VideoCodec
  ) throws -> (watched: [UInt64], decoded: [UInt64], damaged: Int) {
    var watch = CodedStreamWatch(codec)
    let format = VideoFormat(subtype: .codec(codec), width: 160, height: 120, frameRate: Rational(25))
    var decoder = try LiveDecoder(codec, format)
    var result: (watched: [UInt64], decoded: [UInt64], damaged: Int) = ([], [], 0)
    for packet in packets {
      switch watch.look(at: packet) {
      case .picture(let picture):
        result.watched.append(picture.sequence)
        let isWhole = decoder.decode(picture) { frame in
          result.decoded.append(frame.sequence)
          #expect(frame.time == packets.first { $0.sequence == frame.sequence }?.presentationTime)
          #expect(frame.width == 160 && frame.height == 120)
        }
        if !isWhole { result.damaged += 1 }
      case .headers: break
      case .damaged: result.damaged += 1
      }
    }
    return result
  }

  @Test(arguments: codecs)
  func everyPictureComesAtOnce(_ name: String, _ codec: VideoCodec) throws {
    let result = try through(packets(name, codec), codec)
    #expect(result.watched == Array(0..<30) && result.decoded == Array(0..<30) && result.damaged == 0)
  }

  @Test(arguments: codecs)
  func withoutAKeyFrameNothingIsShown(_ name: String, _ codec: VideoCodec) throws {
    let result = try through(Array(packets(name, codec)[3...]), codec)
    #expect(result.watched == Array(10..<30) && result.decoded == Array(10..<30) && result.damaged == 7)
  }

  @Test(arguments: codecs)
  func behindALostPictureTheNextKeyFrameIsWaitedFor(_ name: String, _ codec: VideoCodec) throws {
    var all = try packets(name, codec)
    all.remove(at: 14)
    let result = try through(all, codec)
    #expect(result.watched == Array(0..<14) + Array(20..<30) && result.decoded == result.watched)
    #expect(result.damaged == 5)
  }

  @Test func aLossThatNoNumberTellsIsSeenInTheStream() throws {
    var all = try packets("libx264", .h264)
    all.remove(at: 14)
    for index in all.indices { all[index].sequence = UInt64(index) }
    var watch = CodedStreamWatch(.h264)
    let seen = all.compactMap { packet -> UInt64? in
      if case .picture(let picture) = watch.look(at: packet) { picture.sequence } else { nil }
    }
    #expect(seen == Array(0..<14) + Array(19..<29))
  }

  @Test(arguments: codecs)
  func aDamagedPictureAndThoseBuiltOnItAreNotShown(_ name: String, _ codec: VideoCodec) throws {
    var all = try packets(name, codec)
    all[13] = cut(all[13], to: all[13].byteCount / 2)
    let result = try through(all, codec)
    #expect(result.watched == Array(0..<30))
    #expect(result.decoded == Array(0..<13) + Array(20..<30) && result.damaged == 7, "\(result.decoded)")
  }

  @Test(arguments: codecs)
  func parameterSetsMayComeOnceAndAlone(_ name: String, _ codec: VideoCodec) throws {
    let all = try packets(name, codec)
    let sets = all[0].storage.withPlane(0) { AccessUnit($0, codec: codec).parameterSets }
    let head = ParameterSet.configuration(sets)
    var bare = all.enumerated().map { index, packet in
      let start = index % 10 == 0 ? head.count : 0
      let bytes = packet.storage.withPlane(0) {
        PacketBytes([], followedBy: $0.extracting(start..<packet.byteCount))
      }
      return EncodedPacket(
        storage: bytes, byteCount: bytes.byteCount, presentationTime: packet.presentationTime,
        isKeyFrame: false,
        sequence: packet.sequence + 1)
    }
    #expect(try through(bare, codec).watched.isEmpty)
    bare.insert(
      EncodedPacket(
        storage: PacketBytes(head, followedBy: RawSpan()), byteCount: head.count,
        presentationTime: MediaTime(nanoseconds: -1), isKeyFrame: false), at: 0)
    let result = try through(bare, codec)
    #expect(result.watched == Array(1...30) && result.damaged == 0 && result.decoded.count == 30)
  }

  @Test(arguments: codecs)
  func anotherSizeIsAnotherConfiguration(_ name: String, _ codec: VideoCodec) throws {
    let all = try packets(name, codec) + packets(name, codec, width: 320, from: 30)
    var watch = CodedStreamWatch(codec)
    var configurations: [[UInt8]] = []
    for packet in all {
      guard case .picture(let picture) = watch.look(at: packet) else {
        Issue.record("not a picture: \(packet.sequence)")
        continue
      }
      if configurations.last != picture.configuration { configurations.append(picture.configuration) }
    }
    #expect(configurations.count == 2)
    // The screen keeps its size.
    #expect(try through(all, codec).decoded == Array(0..<60))
  }
}

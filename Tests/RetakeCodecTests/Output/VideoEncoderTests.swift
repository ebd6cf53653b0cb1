import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@Suite struct VideoEncoderTests {
  private func extradata(_ track: TrackDescription) -> [UInt8] {
    if case .video(_, _, _, _, _, _, _, let extradata) = track { extradata } else { [] }
  }

  @Test(arguments: [RateControl.bitrate(2_000_000), .quality(65)])
  func everyRungWritesTheSameConfiguration(rateControl: RateControl) throws {
    var settings = TestMovie().settings
    settings.width = 1280
    settings.height = 720
    settings.rateControl = rateControl
    var configurations: Set<[UInt8]> = []
    for speed in EncoderSpeed.allCases {
      settings.speed = speed
      for format in [PixelFormat.yuv420p, .nv12] {
        configurations.insert(extradata(try VideoEncoder(settings, pixelFormat: format).track))
      }
    }
    #expect(configurations.count == 1)
    let configuration = try #require(configurations.first)
    // Two units of Annex B; the first is an SPS of profile High (100).
    #expect(configuration.starts(with: [0, 0, 0, 1, 0x67, 100]))
  }

  @Test func packetsComeInOrderWithTheStampsOfTheirFrames() throws {
    var movie = TestMovie()
    movie.times = [0, 0.031, 0.0725, 0.2, 0.2001, 1.5].map { MediaTime(seconds: $0) }
    let packets = try movie.videoPackets().packets
    #expect(
      packets.map { $0.presentationTime.ticks(timescale: 90_000) } == [
        0, 2790, 6525, 18_000, 18_009, 135_000,
      ])
    #expect(packets.allSatisfy { $0.decodeTime == $0.presentationTime && $0.byteCount > 0 })
  }

  @Test func keyFramesComeByTime() throws {
    var movie = TestMovie()
    // 50 frames a second for two seconds, then 5 a second.
    movie.times =
      (0..<100).map { MediaTime(seconds: Double($0) / 50) }
      + (0..<11).map { MediaTime(seconds: 2 + Double($0) / 5) }
    let keys = try movie.videoPackets().packets.filter(\.isKeyFrame).map(\.presentationTime.seconds)
    #expect(keys == [0, 1, 2, 3, 4])
  }

  @Test func aKeyFrameCanBeAskedFor() throws {
    let movie = TestMovie()
    var encoder = try VideoEncoder(movie.settings)
    var keys: [Bool] = []
    for index in 0..<10 {
      try encoder.send(movie.picture(index), at: movie.times[index], forceKeyFrame: index == 4)
      while let packet = try encoder.receive() { keys.append(packet.isKeyFrame) }
    }
    try encoder.finish()
    while let packet = try encoder.receive() { keys.append(packet.isKeyFrame) }
    #expect(keys == (0..<10).map { $0 == 0 || $0 == 4 })
  }

  @Test func timesThatDoNotGrowAreMovedByATick() throws {
    var movie = TestMovie()
    movie.times = [0, 0.04, 0.04, 0.03, 0.08].map { MediaTime(seconds: $0) }
    let packets = try movie.videoPackets().packets
    #expect(packets.map { $0.presentationTime.ticks(timescale: 90_000) } == [0, 3600, 3601, 3602, 7200])
  }

  @Test func framesAreGivenBackAndNothingIsCopied() throws {
    let movie = TestMovie()
    var encoder = try VideoEncoder(movie.settings)
    let pool = FramePool(slabBytes: 1 << 16, capacity: 1)
    var count = 0
    for index in 0..<20 {
      // Traps if the one slab was not free.
      try encoder.send(movie.picture(index, pool: pool), at: movie.times[index])
      while let packet = try encoder.receive() {
        #expect(packet.byteCount > 0)
        count += 1
      }
    }
    try encoder.finish()
    while try encoder.receive() != nil { count += 1 }
    #expect(count == 20)
    #expect(pool.exhausted.count == 0)
  }

  @Test func packetsOutliveTheEncoder() throws {
    var movie = TestMovie()
    movie.times = [.zero]
    let packet = try #require(try movie.videoPackets().packets.first)
    let start = packet.storage.withPlane(0) { bytes in
      (0..<4).map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
    #expect(start == [0, 0, 0, 1] || start.starts(with: [0, 0, 1]))
  }

  @Test func whatDoesNotFitIsRefused() throws {
    var movie = TestMovie()
    var encoder = try VideoEncoder(movie.settings)
    movie.pixelFormat = .nv12
    let other = movie.picture(0)
    #expect(throws: CodecError.self) { try encoder.send(other, at: .zero) }
    movie.settings.width = 161
    #expect(throws: CodecError.self) { _ = try VideoEncoder(movie.settings) }
    movie.settings.width = 160
    movie.settings.encoder = "no_such_encoder"
    do {
      _ = try VideoEncoder(movie.settings)
      Issue.record("it was opened")
    } catch {
      #expect(error.code == .notFound)
      #expect(error.description.hasPrefix("find encoder no_such_encoder: "))
    }
  }
}

import RetakeCodec
import RetakeMedia
import Testing

@Suite struct AudioEncoderTests {
  private func packets(
    _ count: Int, blocks: Int, start: Int64 = 0, channels: Int = 1
  ) throws -> (packets: [EncodedPacket], priming: Int) {
    var encoder = try AudioEncoder(
      AudioEncoderSettings(channels: channels, bitrate: 64_000), startSample: start)
    let tone = TestMovie.tone(count, channels: channels)
    var packets: [EncodedPacket] = []
    var sent = 0
    while sent < count {
      let part = min(blocks, count - sent)
      try encoder.send(tone.span.extracting(sent * channels..<(sent + part) * channels))
      sent += part
      while let packet = encoder.receive() { packets.append(packet) }
    }
    try encoder.finish()
    while let packet = encoder.receive() { packets.append(packet) }
    #expect(encoder.sampleCount == Int64(count))
    guard case .audio(.aac, _, _, let priming, let extradata) = encoder.track else { return (packets, -1) }
    #expect(extradata.count >= 2)
    return (packets, priming)
  }

  private func samples(_ time: MediaTime?) -> Int64 {
    time?.ticks(timescale: 48_000) ?? -1
  }

  @Test(arguments: [(48_000, 480), (48_000, 1024), (1, 1), (1023, 100), (1025, 4096), (30_000, 30_000)])
  func packetsCoverTheSoundExactly(count: Int, blocks: Int) throws {
    for channels in 1...2 {
      let (packets, priming) = try packets(count, blocks: blocks, channels: channels)
      #expect(priming == 1024)
      #expect(samples(packets.first?.presentationTime) == -1024)
      for (packet, next) in zip(packets, packets.dropFirst()) {
        #expect(samples(packet.presentationTime) + samples(packet.duration) == samples(next.presentationTime))
        #expect(samples(packet.duration) == 1024)
      }
      let last = try #require(packets.last)
      #expect(samples(last.presentationTime) + samples(last.duration) == Int64(count))
    }
  }

  @Test func countingBeginsAtTheStartSample() throws {
    let (packets, _) = try packets(5000, blocks: 700, start: 12_345)
    #expect(samples(packets.first?.presentationTime) == 12_345 - 1024)
    let last = try #require(packets.last)
    #expect(samples(last.presentationTime) + samples(last.duration) == 12_345 + 5000)
  }

  @Test func moreThanTwoChannelsAreRefused() {
    #expect(throws: CodecError.self) {
      _ = try AudioEncoder(AudioEncoderSettings(channels: 6, bitrate: 64_000))
    }
  }
}

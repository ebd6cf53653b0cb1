import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// Formats that the test camera draws as something else first: H.264, raw sensors and depth.
@Suite struct TestFormatTests {
  private func pictures(_ text: String, _ numbers: [UInt64]) throws -> [VideoFrame] {
    let spec = try TestCameraSpec(text)
    var producer = try TestPictureProducer(spec.format, sensor: spec.sensor)
    var decoder = try LiveDecoder(.h264, spec.format)
    var watch = CodedStreamWatch(.h264)
    var frames: [VideoFrame] = []
    for number in numbers {
      let sample = producer.sample(number, epoch: TestPatternTests.epoch)
      switch try #require(sample) {
      case .frame(let frame): frames.append(frame)
      case .packet(let packet):
        guard case .picture(let picture) = watch.look(at: packet) else { continue }
        #expect(decoder.decode(picture) { frames.append($0) })
      }
    }
    return frames
  }

  private static let sensors = SensorFilter.allCases.flatMap { filter in
    [8, 10, 12, 14, 16].map { "\(filter)\($0)" }
  }

  @Test(arguments: sensors + ["z16", "h264"])
  func picturesHaveTheirStripsAndFlashes(_ format: String) throws {
    let numbers: [UInt64] = [24, 25, 26, 27]
    let frames = try pictures("640x360@25,format=\(format)", numbers)
    #expect(frames.map(\.sequence) == numbers)
    for (frame, number) in zip(frames, numbers) {
      let strip = CodeStrip(reading: frame)
      #expect(UInt64(strip.frame) == number && UInt64(strip.milliseconds) == number * 40)
      #expect(frame.time == TestPatternTests.epoch + Rational(25).time(of: Int64(number)))
      let luma = TestPatternTests.luma(frame)
      let mean = TestPatternTests.mean(luma)
      if number == 25 { #expect(mean > 200) } else { #expect(mean < 120) }
      if number == 25 {
        let white = frame.color.range == .full ? 255 : 235
        #expect(luma[40..<200].allSatisfy { $0[8..<632].allSatisfy { abs(Int($0) - white) <= 2 } })
      }
    }
  }

  /// The middle of each bar, as Y, Cb and Cr.
  private func bars(_ frame: VideoFrame) -> [SIMD3<Int>] {
    (0..<8).map { bar in
      let (x, y) = (bar * 80 + 40, 100)
      func sample(_ plane: Int, _ offset: Int) -> Int {
        frame.storage.withPlane(plane) { Int($0.byte(at: offset)) }
      }
      return SIMD3(
        sample(0, y * frame.strides[0] + x), sample(1, y / 2 * frame.strides[1] + x / 2),
        sample(2, y / 2 * frame.strides[2] + x / 2))
    }
  }

  @Test func allSensorsSeeTheSameColours() throws {
    let wanted = TestColor.bars(as: ColorInfo(range: .limited, matrix: .bt601)).map {
      SIMD3(Int($0.y), Int($0.cb), Int($0.cr))
    }
    for format in Self.sensors {
      let frames = try pictures("640x360@25,format=\(format)", [320])
      let seen = bars(try #require(frames.first))
      for (left, right) in zip(seen, wanted) {
        let difference = left &- right
        #expect((0..<3).allSatisfy { abs(difference[$0]) <= 5 }, "\(format): \(seen)")
      }
    }
  }

  @Test func theStreamIsAUVCCameras() throws {
    let spec = try TestCameraSpec("320x180@10,format=h264")
    var producer = try TestPictureProducer(spec.format)
    var kinds: [Bool] = []
    for number in [UInt64](0...21) + [25, 26] {
      guard case .packet(let packet) = producer.sample(number, epoch: .zero) else {
        Issue.record("no packet")
        return
      }
      let unit = packet.storage.withPlane(0) { AccessUnit($0.extracting(0..<packet.byteCount), codec: .h264) }
      let slice = try #require(unit.slice)
      #expect(slice.isKeyFrame == packet.isKeyFrame && unit.parameterSets.count == (slice.isKeyFrame ? 2 : 0))
      #expect(packet.sequence == number && packet.duration == MediaTime(seconds: 0.1))
      kinds.append(slice.isKeyFrame)
    }
    // A second apart, and after a gap, as nothing can be built on a picture that was left out.
    #expect(kinds.indices.filter { kinds[$0] } == [0, 10, 20, 22])
  }
}

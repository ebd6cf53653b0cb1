import RetakeCodec
import RetakeDevices
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// libx264 changing its rung between two pictures of one track.
@Suite struct PacedEncoderTests {
  private let settings = VideoEncoderSettings(
    codec: .h264, encoder: "libx264", width: 320, height: 180, frameRate: Rational(30),
    color: ColorInfo(range: .limited, matrix: .bt601), pixelAspectRatio: Rational(1),
    rateControl: .quality(60), speed: .veryfast)

  private func picture(_ number: Int) throws -> VideoFrame {
    let pattern = TestPattern(
      .yuv420p, width: 320, height: 180, frameRate: Rational(30), color: settings.color)
    let pool = FramePool(slabBytes: pattern.layout.byteCount, capacity: 1)
    guard var frame = pool.frame(pattern.layout) else {
      throw CodecError(.outOfMemory, "make a picture", "no slab")
    }
    pattern.render(frame: UInt64(number), epoch: .zero, into: &frame)
    return frame.publish(color: settings.color, time: .zero, sequence: UInt64(number))
  }

  private func encoder(_ open: @escaping EncoderOpener) throws -> PacedEncoder {
    let ladder = SpeedLadder(
      from: .veryfast, isFixed: false, maySkip: true, framePeriod: settings.frameRate.period)
    return try PacedEncoder(settings, pixelFormat: .yuv420p, rotation: 0, ladder: ladder, open: open)
  }

  /// Encodes pictures while the pile behind them grows, then shrinks; the packets and the paces.
  private func encode(_ open: @escaping EncoderOpener) throws -> (packets: [EncodedPacket], paces: [String]) {
    var encoder = try encoder(open)
    var packets: [EncodedPacket] = []
    var paces: [String] = []
    for number in 0..<1000 {
      let time = settings.frameRate.time(of: Int64(number))
      guard !encoder.leavesOut() else { continue }
      try encoder.send(picture(number), at: time)
      while let packet = try encoder.receive() { packets.append(packet) }
      let waiting = number < 60 ? number : 0
      try encoder.adapt(waiting: waiting, fill: 0, took: MediaTime(seconds: 0.001), now: time)
      if paces.last != encoder.pace.name { paces.append(encoder.pace.name) }
    }
    try encoder.finish()
    while let packet = try encoder.receive() { packets.append(packet) }
    return (packets, paces)
  }

  @Test func eachChangeIsAKeyFrameAndEachPictureCanBeDecoded() throws {
    let (packets, paces) = try encode(LibavPictureEncoder.opener)
    #expect(paces.starts(with: ["veryfast", "superfast", "ultrafast"]))
    #expect(paces.last == "veryfast")
    let kept = packets.count
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.presentationTime < $1.presentationTime })

    let path = FileOfTest.path("paced.mp4")
    defer { FileOfTest.remove(path) }
    var muxer = try Muxer(.mp4, tracks: [try encoder(LibavPictureEncoder.opener).track], creationTime: 0)
    var file = try OutputFile(path: path)
    for packet in packets {
      guard try muxer.write(packet, track: 0) != nil else { continue }
      try muxer.drain { try file.write($0) }
    }
    _ = try muxer.finish()
    try muxer.drain { try file.write($0) }
    let numbers = try TestTake.pictures(of: path).map(\.code)
    #expect(numbers.count == kept)
    #expect(
      zip(numbers, packets).allSatisfy { code, packet in
        abs(Double(code) / 30 - packet.presentationTime.seconds) < 0.001
      })
  }

  /// An encoder that says of one rung that it writes another configuration.
  private final class OtherTrack: PictureEncoder {
    let inner: LibavPictureEncoder
    let track: TrackDescription

    init(_ inner: LibavPictureEncoder) {
      self.inner = inner
      guard
        case .video(let codec, let width, let height, let rate, let color, let aspect, let turn, let bytes) =
          inner.track
      else { preconditionFailure("it makes pictures") }
      track = .video(
        codec: codec, width: width, height: height, frameRate: rate, color: color, pixelAspectRatio: aspect,
        rotation: turn, extradata: bytes + [0])
    }

    func send(_ picture: VideoFrame, at time: MediaTime, forceKeyFrame: Bool) throws(CodecError) {
      try inner.send(picture, at: time, forceKeyFrame: forceKeyFrame)
    }
    func receive() throws(CodecError) -> EncodedPacket? { try inner.receive() }
    func finish() throws(CodecError) { try inner.finish() }
  }

  @Test func aRungThatWritesAnotherConfigurationIsNotUsed() throws {
    let (packets, paces) = try encode { (settings, pixelFormat, rotation) throws(CodecError) in
      let encoder = try LibavPictureEncoder(settings, pixelFormat, rotation: rotation)
      return settings.speed == .superfast ? OtherTrack(encoder) : encoder
    }
    #expect(!packets.isEmpty)
    #expect(paces.starts(with: ["veryfast", "ultrafast"]))
    #expect(!paces.contains { $0.hasPrefix("superfast") })
  }
}

import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// Takes that keep the camera's own stream: under ThreadSanitizer too.
@Suite struct PassthroughThreadTests {
  private let path = TestMedia.path("copy-\(UUID().uuidString).mp4")
  private static let format = VideoFormat(
    subtype: .codec(.h264), width: 160, height: 120, frameRate: Rational(25))

  private var settings: MovieFileSettings {
    var settings = MovieFileSettings()
    settings.isPassthrough = true
    return settings
  }

  /// A camera's packets as the session hands them on, a key frame each five pictures, the first at `start`.
  private func packets(
    _ count: Int, from start: Double = 100, width: Int = 160, codec: VideoCodec = .h264
  ) throws -> [EncodedPacket] {
    let encoding = VideoEncoderSettings(
      codec: codec, encoder: codec == .h264 ? "libx264" : "libx265", width: width, height: 120,
      frameRate: Rational(25), color: Self.format.color, pixelAspectRatio: Rational(1),
      rateControl: .quality(50), speed: .ultrafast, keyFrameInterval: MediaTime(seconds: 0.2))
    var encoder = try VideoEncoder(encoding)
    guard case .video(_, _, _, _, _, _, _, let configuration) = encoder.track else { return [] }
    let layout = PlaneLayout(.yuv420p, width: width, height: 120)
    let pool = FramePool(slabBytes: layout.byteCount, capacity: count)
    var packets: [EncodedPacket] = []
    func receive(_ encoder: inout VideoEncoder) throws {
      while var packet = try encoder.receive() {
        packet.presentationTime += MediaTime(seconds: start)
        packet.decodeTime = packet.presentationTime
        packet.configuration = configuration
        packets.append(packet)
      }
    }
    for number in 0..<count {
      guard let writable = pool.frame(layout) else { preconditionFailure("a slab for each picture") }
      let frame = writable.publish(color: encoding.color, time: .zero, sequence: UInt64(number))
      try encoder.send(frame, at: Rational(25).time(of: Int64(number)))
      try receive(&encoder)
    }
    try encoder.finish()
    try receive(&encoder)
    return packets
  }

  private func output(_ codec: VideoCodec = .h264) -> MovieFileOutput {
    var format = Self.format
    format.subtype = .codec(codec)
    let output = MovieFileOutput()
    output.cameraChanged(to: format, isPatient: false)
    return output
  }

  /// The stamps of the pictures that a decoder finds, and the packets' sizes.
  private func contents() throws -> (stamps: [MediaTime], sizes: [Int]) {
    var demuxer = try Demuxer(path: path)
    guard let track = demuxer.video else { return ([], []) }
    var decoder = try VideoDecoder(track, start: demuxer.startTime)
    var result: (stamps: [MediaTime], sizes: [Int]) = ([], [])
    while let packet = try demuxer.read() {
      result.sizes.append(packet.byteCount)
      try decoder.send(packet)
      while let frame = try decoder.receive() { result.stamps.append(frame.time) }
    }
    try decoder.finish()
    while let frame = try decoder.receive() { result.stamps.append(frame.time) }
    return result
  }

  private func times(_ numbers: Range<Int64>) -> [MediaTime] {
    numbers.map { Rational(25).time(of: $0) }
  }

  @Test(arguments: [VideoCodec.h264, .hevc])
  func aTakeBeginsWithTheFirstKeyFrame(_ codec: VideoCodec) throws {
    let output = output(codec)
    let recording = try output.startRecording(to: path, settings: settings)
    let all = try packets(30, codec: codec)
    for packet in all[3...] { output.offer(packet, canWait: false) }
    output.stopRecording()
    let result = recording.wait()
    #expect(result.error == nil && result.video.encoder == "copy" && result.video.codec == codec)
    #expect(result.video.captured == 25 && result.video.encoded == 25 && result.video.dropped == 0)
    #expect(result.duration == MediaTime(seconds: 1))
    let contents = try contents()
    #expect(contents.stamps == times(0..<25))
    // Nothing was encoded again: the units are the camera's, with their lengths in the place of start codes.
    #expect(contents.sizes.count == 25)
    #expect(zip(contents.sizes, all[5...]).allSatisfy { abs($0 - $1.byteCount) <= 8 })
  }

  @Test func anotherFormatEndsTheTakeCleanly() throws {
    let output = output()
    let recording = try output.startRecording(to: path, settings: settings)
    for packet in try packets(20) { output.offer(packet, canWait: false) }
    for packet in try packets(10, from: 100.8, width: 176) { output.offer(packet, canWait: false) }
    output.stopRecording()
    let result = recording.wait()
    #expect(result.reason == .encoder && result.error?.code == .encoderFailed)
    #expect(
      result.video.encoded == 20 && result.video.captured == result.video.encoded + result.video.dropped)
    #expect(result.duration == MediaTime(seconds: 0.8))
    #expect(try contents().stamps == times(0..<20))
  }

  @Test func aPauseEndsWithAKeyFrame() throws {
    let output = output()
    let recording = try output.startRecording(to: path, settings: settings)
    let all = try packets(40)
    for packet in all[..<10] { output.offer(packet, canWait: false) }
    recording.timeline.pause(at: all[10].presentationTime)
    for packet in all[10..<22] { output.offer(packet, canWait: false) }
    recording.timeline.resume(at: all[22].presentationTime)
    for packet in all[22...] { output.offer(packet, canWait: false) }
    output.stopRecording()
    let result = recording.wait()
    // It goes on with the 25th: the first key frame after that.
    #expect(result.error == nil && result.video.encoded == 25)
    #expect(try contents().stamps == times(0..<25))
  }

  @Test func aPreRollBeginsWithAKeyFrameToo() throws {
    let output = output()
    var settings = settings
    settings.preRollDuration = MediaTime(seconds: 0.5)
    try output.startPreRoll(settings: settings)
    let all = try packets(60)
    // As a camera sends them, so that the thread that keeps them can follow: where it has kept nothing yet, the take
    // begins at its press.
    for packet in all[..<40] {
      output.offer(packet, canWait: false)
      usleep(25_000)
    }
    let recording = try output.startRecording(to: path, settings: settings, pressed: all[39].presentationTime)
    for packet in all[40...] { output.offer(packet, canWait: false) }
    output.stopRecording()
    let result = recording.wait()
    // Half a second before the 39th is the 27th; its key frame is the 25th, or one before, where the thread that keeps
    // them has not come so far yet.
    let count = result.video.encoded
    #expect(result.error == nil)
    #expect(count >= 35 && count.isMultiple(of: 5), "\(count), \(result.video.dropped) dropped")
    #expect(try contents().stamps == times(0..<Int64(count)))
  }

  @Test func withoutRoomPicturesAreLeftOutUpToAKeyFrame() throws {
    let all = try packets(20)
    let timeline = TakeTimeline(
      began: .zero, limit: nil, framePeriod: Rational(25).period, maximumCount: 7)
    let answers = all.enumerated().map { index, packet -> TakeTimeline.Answer in
      // The encoder's thread takes them all after the ninth.
      if index == 9 { while timeline.load.count > 0 { _ = timeline.takePacket { .zero } } }
      return timeline.offer(packet, now: .zero, canWait: false)
    }
    let wanted =
      Array(repeating: TakeTimeline.Answer.accepted, count: 7) + Array(repeating: .dropped, count: 3)
      + Array(repeating: .accepted, count: 7) + Array(repeating: .dropped, count: 3)
    #expect(answers == wanted)
    #expect(timeline.counts.captured == 20 && timeline.counts.dropped == 6)
  }

  @Test func onlyAStreamCanBeKept() throws {
    let output = MovieFileOutput()
    output.cameraChanged(
      to: VideoFormat(subtype: .codec(.mjpeg), width: 160, height: 120, frameRate: Rational(25)),
      isPatient: false)
    let error = #expect(throws: RetakeError.self) { try output.startRecording(to: path, settings: settings) }
    #expect(error?.code == .invalidArgument)
    let request = CameraRequest(.test("160x120@25"), isPassthrough: true)
    #expect(throws: RetakeError.self) { _ = try CaptureDeviceInput(request) }
  }
}

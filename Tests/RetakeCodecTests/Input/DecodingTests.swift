import Fixtures
import Foundation
import RetakeMedia
import Testing

@testable import RetakeCodec

@Suite struct DecodingTests {
  @Test(arguments: ["25", "30000/1001"])
  func everyPictureComesAtItsTime(rate: String) throws {
    let path = try TestMedia.make(
      "rate.mp4", "-f lavfi -i testsrc2=s=176x144:r=\(rate) -frames:v 40 -c:v libx264 -bf 3 -pix_fmt yuv420p")
    let period = rate == "25" ? Rational(25) : Rational(30_000, 1001)
    let reading = try Reading(path)
    #expect(reading.times.count == 40)
    for (index, time) in reading.times.enumerated() {
      #expect(abs((time - period.time(of: Int64(index))).nanoseconds) < 20_000)
    }
    let demuxer = try Demuxer(path: path)
    let (found, declaredEnd) = (demuxer.video, demuxer.declaredEnd)
    let track = try #require(found)
    #expect(track.codec == .h264 && track.width == 176 && track.height == 144)
    #expect(track.frameRate == period && track.pixelFormat == .yuv420p && track.rotation == 0)
    #expect(track.color == ColorInfo(range: .limited, matrix: .bt601))
    let end = try #require(declaredEnd)
    #expect(abs(end.seconds - period.time(of: 40).seconds) < 0.0001)
    #expect(reading.frames[0].pixelFormat == .yuv420p && reading.frames[1].sequence == 1)
  }

  @Test func variableRateKeepsItsStamps() throws {
    let path = try TestMedia.make(
      "vfr.mkv",
      "-f lavfi -i testsrc2=s=176x144:r=25 -t 2 -vf select=not(mod(n\\,3))+lt(n\\,10) -vsync vfr -c:v libx264"
    )
    let shown = (0..<50).filter { (frame: Int) -> Bool in frame % 3 == 0 || frame < 10 }
    let expected = shown.map { Int64($0 * 40) }
    #expect(try Reading(path).times.map { $0.nanoseconds / 1_000_000 } == expected)
    // Matroska says how long the file is, not how long a track is.
    let declaredEnd = try Demuxer(path: path).declaredEnd
    #expect(abs(try #require(declaredEnd).seconds - 2) < 0.05)
  }

  @Test func oddMotionJPEGIsFullRangeAndUncopied() throws {
    let path = try TestMedia.make(
      "odd.avi",
      "-f lavfi -i color=white:s=642x482:r=25 -vf format=yuv444p,crop=641:481:exact=1 -frames:v 3 -c:v mjpeg -pix_fmt yuvj422p -q:v 2"
    )
    let reading = try Reading(path)
    let frame = try #require(reading.frames.first)
    #expect(reading.times.count == 3 && reading.damaged == 0)
    #expect(frame.width == 641 && frame.height == 481 && frame.pixelFormat == .yuv422p)
    #expect(frame.color == .jpeg)
    #expect(frame.value(0, 640, 480) == 255 && frame.value(1, 320, 480) == 128)
  }

  @Test(arguments: [
    ("hevc10.mp4", "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le -t 0.4", 10, 1),
    ("rgb.mov", "-c:v png -pix_fmt rgb24 -t 0.2", 5, 1), ("alpha.mov", "-c:v png -pix_fmt rgba -t 0.2", 5, 1),
    ("palette.gif", "-t 0.2", 5, 12), ("ten.mkv", "-c:v ffv1 -pix_fmt yuv444p10le -t 0.2", 5, 1),
  ])
  func otherFormatsBecomeOurs(name: String, options: String, count: Int, tolerance: Int) throws {
    let path = try TestMedia.make(name, "-f lavfi -i color=white:s=160x120:r=25 \(options)")
    let reading = try Reading(path)
    #expect(reading.times.count == count && reading.damaged == 0)
    let frame = try #require(reading.frames.first)
    #expect(frame.pixelFormat == .yuv420p && frame.color.range == .limited)
    #expect(abs(frame.value(0, 80, 60) - 235) <= tolerance)
    #expect(abs(frame.value(2, 40, 30) - 128) <= tolerance)
  }

  @Test func anotherSizeMidwayIsConvertedToTheFirst() throws {
    let small = try TestMedia.make("a.ts", "-f lavfi -i testsrc2=s=160x120:r=25 -frames:v 10 -c:v mpeg2video")
    let large = try TestMedia.make("b.ts", "-f lavfi -i testsrc2=s=320x240:r=25 -frames:v 10 -c:v mpeg2video")
    let joined = try TestMedia.write(
      Data(contentsOf: URL(filePath: small)) + Data(contentsOf: URL(filePath: large)), "joined.ts")
    let reading = try Reading(joined, keeping: 100)
    #expect(reading.frames.count >= 18)
    #expect(reading.frames.allSatisfy { $0.width == 160 && $0.height == 120 && $0.strides[0] >= 160 })
  }

  @Test(arguments: [(90, 270), (180, 180), (270, 90)])
  func rotationIsClockwise(counterClockwise: Int, clockwise: Int) throws {
    let plain = try TestMedia.make(
      "plain.mp4", "-f lavfi -i testsrc2=s=176x144:r=25 -frames:v 2 -c:v libx264")
    // FFmpeg 5.1 writes the tag as the counter-clockwise angle of the display matrix.
    let turned = try TestMedia.make(
      "turned.mp4", "-i \(plain) -c copy -metadata:s:v:0 rotate=\(counterClockwise)")
    let rotation = try Demuxer(path: turned).video?.rotation
    #expect(rotation == clockwise)
  }

  @Test func soundKeepsItsChannelsAndLosesItsPriming() throws {
    let source = "aevalsrc=0.5*sin(2000*PI*t)|0|0|0|0|0.25:c=5.1:s=48000:d=1"
    let path = try TestMedia.make("surround.mp4", "-f lavfi -i \(source) -c:a aac -b:a 384k")
    let reading = try Reading(path)
    let first = try #require(reading.blocks.first)
    #expect(first.format == AudioFormat(sampleRate: 48_000, channels: 6) && first.time == .zero)
    #expect((48_000..<49_024).contains(reading.sampleCount))
    for (block, next) in zip(reading.blocks, reading.blocks.dropFirst()) {
      let end = block.time + Rational(48_000).time(of: Int64(block.frameCount))
      #expect(abs((next.time - end).nanoseconds) <= 1)
    }
    // The sine is in the first channel, and there from the first sample on.
    let early = first.samples(channel: 0)[40..<900].map(abs).max() ?? 0
    #expect(early > 0.45 && early < 0.55)
    #expect(first.samples(channel: 1)[40..<900].allSatisfy { abs($0) < 0.02 })
  }

  @Test(arguments: [
    ("pcm_s24le", "wav", 1), ("flac", "flac", 2), ("pcm_u8", "wav", 8), ("libmp3lame", "mp3", 2),
  ])
  func otherSoundIsRead(codec: String, ending: String, channels: Int) throws {
    let path = try TestMedia.make(
      "sound.\(ending)",
      "-f lavfi -i sine=1000:r=44100:d=1 -af volume=4,aformat=channel_layouts=\(channels)c "
        + "-ac \(channels) -c:a \(codec)")
    let reading = try Reading(path)
    #expect(reading.blocks.first?.format == AudioFormat(sampleRate: 44_100, channels: channels))
    #expect(abs(reading.sampleCount - 44_100) < 1200 && reading.times.isEmpty)
    #expect(reading.blocks.allSatisfy { $0.frameCount <= AudioDecoder.blockSamples })
  }

  @Test func pictureAndSoundKeepTheirDistance() throws {
    let path = try TestMedia.make(
      "offset.mkv",
      "-itsoffset 0.4 -f lavfi -i testsrc2=s=176x144:r=25:d=1 -f lavfi -i sine=1000:r=48000:d=1 "
        + "-c:v libx264 -bf 0 -c:a pcm_s16le")
    let reading = try Reading(path)
    #expect(reading.times.first == MediaTime(seconds: 0.4))
    #expect(reading.blocks.first?.time == .zero)
    let demuxer = try Demuxer(path: path)
    let starts = (demuxer.video?.startTime, demuxer.audio?.startTime)
    #expect(starts.0 == MediaTime(seconds: 0.4) && starts.1 == .zero)
  }

  @Test func aCoverIsNoVideo() throws {
    let cover = try TestMedia.make("cover.png", "-f lavfi -i testsrc2=s=64x64 -frames:v 1")
    let path = try TestMedia.make(
      "song.mp3", "-f lavfi -i sine=d=0.5 -i \(cover) -map 0 -map 1 -c:v copy -disposition:v attached_pic")
    let demuxer = try Demuxer(path: path)
    let has = (video: demuxer.video != nil, audio: demuxer.audio != nil)
    #expect(!has.video && has.audio)
  }

  @Test func seekingFindsTheKeyFrameAtOrBefore() throws {
    let path = try TestMedia.make(
      "seek.mp4",
      "-f lavfi -i testsrc2=s=176x144:r=25:d=4 -c:v libx264 -bf 3 -g 25 -keyint_min 25 -sc_threshold 0")
    var demuxer = try Demuxer(path: path)
    for (target, expected) in [(3.5, 3.0), (1.0, 1.0), (0.999, 0.0), (9.0, 3.0), (-1.0, 0.0)] {
      try demuxer.seek(to: MediaTime(seconds: target))
      let read = try demuxer.read()
      let packet = try #require(read)
      #expect(packet.isKeyFrame)
      let time = try #require(packet.presentationTime)
      #expect(abs(time.seconds - expected) < 0.001, "\(target)")
    }
    // From there on each picture is exact.
    let reading = try Reading(path, from: MediaTime(seconds: 2.2))
    #expect(reading.times.count == 50 && reading.times.first == MediaTime(seconds: 2))
  }
}

extension AudioBlock {
  /// The samples of one channel.
  func samples(channel: Int) -> [Float] {
    storage.withPlane(0) { bytes in
      (0..<frameCount).map { index in
        unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: (index * format.channels + channel) * 4, as: Float.self)
      }
    }
  }
}

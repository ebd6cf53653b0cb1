import Foundation
import RetakeCodec
import RetakeMedia
import Testing

@Suite struct MuxerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: MovieContainer.allCases) func aPlainMovieIsClean(container: MovieContainer) throws {
    let file = folder.path("movie.\(container)")
    var movie = TestMovie()
    movie.container = container
    let result = try movie.write(to: file)
    #expect(try Tool.complaints(about: file) == "")
    #expect(try Tool.probe(file, "stream=codec_name") == ["h264", "aac"])
    let stamps = try Tool.probe(file, "packet=pts", stream: "v").compactMap { Int($0) }
    #expect(stamps == (0..<50).map { $0 * 3600 })
    #expect(try Tool.probe(file, "stream=start_time", stream: "v") == ["0.000000"])
    // From the sound's priming, 1024 samples before 0, to 2 s.
    #expect(try Tool.probe(file, "format=duration") == ["2.021333"])
    #expect(try Tool.probe(file, "stream=duration_ts", stream: "a") == ["97024"])
    #expect(try Tool.probe(file, "stream=duration_ts", stream: "v") == ["180000"])
    #expect(result.fragments.count == 4)
    #expect(result.nudged == 0)
  }

  @Test func soundBeginsWithThePictures() throws {
    let file = folder.path("movie.mp4")
    try TestMovie().write(to: file)
    // The edit list skips the priming (version 0, one entry: duration not known, media time, rate 1).
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let editLists = bytes.ranges(of: Data("elst".utf8)).map {
      Array(bytes[$0.upperBound..<$0.upperBound + 20])
    }
    #expect(editLists.count == 2)
    #expect(editLists.first == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(editLists.last == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0])
    // FFmpeg gives the priming its stamps before 0 and decodes it.
    #expect(try Tool.probe(file, "packet=pts", stream: "a").first == "-1024")
    let wave = folder.path("sound.f32")
    let decoded = try Tool.run(["ffmpeg", "-v", "error", "-i", file, "-map", "0:a", "-f", "f32le", wave])
    #expect(decoded.status == 0)
    let sound = try floats(wave)
    let tone = TestMovie.tone(96_000, channels: 2)
    let priming = 1024 * 2
    let error = (24_000..<168_000).map { abs(sound[$0 + priming] - tone[$0]) }.max() ?? 1
    #expect(error < 0.05)
  }

  @Test func truncatedAtAnyFragmentItPlays() throws {
    let file = folder.path("movie.mp4")
    let result = try TestMovie().write(to: file)
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(data.count == Int(result.fragments.last?.totalBytes ?? 0))
    #expect(result.fragments.map(\.end.seconds) == [0.52, 1.04, 1.56, 2])
    for (index, fragment) in result.fragments.enumerated() {
      let part = folder.path("part\(index).mp4")
      try data.prefix(Int(fragment.totalBytes)).write(to: URL(fileURLWithPath: part))
      #expect(try Tool.complaints(about: part) == "")
      let frames = try Tool.probe(part, "packet=pts", stream: "v").count
      #expect(frames == Int((fragment.end.seconds * 25).rounded()))
    }
  }

  @Test func stampsOfAStutteringCameraAreKept() throws {
    let file = folder.path("movie.mp4")
    var movie = TestMovie()
    // Jitter of some milliseconds, a gap of 0.7 s, and two pictures of nearly the same time.
    var milliseconds = [0, 31, 72, 101, 140, 141, 180]
    milliseconds += (0..<20).map { 880 + $0 * 33 + $0 % 3 * 4 }
    movie.times = milliseconds.map { MediaTime(seconds: Double($0) / 1000) }
    movie.videoEnd = MediaTime(seconds: 1.6)
    movie.soundCount = 76_800
    try movie.write(to: file)
    #expect(try Tool.complaints(about: file) == "")
    let stamps = try Tool.probe(file, "packet=pts", stream: "v").compactMap { Int($0) }
    #expect(stamps == milliseconds.map { $0 * 90 })
    #expect(try Tool.probe(file, "stream=duration_ts", stream: "v") == ["144000"])
  }

  @Test func aStalledCameraDoesNotHoldBackTheSound() throws {
    let file = folder.path("movie.mp4")
    var movie = TestMovie()
    movie.times = [0, 0.04, 0.08, 5].map { MediaTime(seconds: $0) }
    movie.videoEnd = MediaTime(seconds: 5.04)
    movie.soundCount = 5 * 48_000
    let result = try movie.write(to: file)
    #expect(result.fragments.count >= 5)
    #expect(try Tool.complaints(about: file) == "")
    #expect(try Tool.probe(file, "packet=pts", stream: "v") == ["0", "3600", "7200", "450000"])
  }

  @Test func theEncodersSpeedCanChangeWithinATake() throws {
    let file = folder.path("movie.mp4")
    var movie = TestMovie()
    let times = movie.times
    var packets: [EncodedPacket] = []
    for (part, speed) in EncoderSpeed.allCases.enumerated() {
      movie.settings.speed = speed
      movie.times = Array(times[part * 8..<part * 8 + 8])
      packets += try movie.videoPackets().packets
    }
    var muxer = try Muxer(.mp4, tracks: [try movie.videoPackets().track], creationTime: 0)
    for packet in packets { _ = try muxer.write(packet, track: 0) }
    _ = try muxer.finish()
    try muxer.drain { bytes in try write(bytes, to: file) }
    #expect(try Tool.complaints(about: file) == "")
    #expect(
      try Tool.probe(file, "frame=pts", stream: "v").compactMap { Int($0) } == (0..<48).map { $0 * 3600 })
    // The last picture lasts as long as the one before.
    #expect(try Tool.probe(file, "stream=duration_ts", stream: "v") == ["172800"])
  }

  @Test func decodeTimesOnlyGrow() throws {
    let file = folder.path("movie.mp4")
    var (packets, track) = try TestMovie().videoPackets()
    packets[10].decodeTime = packets[9].decodeTime
    packets[10].presentationTime = packets[9].presentationTime
    packets[20].decodeTime = packets[18].decodeTime
    packets[20].presentationTime = packets[18].presentationTime
    var muxer = try Muxer(.mp4, tracks: [track], creationTime: 0)
    for packet in packets { _ = try muxer.write(packet, track: 0) }
    _ = try muxer.finish(videoEnd: MediaTime(seconds: 2))
    try muxer.drain { bytes in try write(bytes, to: file) }
    #expect(muxer.nudged == 2)
    let stamps = try Tool.probe(file, "packet=dts", stream: "v").compactMap { Int($0) }
    #expect(stamps.count == 50)
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(stamps[10] == stamps[9] + 1)
    #expect(try Tool.complaints(about: file) == "")
  }

  @Test(arguments: [0, 90, 180, 270]) func rotationIsClockwise(degrees: Int) throws {
    let file = folder.path("movie.mp4")
    var movie = TestMovie()
    movie.rotation = degrees
    movie.isWhiteOnTheLeft = true
    movie.soundCount = nil
    try movie.write(to: file)
    // FFmpeg counts against the clock, from -180 to 180.
    let expected = [0: [], 90: ["-90"], 180: ["-180"], 270: ["90"]][degrees]
    #expect(try Tool.probe(file, "stream_side_data=rotation") == expected)
    // And it turns pictures that way, as a player sees them.
    let raw = folder.path("raw")
    let shown = try Tool.run([
      "ffmpeg", "-v", "error", "-i", file, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", raw,
    ])
    #expect(shown.errors == "")
    let luma = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    let (width, height) = degrees % 180 == 0 ? (160, 120) : (120, 160)
    try #require(luma.count == width * height)
    let corners = [0, width - 1, (height - 1) * width, height * width - 1].map { luma[$0] > 128 }
    // Top left, top right, bottom left, bottom right.
    let white = [
      0: [true, false, true, false], 90: [true, true, false, false], 180: [false, true, false, true],
      270: [false, false, true, true],
    ]
    #expect(corners == white[degrees])
  }

  @Test(
    .enabled(
      if: Tool.isInstalled("mpv") && Tool.isInstalled("gst-launch-1.0"), "needs mpv and gst-launch-1.0"))
  func otherPlayersTakeIt() throws {
    let file = folder.path("movie.mp4")
    try TestMovie().write(to: file)
    let mpv = try Tool.run([
      "mpv", "--no-config", "--vo=null", "--ao=null", "--untimed", "--msg-level=all=warn", file,
    ])
    #expect(mpv.status == 0)
    #expect(mpv.errors == "")
    let gstreamer = try Tool.run([
      "gst-launch-1.0", "-q", "playbin", "uri=file://\(file)", "video-sink=fakesink", "audio-sink=fakesink",
    ])
    #expect(gstreamer.status == 0)
    #expect(!gstreamer.errors.contains("ERROR"))
  }

  @Test(arguments: [
    (ColorInfo(range: .limited, matrix: .bt709), ["tv", "bt709", "bt709", "bt709"]),
    (ColorInfo.jpeg, ["pc", "smpte170m", "bt709", "bt709"]),
    (ColorInfo(range: .limited, matrix: .bt601), ["tv", "smpte170m", "smpte170m", "smpte170m"]),
  ]) func colourAndPixelShapeAreTagged(color: ColorInfo, tags: [String]) throws {
    let file = folder.path("movie.mp4")
    var movie = TestMovie()
    movie.settings.color = color
    movie.settings.pixelAspectRatio = Rational(12, 11)
    try movie.write(to: file)
    let entries = "stream=color_range,color_space,color_transfer,color_primaries,sample_aspect_ratio"
    #expect(try Tool.probe(file, entries, stream: "v") == ["12:11"] + tags)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(bytes.range(of: Data("colrnclx".utf8)) != nil)
    #expect(bytes.range(of: Data("pasp".utf8)) != nil)
    #expect(try Tool.probe(file, "format_tags=creation_time") == ["2026-09-21T14:13:20.000000Z"])
  }

  @Test func aTakeOfOnePictureIsAFile() throws {
    let file = folder.path("movie.mp4")
    var movie = TestMovie()
    movie.times = [.zero]
    movie.videoEnd = MediaTime(seconds: 0.04)
    movie.soundCount = 100
    let result = try movie.write(to: file)
    #expect(result.fragments.count == 1)
    #expect(try Tool.complaints(about: file) == "")
    #expect(try Tool.probe(file, "packet=pts", stream: "v") == ["0"])
    #expect(try Tool.probe(file, "stream=duration_ts") == ["3600", "1124"])
  }

  @Test func hevcGoesUnderTheNameThatAppleTakes() throws {
    let file = folder.path("movie.mov")
    var movie = TestMovie()
    movie.container = .mov
    movie.settings.codec = .hevc
    movie.settings.encoder = "libx265"
    try movie.write(to: file)
    #expect(try Tool.probe(file, "stream=codec_name,codec_tag_string", stream: "v") == ["hevc", "hvc1"])
    #expect(try Tool.probe(file, "packet=pts", stream: "v").count == 50)
    #expect(try Tool.complaints(about: file) == "")
  }

  @Test func containersAreKnownByTheirEnding() {
    #expect(MovieContainer(path: "/a.b/c.MP4") == .mp4)
    #expect(MovieContainer(path: "x.mov") == .mov)
    #expect(MovieContainer(path: "x.mp4/y") == nil)
    #expect(MovieContainer(path: "x.avi") == nil)
  }

  private func write(_ bytes: RawSpan, to path: String) throws {
    let data = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    try data.write(to: URL(fileURLWithPath: path))
  }

  private func floats(_ path: String) throws -> [Float] {
    try unsafe Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes {
      unsafe Array($0.bindMemory(to: Float.self))
    }
  }
}

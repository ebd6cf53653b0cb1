import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import Testing

/// A movie that was flattened, as other programs see it.
@Suite struct FlatMovieTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Writes the movie in fragments, and once more flattened.
  private func write(_ movie: TestMovie) throws -> (fragmented: String, flat: String) {
    let files = (folder.path("fragmented.\(movie.container)"), folder.path("flat.\(movie.container)"))
    let index = try movie.write(to: files.0).flatIndex
    try FileManager.default.copyItem(atPath: files.0, toPath: files.1)
    try append(index, to: files.1)
    try overwrite(index, in: files.1)
    return files
  }

  private func append(_ index: FlatIndex, to path: String, count: Int = .max) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: index.appendix.prefix(count))
    try file.close()
  }

  private func overwrite(_ index: FlatIndex, in path: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(index.headerOffset))
    try file.write(contentsOf: index.header)
    try file.close()
  }

  /// Where each packet is and what it is, by stream. That a flat file's priming is to be discarded (`D`) is left out.
  private func packets(_ file: String) throws -> [String] {
    try ["v", "a"].flatMap { stream in
      try Tool.run([
        "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts,dts,size,pos,flags",
        "-of", "compact=print_section=0", file,
      ]).output.split(separator: "\n").map {
        String($0.prefix { $0 != "K" }) + ($0.contains("flags=K") ? "K" : "")
      }.filter { !$0.isEmpty }
    }
  }

  @Test(arguments: MovieContainer.allCases) func itHoldsTheSamePacketsAtTheSamePlaces(
    container: MovieContainer
  ) throws {
    var movie = TestMovie()
    movie.container = container
    // The last packet of sound is not full.
    movie.soundCount = 95_000
    let (fragmented, flat) = try write(movie)
    #expect(try TestMedia.boxes(fragmented).prefix(4) == ["ftyp", "free", "moov", "moof"])
    #expect(try TestMedia.boxes(flat) == ["ftyp", "mdat", "moov"])
    let expected = try packets(fragmented)
    #expect(expected.count == 50 + 94)
    #expect(try packets(flat) == expected)
    #expect(try Tool.complaints(about: flat) == "")
  }

  @Test func pictureAndSoundBeginAtZeroAndEndExactly() throws {
    var movie = TestMovie()
    movie.soundCount = 95_000
    movie.videoEnd = MediaTime(seconds: 1.99)
    let file = try write(movie).flat
    #expect(try Tool.probe(file, "stream=start_time") == ["0.000000", "0.000000"])
    #expect(try Tool.probe(file, "stream=duration_ts") == ["179100", "95000"])
    #expect(try Tool.probe(file, "format=start_time") == ["0.000000"])
    #expect(try Tool.probe(file, "format=duration") == ["1.990000"])
    // Even a reader that only decodes gets the tone at its sample.
    let wave = folder.path("sound.f32")
    _ = try Tool.run(["ffmpeg", "-v", "error", "-i", file, "-vn", "-f", "f32le", wave])
    let sound: [Float] = try unsafe Data(contentsOf: URL(fileURLWithPath: wave)).withUnsafeBytes {
      unsafe Array($0.bindMemory(to: Float.self))
    }
    try #require(sound.count >= 190_000)
    let tone = TestMovie.tone(95_000, channels: 2)
    #expect((24_000..<168_000).allSatisfy { abs(sound[$0] - tone[$0]) < 0.05 })
  }

  @Test func whatTheFirstIndexSaysIsKept() throws {
    var movie = TestMovie()
    movie.rotation = 90
    movie.settings.pixelAspectRatio = Rational(4, 3)
    let (fragmented, flat) = try write(movie)
    for entries in [
      "stream=codec_name,codec_tag_string,width,height,sample_aspect_ratio,color_range,color_space,extradata_size",
      "stream_side_data=rotation", "format_tags", "stream_tags",
    ] {
      let expected = try Tool.probe(fragmented, entries)
      #expect(!expected.isEmpty)
      #expect(try Tool.probe(flat, entries) == expected)
    }
  }

  @Test func atNoMomentOfTheWayDoesItNotPlay() throws {
    let file = folder.path("movie.mp4")
    let index = try TestMovie().write(to: file).flatIndex
    let expected = try packets(file)
    let step = folder.path("step.mp4")
    for count in [
      1, 4, 8, 9, 16, 100, index.appendix.count / 2, index.appendix.count - 1, index.appendix.count,
    ] {
      try? FileManager.default.removeItem(atPath: step)
      try FileManager.default.copyItem(atPath: file, toPath: step)
      try append(index, to: step, count: count)
      #expect(try packets(step) == expected)
      #expect(try Tool.complaints(about: step) == "")
    }
    try overwrite(index, in: step)
    #expect(try packets(step) == expected)
    #expect(try Tool.complaints(about: step) == "")
  }

  @Test func cutAnywhereItPlaysUpToTheLastWholeFragment() throws {
    let file = folder.path("movie.mp4")
    let result = try TestMovie().write(to: file)
    let data = try Data(contentsOf: URL(fileURLWithPath: file))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<12 {
      let first = Int(try #require(result.fragments.first).totalBytes)
      let count = Int.random(in: first...data.count, using: &random)
      let whole = try #require(result.fragments.last { $0.totalBytes <= count })
      let part = folder.path("part.mp4")
      try data.prefix(count).write(to: URL(fileURLWithPath: part))
      let frames = try Tool.probe(part, "packet=pts", stream: "v").count
      #expect(frames >= Int((whole.end.seconds * 25).rounded()))
    }
  }

  @Test func soundThatBeginsLaterStaysThere() throws {
    let file = folder.path("movie.mp4")
    let movie = TestMovie()
    let video = try movie.videoPackets()
    var audio = try movie.audioPackets(48_000)
    let delay = MediaTime(seconds: 0.25)
    for index in audio.packets.indices {
      audio.packets[index].presentationTime += delay
      audio.packets[index].decodeTime += delay
    }
    var muxer = try Muxer(.mp4, tracks: [video.track, audio.track], creationTime: 0)
    let all = video.packets.map { ($0, 0) } + audio.packets.map { ($0, 1) }
    for (packet, track) in all.sorted(by: { $0.0.decodeTime < $1.0.decodeTime }) {
      _ = try muxer.write(packet, track: track)
    }
    _ = try muxer.finish(videoEnd: movie.videoEnd, audioEnd: MediaTime(seconds: 1.25))
    try save(&muxer, to: file)
    #expect(try Tool.complaints(about: file) == "")
    // The priming begins 1024 samples earlier, and is there to be heard as silence.
    #expect(try Tool.probe(file, "stream=start_time", stream: "a") == ["0.228667"])
    #expect(try Tool.probe(file, "format=duration") == ["2.000000"])
  }

  @Test func picturesThatAreShownInAnotherOrderAreKept() throws {
    let source = try TestMedia.make(
      "reordered.mp4", "-f lavfi -i testsrc2=size=160x120:rate=25:duration=2 -c:v libx264 -bf 3 -g 20")
    let file = folder.path("movie.mp4")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: source)))
    let place = try #require(Data(bytes).range(of: Data("avcC".utf8))).lowerBound
    let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
    guard
      case .video(_, let width, let height, let rate, let color, let aspect, _, _) = try TestMovie()
        .videoPackets().track
    else { return }
    let track = TrackDescription.video(
      codec: .h264, width: width, height: height, frameRate: rate, color: color, pixelAspectRatio: aspect,
      rotation: 0, extradata: Array(bytes[place + 4..<place + size - 4]))
    var muxer = try Muxer(.mp4, tracks: [track], creationTime: 0)
    var demuxer = try Demuxer(path: source)
    while let packet = try demuxer.read() {
      let time = try #require(packet.presentationTime)
      _ = try muxer.write(
        EncodedPacket(
          storage: packet.storage, byteCount: packet.byteCount, presentationTime: time,
          decodeTime: packet.decodeTime, isKeyFrame: packet.isKeyFrame),
        track: 0)
    }
    _ = try muxer.finish(videoEnd: MediaTime(seconds: 1.92))
    try save(&muxer, to: file)
    let wanted = try Tool.probe(source, "packet=pts_time,dts_time,size,flags", stream: "v")
    #expect(wanted.count == 200)
    #expect(Set(wanted.filter { $0.hasPrefix("K") }).count == 1)
    #expect(try Tool.probe(file, "packet=pts_time,dts_time,size,flags", stream: "v") == wanted)
    #expect(try Tool.probe(file, "stream=start_time,duration", stream: "v") == ["0.000000", "2.000000"])
    #expect(try Tool.complaints(about: file) == "")
  }

  @Test func daysAreNotTooLong() throws {
    var movie = TestMovie()
    movie.times = [0, 20_000, 40_000, 60_000].map { MediaTime(seconds: $0) }
    movie.videoEnd = MediaTime(seconds: 80_000)
    movie.soundCount = nil
    let (fragmented, flat) = try write(movie)
    #expect(try packets(flat) == packets(fragmented))
    #expect(try Tool.probe(flat, "stream=duration_ts,duration") == ["7200000000", "80000.000000"])
  }

  /// Writes all of the movie, flattened.
  private func save(_ muxer: inout Muxer, to file: String) throws {
    try muxer.drain { bytes in
      let data = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
      try data.write(to: URL(fileURLWithPath: file))
    }
    let index = try muxer.flatIndex()
    try append(index, to: file)
    try overwrite(index, in: file)
  }
}

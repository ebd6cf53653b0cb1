import Foundation
import RetakeBench
import Testing

/// `retake record` from its options to a file that other programs judge.
@Suite(.serialized) struct RecordTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func record(_ arguments: [String]) throws -> Finished {
    try Program.retake(["record", "--json", "--min-free", "0"] + arguments)
  }

  /// Makes a clip with ffmpeg's own test sources.
  private func clip(_ name: String, _ arguments: [String]) throws -> String {
    let path = scratch.path(name)
    let made = try Program.run("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    try #require(made.status == 0, "\(made.errors)")
    return path
  }

  @Test func aCamerasOwnStreamIsKept() throws {
    let path = scratch.path("copy.mp4")
    let result = try record([
      "--camera", "test:640x360@30,format=h264", "--microphone", "test", "-o", path, "-t", "3", "--codec",
      "copy",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let video = try #require(try result.json()["video"] as? [String: Any])
    #expect(
      video["captured"] as? Int == 90 && video["encoded"] as? Int == 90 && video["codec"] as? String == "h264"
    )
    let picture = try #require(try Judge.streams(path)["video"])
    #expect(picture.frameCount == 90 && picture.start == 0 && abs(picture.duration - 3) < 0.034)
    #expect(try Judge.complaints(path) == "")
    let offsets = try FlashAndBeep(path).offsets
    #expect(offsets.count == 3 && offsets.allSatisfy { abs($0 ?? 1) <= 0.010 }, "\(offsets)")
  }

  @Test(arguments: [["--camera", "test"], ["--camera", "test:format=mjpeg"], ["--encoder", "libx264"]])
  func whatCannotBeKeptIsSaidBefore(_ arguments: [String]) throws {
    let path = scratch.path("copy.mp4")
    let result = try record(
      ["--camera", "test:format=h264", "-o", path, "-t", "1", "--codec", "copy"] + arguments)
    #expect(result.status == 2 && result.errorLines <= 2 && result.errors.contains("--codec copy"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func theTestDevicesGiveAFileThatIsRightInEachRespect() throws {
    let path = scratch.path("take.mp4")
    let result = try record(
      ["--camera", "test", "--microphone", "test", "-o", path, "-t", "3", "--encoder", "libx264:ultrafast"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    let report = try result.json()
    #expect(report["reason"] as? String == "duration")
    #expect(report["file"] as? String == path)
    let video = try #require(report["video"] as? [String: Any])
    #expect(video["captured"] as? Int == 90)
    #expect(video["encoded"] as? Int == 90)
    #expect(video["dropped"] as? Int == 0)
    #expect(video["codec"] as? String == "h264")
    let audio = try #require(report["audio"] as? [String: Any])
    #expect(audio["rate"] as? Int == 48_000)
    #expect(audio["codec"] as? String == "aac")

    let streams = try Judge.streams(path)
    let picture = try #require(streams["video"])
    let sound = try #require(streams["audio"])
    #expect(picture.frameCount == 90)
    #expect(picture.start == 0)
    #expect(sound.start == 0)
    #expect(abs(picture.duration - 3) < 0.034)
    #expect(abs(sound.duration - 3) < 0.001)
    #expect(picture["color_range"] == "tv")
    #expect(picture["color_space"] == "bt709")
    #expect(picture["width"] == "1280")
    #expect(try Judge.complaints(path) == "")

    let marks = try FlashAndBeep(path)
    #expect(marks.flashes.count == 3)
    for offset in marks.offsets { #expect(abs(try #require(offset)) < 0.010) }
  }

  @Test(arguments: [
    ("25.mp4", "1280x720", "25", "libx264", "yuv420p", 50),
    ("29.mkv", "640x272", "30000/1001", "libx264", "yuv420p", 60),
    ("30.mov", "176x144", "30", "libx264", "yuv422p", 60),
    ("odd.avi", "641x481", "30", "mjpeg", "yuvj422p", 60),
    ("hd.mkv", "1920x1080", "30", "mjpeg", "yuvj420p", 60),
  ])
  func aFileInTheCamerasPlaceKeepsItsFramesAndItsTime(
    name: String, size: String, rate: String, codec: String, pixels: String, frames: Int
  ) throws {
    let source = try clip(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate):duration=3", "-f", "lavfi", "-i",
        "sine=frequency=440:sample_rate=44100:duration=3", "-c:v", codec, "-pix_fmt", pixels, "-q:v", "5",
        "-c:a", "pcm_s16le", "-strict", "unofficial",
      ].map { name.hasSuffix("mp4") && $0 == "pcm_s16le" ? "aac" : $0 })
    let path = scratch.path("take.mp4")
    let result = try record(
      ["--camera", "file:" + source, "--microphone", "file:" + source, "-o", path, "-t", "2"])
    #expect(result.status == 0, "\(result.errors)")
    let video = try #require(try result.json()["video"] as? [String: Any])
    #expect(video["captured"] as? Int == frames)
    #expect(video["dropped"] as? Int == 0)
    let streams = try Judge.streams(path)
    let picture = try #require(streams["video"])
    #expect(picture.frameCount == frames)
    #expect(abs(picture.duration - 2) < 0.042)
    #expect(abs(try #require(streams["audio"]).duration - 2) < 0.042)
    #expect(picture["color_range"] == "tv")
    #expect(try Judge.complaints(path) == "")
  }

  @Test func aVariableRateKeepsItsStampsAndSurroundBecomesStereo() throws {
    let source = try clip(
      "vfr.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=30:duration=3", "-f", "lavfi", "-i",
        "sine=frequency=440:duration=3", "-vf", "select='not(eq(mod(n,7),3))*not(between(n,20,34))'",
        "-fps_mode", "vfr", "-af", "aformat=channel_layouts=5.1", "-c:v", "libx264", "-c:a", "ac3",
      ])
    let path = scratch.path("take.mov")
    let result = try record(
      ["--camera", "file:" + source, "--microphone", "file:" + source, "-o", path, "-t", "2"])
    #expect(result.status == 0, "\(result.errors)")
    let all = try Judge.stamps(source)
    let first = try #require(all.first)
    let wanted = all.map { $0 - first }.filter { $0 < 1.999 }
    let stamps = try Judge.stamps(path)
    #expect(stamps.count == wanted.count)
    for (stamp, want) in zip(stamps, wanted) { #expect(abs(stamp - want) < 0.001_5) }
    let audio = try #require(try result.json()["audio"] as? [String: Any])
    #expect(audio["channels"] as? Int == 2)
    #expect(try Judge.complaints(path) == "")
  }

  @Test func aFileThatIsShorterThanTheTakeLoops() throws {
    let source = try clip(
      "short.mp4", ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=0.8", "-c:v", "libx264"])
    let path = scratch.path("take.mp4")
    let result = try record(
      ["--camera", "file:" + source, "--microphone", "none", "-o", path, "-t", "2"])
    #expect(result.status == 0, "\(result.errors)")
    let stamps = try Judge.stamps(path)
    #expect(stamps.count == 50)
    for (number, stamp) in stamps.enumerated() { #expect(abs(stamp - Double(number) / 25) < 0.001) }
    #expect(try result.json()["audio"] is NSNull)
    #expect(try Judge.streams(path)["audio"] == nil)
  }

  @Test func aMicrophoneWhoseClockIsFastStaysInStep() throws {
    let path = scratch.path("take.mp4")
    let result = try record([
      "--camera", "test:320x240@30", "--microphone", "test:rate=1.001", "-o", path, "-t", "8",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let offsets = try FlashAndBeep(path).offsets
    #expect(offsets.count == 8)
    for offset in offsets { #expect(abs(try #require(offset)) < 0.010) }
  }

  @Test func aKilledRecordingPlaysUpToItsLastSecond() throws {
    let path = scratch.path("take.mp4")
    let running = try Program.start([
      "record", "--min-free", "0", "--camera", "test:640x360@30", "--microphone", "test", "-o", path,
    ])
    while !FileManager.default.fileExists(atPath: path) { usleep(20_000) }
    usleep(2_000_000)
    running.signal(SIGKILL)
    #expect(try running.finish().status == -1)
    // The file came with the first half second complete; two seconds later at most one of them is lost.
    let picture = try #require(try Judge.streams(path)["video"])
    #expect(picture.frameCount >= 45)
    #expect(try Judge.complaints(path) == "")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsTheTakeCleanly(signal: Int32) throws {
    let path = scratch.path("take.mp4")
    let running = try Program.start([
      "record", "--json", "--min-free", "0", "--camera", "test:320x240@30", "--microphone", "test", "-o",
      path,
    ])
    while !FileManager.default.fileExists(atPath: path) { usleep(20_000) }
    running.signal(signal)
    let result = try running.finish()
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.json()["reason"] as? String == "signal")
    let video = try #require(try result.json()["video"] as? [String: Any])
    let streams = try Judge.streams(path)
    #expect(try #require(streams["video"]).frameCount == video["encoded"] as? Int)
    #expect(video["captured"] as? Int == video["encoded"] as? Int)
    #expect(try Judge.complaints(path) == "")
  }

  @Test func limitsEndTheTakeByThemselves() throws {
    let path = scratch.path("take.mp4")
    let time = try record([
      "--camera", "test:320x240@30", "--microphone", "none", "-o", path, "--max-duration", "1",
    ])
    #expect(time.status == 0)
    #expect(try time.json()["reason"] as? String == "max_duration")
    #expect(try #require(try Judge.streams(path)["video"]).frameCount == 30)
    let size = try record([
      "--camera", "test:640x480@30", "--microphone", "test", "-o", path, "--max-size", "500k", "--bitrate",
      "3M",
    ])
    #expect(size.status == 0)
    #expect(try size.json()["reason"] as? String == "max_size")
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect((470_000...500_000).contains(try #require(bytes)))
    #expect(try Judge.complaints(path) == "")
  }

  @Test func anOldFileStaysUntilThereIsSomethingBetter() throws {
    let path = scratch.path("take.mp4")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let refused = try record(["--camera", "file:" + scratch.path("none.mp4"), "-o", path, "-t", "1"])
    #expect(refused.status == 3)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    let running = try Program.start([
      "record", "--min-free", "0", "--camera", "test:320x240@30", "--microphone", "none", "-o", path,
    ])
    running.signal(SIGTERM)
    _ = try running.finish()
    let contents = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(contents == Data("old".utf8) || contents.count > 1000)
  }

  @Test func aFileThatMayNotGrowEndsTheTakeAndIsKept() throws {
    let path = scratch.path("take.mp4")
    // 300 blocks of 512 or 1024 bytes, by the shell: what a full disk does, on any machine.
    let command = "ulimit -f 300; exec \"$0\" \"$@\""
    let result = try Program.run(
      "sh",
      [
        "-c", command, Program.retakePath.path, "record", "--json", "--min-free", "0", "--camera",
        "test:640x480@30",
      ]
        + ["--microphone", "test", "--bitrate", "4M", "-o", path, "-t", "20"])
    #expect(result.status == 4)
    #expect(try result.json()["reason"] as? String == "disk_full")
    #expect(result.errorLines <= 2)
    let video = try #require(try result.json()["video"] as? [String: Any])
    #expect(try #require(try Judge.streams(path)["video"]).frameCount == video["encoded"] as? Int)
    #expect(try Judge.complaints(path) == "")
  }

  @Test func theLargestSizeHoldsForPicturesThatAreHardToEncode() throws {
    let noise = try clip(
      "noise.mkv",
      [
        "-f", "lavfi", "-i", "nullsrc=s=320x240:r=30:d=3,geq=random(1)*255:128:128", "-f", "lavfi", "-i",
        "anoisesrc=d=3", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-c:a", "pcm_s16le",
      ])
    let path = scratch.path("take.mp4")
    for (size, bytes) in [("300k", 300_000), ("1M", 1_000_000)] {
      let result = try record([
        "--camera", "file:" + noise, "--microphone", "file:" + noise, "--encoder", "libx264:ultrafast",
        "--bitrate",
        "30M", "-t", "8", "--max-size", size, "-o", path,
      ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try result.json()["reason"] as? String == "max_size")
      let video = try #require(try result.json()["video"] as? [String: Any])
      #expect(video["captured"] as? Int == video["encoded"] as? Int)
      #expect(try #require(try Judge.streams(path)["video"]).frameCount == video["encoded"] as? Int)
      let written = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect((bytes / 4...bytes).contains(try #require(written)))
    }
    let result = try record([
      "--camera", "file:" + noise, "--max-size", "9k", "-t", "1", "-o", scratch.path("no.mp4"),
    ])
    #expect(result.status == 2)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("no.mp4")))
  }

  @Test func aFileIsNeverRecordedIntoItselfNorByTwo() throws {
    let source = try clip(
      "same.mp4", ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=1", "-c:v", "libx264"])
    let link = scratch.path("link.mp4")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: source)
    let before = try Data(contentsOf: URL(fileURLWithPath: source))
    #expect(try record(["--camera", "file:" + source, "-o", link, "-t", "1"]).status == 2)
    #expect(
      try record(["--camera", "test", "--microphone", "file:" + link, "-o", source, "-t", "1"]).status == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: source)) == before)

    let path = scratch.path("take.mp4")
    let first = try Program.start([
      "record", "--min-free", "0", "--camera", "test:320x240", "--microphone", "none", "-o", path, "-t", "2",
    ])
    while !FileManager.default.fileExists(atPath: path) { usleep(10_000) }
    let second = try record(["--camera", "test:160x120", "--microphone", "none", "-o", path, "-t", "2"])
    #expect(second.status == 4)
    #expect(try first.finish().status == 0)
    #expect(try Judge.streams(path)["video"]?["width"] == "320")
    #expect(try Judge.complaints(path) == "")
  }

  @Test func aStopInABlinkIsATakeOrSaysTooShort() throws {
    for milliseconds in [30, 60, 100, 200, 400, 700] {
      let path = scratch.path("blink\(milliseconds).mp4")
      let running = try Program.start([
        "record", "--json", "--min-free", "0", "--camera", "test:640x480", "--microphone", "test", "-o", path,
      ])
      usleep(UInt32(milliseconds) * 1000)
      running.signal(SIGINT)
      let result = try running.finish()
      // Before the program itself has begun to run, the system ends it.
      if result.status == -1 { continue }
      #expect(result.status == 0, "\(result.errors)")
      if FileManager.default.fileExists(atPath: path) {
        #expect(try Judge.complaints(path) == "")
      } else {
        #expect(result.errors.contains("too short"))
        #expect(try result.json()["file"] is NSNull)
      }
    }
  }
}

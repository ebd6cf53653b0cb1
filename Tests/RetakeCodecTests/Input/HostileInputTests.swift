import Fixtures
import Foundation
import RetakeMedia
import Synchronization
import Testing

@testable import RetakeCodec

@Suite struct HostileInputTests {
  @Test(arguments: [
    ("plain.txt", "Hello, this is no video.\nIt has lines, and more lines.\n"),
    ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://localhost:1/a.ts\n#EXT-X-ENDLIST\n"),
    ("list.ffconcat", "ffconcat version 1.0\nfile /etc/hostname\n"),
    ("art.ans", "\u{1b}[31mred\u{1b}[0m text and more text to be seen as a picture of letters"),
    ("words.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nWorld\n"),
    ("empty.mp4", ""),
  ])
  func whatIsNotMediaIsRefused(name: String, text: String) throws {
    let path = try TestMedia.write(Data(text.utf8), name)
    let error = #expect(throws: CodecError.self) { _ = try Demuxer(path: path) }
    #expect(error?.operation == "open \(path)" && error?.code == .invalidData, "\(String(describing: error))")
  }

  @Test func missingFilesAndFoldersAreNamed() {
    let missing = #expect(throws: CodecError.self) { _ = try Demuxer(path: "/nowhere/clip.mp4") }
    #expect(missing?.description == "open /nowhere/clip.mp4: No such file or directory")
    #expect(throws: CodecError.self) { _ = try Demuxer(path: "/tmp") }
    #expect(throws: CodecError.self) { _ = try Demuxer(path: "http://localhost:1/a.mp4") }
  }

  @Test(arguments: [
    ("late.mp4", ""), ("early.mp4", "-movflags +faststart"), ("clip.avi", ""), ("clip.mkv", ""),
  ])
  func cutAndDamagedFilesEnd(name: String, options: String) throws {
    let path = try TestMedia.make(
      name,
      "-f lavfi -i testsrc2=s=176x144:r=25:d=2 -f lavfi -i sine=d=2 -c:v libx264 -g 12 -c:a aac \(options)")
    let whole = try Data(contentsOf: URL(filePath: path))
    let count = try Reading(path).times.count
    #expect(count == 50)
    for percent in [1, 8, 31, 50, 99] {
      let cut = try TestMedia.write(whole.prefix(whole.count * percent / 100), "cut-\(name)")
      if let reading = try? Reading(cut, threads: 2) { #expect(reading.times.count <= count) }
      try? FileManager.default.removeItem(atPath: cut)
    }
    var random = Numbers(state: 7)
    for _ in 0..<12 {
      var damaged = whole
      for _ in 0..<20 {
        damaged[Int(random.next() % UInt64(whole.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let file = try TestMedia.write(damaged, "flipped-\(name)")
      // Whatever comes of it, it ends, and no picture is of another size.
      if let reading = try? Reading(file, keeping: 100) {
        #expect(Set(reading.frames.map { [$0.width, $0.height] }).count <= 1)
        _ = try? Reading(file, from: MediaTime(seconds: 1))
      }
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  @Test func aDamagedJPEGIsLeftOutAndTheOthersStay() throws {
    let path = try TestMedia.make("jpeg.avi", "-f lavfi -i testsrc2=s=320x240:r=25 -frames:v 10 -c:v mjpeg")
    var bytes = try Data(contentsOf: URL(filePath: path))
    // The middle of the fourth picture becomes noise.
    var starts: [Int] = []
    for index in 0..<(bytes.count - 2) where bytes[index] == 0xFF && bytes[index + 1] == 0xD8 {
      starts.append(index)
    }
    let middle = (starts[3] + starts[4]) / 2
    for index in middle..<(middle + 400) { bytes[index] = 0xFF }
    let reading = try Reading(TestMedia.write(bytes, "bad.avi"))
    #expect(reading.times.count == 9 && reading.damaged == 1)
  }

  @Test func aReadThatWaitsCanBeCalledOff() throws {
    let fifo = TestMedia.path("fifo")
    let made = unsafe mkfifo(fifo, 0o600)
    #expect(made == 0)
    // Held open for writing, so that the reader waits instead of seeing an end.
    let writer = unsafe open(fifo, O_RDWR)
    defer { close(writer) }
    let file = try InputFile(path: fifo)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.05)
      file.cancel()
    }
    #expect(throws: CodecError.self) { _ = try Demuxer(file) }
  }
}

/// A small generator whose numbers are the same in every run.
private struct Numbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 24
  }
}

import Fixtures
import Foundation
import RetakeCodec
import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct FileReaderTests {
  private func pictures(_ path: String) throws -> FilePictures { try FilePictures(InputFile(path: path)) }

  @Test(arguments: ["25", "30000/1001"])
  func roundsHaveAllPicturesAndFollowEachOther(rate: String) throws {
    let path = try TestMedia.make(
      "clip.mp4",
      "-f lavfi -i testsrc2=s=176x144:r=\(rate) -f lavfi -i sine=1000:r=44100 -frames:v 10 -shortest "
        + "-c:v libx264 -bf 3 -c:a aac")
    let period = rate == "25" ? Rational(25) : Rational(30_000, 1001)
    let reader = try pictures(path)
    #expect(reader.format.subtype == .pixels(.yuv420p) && reader.format.frameRate == period)
    let steps = reader.take(35)
    #expect(steps.count == 35)
    // The sound may be a little longer than the picture; then each round waits for its end.
    let length = steps[10].due
    #expect(length >= period.time(of: 10) && length < period.time(of: 11))
    for (index, step) in steps.enumerated() {
      let round = MediaTime(nanoseconds: length.nanoseconds * Int64(index / 10))
      #expect(abs((step.due - round - period.time(of: Int64(index % 10))).nanoseconds) < 20_000)
      #expect(step.element.sequence == UInt64(index))
    }
    // Round by round, sound begins again with the picture.
    let sound = try FileSound(InputFile(path: path))
    let blocks = sound.take(80)
    for (block, next) in zip(blocks, blocks.dropFirst()) {
      let end = block.due + Rational(44_100).time(of: Int64(block.element.frameCount))
      #expect(next.due >= end - MediaTime(nanoseconds: 1000))
    }
    for round in 1...3 {
      let start = MediaTime(nanoseconds: length.nanoseconds * Int64(round))
      #expect(blocks.contains { abs(($0.due - start).nanoseconds) < 20_000 })
    }
  }

  @Test(arguments: ["mpeg4", "libx264"])
  func anAVIWithReorderedPicturesLoopsWithoutAHole(codec: String) throws {
    let path = try TestMedia.make(
      "clip.avi", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 38 -c:v \(codec) -bf 2")
    let steps = try pictures(path).take(120)
    for (step, next) in zip(steps, steps.dropFirst()) {
      #expect(abs((next.due - step.due).nanoseconds - 40_000_000) < 1000)
    }
  }

  @Test func mirroredJPEGsAreDecodedAndTurnedOnesPassedOn() throws {
    let path = try TestMedia.make("clip.mov", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 3 -c:v mjpeg")
    let ways: [(matrix: [Double], rotation: Int, isPassed: Bool)] = [
      ([0, 1, -1, 0], 90, true), ([-1, 0, 0, 1], 180, false),
    ]
    for (matrix, rotation, isPassed) in ways {
      let reader = try pictures(TestMedia.turned(path, by: matrix))
      #expect(reader.format.rotation == rotation)
      #expect((reader.format.subtype == .codec(.mjpeg)) == isPassed)
      for step in reader.take(7) {
        let isPacket = if case .packet = step.element { true } else { false }
        #expect(isPacket == isPassed)
      }
    }
  }

  @Test(arguments: [("yuvj422p", "641:481"), ("yuvj420p", "64:48"), ("yuvj444p", "64:48"), ("gray", "63:47")])
  func motionJPEGIsPassedOn(format: String, size: String) throws {
    let path = try TestMedia.make(
      "clip.avi",
      "-f lavfi -i testsrc2=s=642x482:r=30 -vf format=yuv444p,crop=\(size):exact=1 -frames:v 5 -c:v mjpeg "
        + "-pix_fmt \(format)")
    let reader = try pictures(path)
    #expect(reader.format.subtype == .codec(.mjpeg) && reader.format.color == .jpeg)
    #expect("\(reader.format.width):\(reader.format.height)" == size)
    let steps = reader.take(12)
    #expect(steps.map(\.element.sequence) == Array(0..<12))
    #expect(
      steps.allSatisfy { if case .packet(let packet) = $0.element { packet.isKeyFrame } else { false } })
    for (index, step) in steps.enumerated() {
      #expect(abs((step.due - Rational(30).time(of: Int64(index))).nanoseconds) < 1000)
    }
  }

  @Test func aJPEGOfAnotherSizeIsDecodedToTheFirst() throws {
    let made = try ["64x48", "128x96"].map { size in
      let path = try TestMedia.make(
        "a.mjpeg", "-f lavfi -i testsrc2=s=\(size):r=25 -frames:v 3 -c:v mjpeg -pix_fmt yuvj420p")
      return try Data(contentsOf: URL(filePath: path))
    }
    let steps = try pictures(TestMedia.write(made[0] + made[1], "joined.mjpeg")).take(6)
    for (index, step) in steps.enumerated() {
      switch step.element {
      case .packet: #expect(index < 3)
      case .frame(let frame): #expect(index >= 3 && frame.width == 64 && frame.height == 48)
      }
    }
  }

  @Test(arguments: ["picture.png", "picture.jpg"])
  func aPictureFileIsAStillCamera(name: String) throws {
    let path = try TestMedia.make(name, "-f lavfi -i testsrc2=s=64x48 -frames:v 1")
    let steps = try pictures(path).take(5)
    #expect(steps.map(\.due.nanoseconds) == [0, 40_000_000, 80_000_000, 120_000_000, 160_000_000])
    #expect(steps.map(\.element.sequence) == [0, 1, 2, 3, 4])
  }

  @Test func aDamagedPictureIsAGapAndCutFilesGoOn() throws {
    let path = try TestMedia.make(
      "clip.avi", "-f lavfi -i testsrc2=s=320x240:r=25 -frames:v 8 -c:v mjpeg -pix_fmt yuvj420p")
    var bytes = try Data(contentsOf: URL(filePath: path))
    let starts = (0..<(bytes.count - 1)).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 }
    // Of the third picture nothing is left but zeros.
    for index in starts[2]..<(starts[2] + 2000) { bytes[index] = 0 }
    let steps = try pictures(TestMedia.write(bytes, "bad.avi")).take(10)
    #expect(steps.map(\.element.sequence).prefix(8) == [0, 1, 3, 4, 5, 6, 7, 8])
    for percent in [50, 90] {
      let cut = try TestMedia.write(bytes.prefix(bytes.count * percent / 100), "cut.avi")
      #expect(try pictures(cut).take(20).count == 20)
    }
  }

  @Test func filesWithoutAPictureOrASoundEnd() throws {
    // The container is whole, the pictures are noise.
    let path = try TestMedia.make("clip.mp4", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 8 -c:v mpeg4")
    var bytes = try Data(contentsOf: URL(filePath: path))
    let start = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
    let reader = try pictures(path)
    let end = try #require(bytes.range(of: Data("moov".utf8))).lowerBound - 4
    for index in start..<end { bytes[index] = 0 }
    try bytes.write(to: URL(filePath: path))
    let noise = try? pictures(path)
    if let noise { #expect(noise.end()?.code == .deviceLost) }
    // Opened before it was spoilt: it ends all the same.
    #expect(reader.end()?.code == .deviceLost)
  }
}

extension FileReader {
  /// The next `count` elements, or fewer if it ends.
  fileprivate func take(_ count: Int) -> [(element: Element, due: MediaTime)] {
    var taken: [(Element, MediaTime)] = []
    while taken.count < count, case .element(let element, let due) = next() { taken.append((element, due)) }
    return taken
  }

  /// Reads up to its end, or a thousand elements.
  fileprivate func end() -> RetakeError? {
    for _ in 0..<1000 {
      if case .ended(.lost(let error)) = next() { return error }
    }
    return nil
  }
}

extension CameraSample {
  var sequence: UInt64 {
    switch self {
    case .frame(let frame): frame.sequence
    case .packet(let packet): packet.sequence
    }
  }
}

import Fixtures
import Foundation
import Retake
import RetakeMedia
import Testing

/// Files that end too early, whatever their container was doing.
@Suite struct CutFileTests {
  enum Kind: String, CaseIterable {
    case indexFirst, indexLast, fragmented

    var options: String {
      switch self {
      case .indexFirst: "-movflags +faststart"
      case .indexLast: "-movflags -faststart"
      case .fragmented: "-movflags +frag_keyframe+empty_moov+default_base_moof"
      }
    }
  }

  @Test(arguments: Kind.allCases) func cutFilesPlayWhatTheyHaveOrFail(_ kind: Kind) throws {
    let whole = try TestMedia.make(
      "whole.mp4",
      "-f lavfi -i testsrc2=s=160x90:r=25:d=6 -f lavfi -i sine=d=6 -c:v libx264 -g 25 -c:a aac "
        + kind.options)
    let bytes = try Data(contentsOf: URL(filePath: whole))
    for percent in [1, 8, 31, 50, 75, 99] {
      let path = try TestMedia.write(bytes.prefix(bytes.count * percent / 100), "cut.mp4")
      let probe = Probe(path)
      probe.run("an answer") { $0.events.contains { $0.isFailure || $0 == .readyToPlay } }
      guard probe.events.contains(.readyToPlay) else {
        // Without its index, or with nothing behind it, there is nothing to play.
        #expect(kind == .indexLast || percent == 1)
        continue
      }
      probe.waitForFirstPicture()
      // The same last picture, however it is reached.
      for target in [5.9, 100, 3, 6] { probe.seek(target) }
      let last = try #require(probe.lastFrame?.time)
      #expect(last.seconds > 6 * (Double(percent) / 100 - 0.25))
      probe.seek(0)
      #expect(probe.lastFrame?.time == .zero)
      probe.step(1000)
      #expect(probe.lastFrame?.time == last)
      probe.seek(max(0, last.seconds - 0.3))
      probe.player.play()
      probe.run("the end") { $0.events.contains(.ended) }
      #expect(probe.lastFrame?.time == last)
    }
  }

  @Test func anInterruptedTakeIsSoughtLikeAFinishedOne() throws {
    let path = try TestMedia.make(
      "frag.mp4",
      "-f lavfi -i testsrc2=s=160x90:r=25:d=6 -c:v libx264 -g 25 "
        + "-movflags +frag_keyframe+empty_moov+default_base_moof")
    let probe = Probe(path)
    probe.waitForFirstPicture()
    let duration = try #require(probe.player.duration)
    #expect(abs(duration.seconds - 6) < 0.1)
    for number in [140, 3, 77, 149] {
      let position = try #require(probe.seek((Double(number) + 0.5) / 25))
      #expect(abs(position.seconds - Double(number) / 25) < 0.001)
    }
  }

  @Test func flippedBytesNeverHangOrCrash() throws {
    let whole = try TestMedia.make(
      "flip.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:v libx264 -g 10 -c:a aac")
    let bytes = try Data(contentsOf: URL(filePath: whole))
    var random = SplitMix(seed: 11)
    for _ in 0..<60 {
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let probe = Probe(try TestMedia.write(damaged, "flipped.mp4"), output: FakeAudioOutput())
      probe.player.play()
      for token in 1...3 {
        probe.player.seek(to: MediaTime(seconds: Double(token) * 0.3), token: token)
        probe.run("an answer") { $0.events.contains { $0.answers(token) } }
      }
    }
  }
}

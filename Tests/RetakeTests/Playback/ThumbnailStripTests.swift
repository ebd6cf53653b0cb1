import Fixtures
import Foundation
import RetakeDevices
import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

/// Small pictures of each frame.
@Suite struct ThumbnailStripTests {
  /// One that has made what it makes.
  private func strip(of path: String) -> ThumbnailStrip {
    let strip = ThumbnailStrip(path: path)
    let deadline = MonotonicClock.now + MediaTime(seconds: 60)
    while !strip.progress.isOver, MonotonicClock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
    return strip
  }

  private func end(_ strip: ThumbnailStrip) {
    strip.stop()
    strip.join()
  }

  @Test func eachFrameHasItsPicture() throws {
    let take = try TestTake.take.get()
    let strip = strip(of: take.path)
    defer { end(strip) }
    #expect(strip.progress.count == take.pictures.count)
    for picture in take.pictures {
      let frame = try #require(strip.frame(at: picture.time))
      #expect(frame.width == ThumbnailStrip.width)
      #expect(CodeStrip(reading: frame).frame == picture.code)
      // Up to the next one it stays.
      let later = picture.time + MediaTime(seconds: 0.01)
      #expect(strip.frame(at: later).map { CodeStrip(reading: $0).frame } == take.code(at: later))
    }
    #expect(strip.frame(at: MediaTime(seconds: 1000))?.time == take.pictures.last?.time)
  }

  @Test func whatIsNotMadeYetIsNotGuessed() throws {
    var store = ThumbnailStore()
    func packet(_ seconds: Double) -> EncodedPacket {
      let bytes = PacketBytes([1, 2, 3], followedBy: RawSpan())
      return EncodedPacket(
        storage: bytes, byteCount: 3, presentationTime: MediaTime(seconds: seconds), isKeyFrame: true)
    }
    #expect(store.packet(at: .zero) == nil)
    var isKept = store.keep(packet(0))
    #expect(isKept)
    // The next may be nearer.
    #expect(store.packet(at: MediaTime(seconds: 0.5)) == nil)
    isKept = store.keep(packet(1))
    #expect(isKept)
    #expect(store.packet(at: MediaTime(seconds: 0.5))?.presentationTime == .zero)
    #expect(store.packet(at: MediaTime(seconds: 1)) == nil)
    store.isComplete = true
    #expect(store.packet(at: MediaTime(seconds: 7))?.presentationTime == MediaTime(seconds: 1))
  }

  @Test func hostileFilesHaveNoneAndEndAtOnce() throws {
    let noise = try TestMedia.write(Data((0..<5000).map { UInt8($0 * 7 % 251) }), "noise.mp4")
    for path in [noise, "/nonexistent/clip.mp4", "/dev/null", "/proc/self/mem"] {
      let strip = strip(of: path)
      #expect(strip.progress == (0, true))
      #expect(strip.frame(at: .zero) == nil)
      end(strip)
    }
  }
}

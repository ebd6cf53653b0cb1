import RetakeMedia
import Testing

@testable import Retake

/// The pictures that are kept, by their times alone.
@Suite struct FrameRunTests {
  /// Pictures are only counted here: nobody looks at one.
  private final class NoMemory: FrameStorage {
    let planeCount = 0

    func withPlane<Result, Failure: Error>(
      _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      preconditionFailure("it has no planes")
    }
  }

  private func frame(_ second: Int, width: Int = 16) -> VideoFrame {
    VideoFrame(
      storage: NoMemory(), pixelFormat: .yuv420p, width: width, height: 16, strides: SIMD4(),
      color: .jpeg, time: MediaTime(seconds: Double(second)), sequence: 0)
  }

  private func run(_ seconds: ClosedRange<Int>) -> FrameRun {
    var run = FrameRun()
    for second in seconds { run.append(frame(second)) }
    return run
  }

  @Test func aTimeBelongsToTheLastPictureThatIsNotLater() {
    var run = run(3...6)
    let isFound = run.moveCursor(to: MediaTime(seconds: 4.9), isEnd: false)
    #expect(isFound && run.current?.time == MediaTime(seconds: 4))
    #expect(run.aheadCount == 2)
    #expect(run.next?.time == MediaTime(seconds: 5))
  }

  @Test func itTellsWhatItCannotKnow() {
    var run = run(3...6)
    let isBefore = run.moveCursor(to: MediaTime(seconds: 2.9), isEnd: false)
    let isPast = run.moveCursor(to: MediaTime(seconds: 6.1), isEnd: false)
    let isLast = run.moveCursor(to: MediaTime(seconds: 6.1), isEnd: true)
    let isStamp = run.moveCursor(to: MediaTime(seconds: 6), isEnd: false)
    #expect(!isBefore && !isPast && isLast && isStamp)
  }

  @Test func stepsTellHowManyAreMissing() {
    var run = run(0...9)
    run.moveCursor(near: MediaTime(seconds: 4))
    let missing = [run.step(by: 3), run.step(by: 5), run.step(by: -20)]
    #expect(missing == [0, 3, -11])
    #expect(run.current?.time == .zero)
  }

  @Test func oldPicturesGoButNeverWhatIsShownOrToCome() {
    var run = run(0...FrameRun.maximumCount + 9)
    #expect(run.first?.time == MediaTime(seconds: 10))
    run.moveCursor(near: MediaTime(seconds: 12))
    for second in 1...5 { run.append(frame(FrameRun.maximumCount + 9 + second)) }
    #expect(run.first?.time == MediaTime(seconds: 12))
    #expect(run.current?.time == MediaTime(seconds: 12))
  }

  @Test func bytesAreBoundedToo() {
    var run = FrameRun()
    for second in 0..<100 { run.append(frame(second, width: 1 << 16)) }
    let kept = FrameRun.maximumBytes / (16 * (1 << 16) * 3 / 2)
    #expect(run.first?.time == MediaTime(seconds: Double(100 - kept)))
  }

  @Test func aGapEndsWhatCanBeSteppedBackTo() {
    var run = run(0...5)
    run.moveCursor(near: MediaTime(seconds: 3))
    run.breakOff()
    #expect(run.first?.time == MediaTime(seconds: 3))
    #expect(run.last?.time == MediaTime(seconds: 5))
  }
}

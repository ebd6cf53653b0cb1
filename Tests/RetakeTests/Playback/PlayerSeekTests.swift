import Retake
import RetakeMedia
import Testing

/// The picture that is asked for is the picture that comes: told by the number that the test camera burnt in.
@Suite struct PlayerSeekTests {
  private let take: TestTake.Take
  private var last: Int { take.pictures.count - 1 }

  init() throws {
    take = try TestTake.take.get()
    try #require(take.pictures.count > 150)
  }

  /// A player that shows the first picture.
  private func opened() -> Probe {
    let probe = Probe(take.path)
    probe.waitForFirstPicture()
    #expect(probe.code == take.pictures[0].code)
    return probe
  }

  /// A time between picture n and the next.
  private func middle(_ index: Int) -> Double { take.pictures[index].time.seconds + 0.01 }

  private func code(_ index: Int) -> UInt32 { take.pictures[index].code }

  @Test func exactSeeksGiveExactlyTheAskedPicture() {
    let probe = opened()
    var random = SplitMix(seed: 7)
    for _ in 0..<80 {
      let index = Int.random(in: 0...last, using: &random)
      let position = probe.seek(middle(index))
      #expect(probe.code == code(index))
      #expect(position == take.pictures[index].time)
    }
  }

  @Test func aPictureBelongsToItsOwnStamp() {
    let probe = opened()
    for index in [1, 49, 50, 51, 99, 100, 149, last] {
      let stamp = take.pictures[index].time.seconds
      probe.seek(middle((index + 60) % last))
      probe.seek(stamp)
      #expect(probe.code == code(index))
      probe.seek(stamp - 1e-9)
      #expect(probe.code == code(index - 1))
    }
  }

  @Test func stepsGoBackAndForthOverKeyFrames() {
    let probe = opened()
    probe.seek(middle(130))
    var index = 130
    let jumps = [-40, 55, -7, 1, 1, -1, 30, -120]
    for step in Array(repeating: -1, count: 95) + Array(repeating: 1, count: 60) + jumps {
      probe.step(step)
      index += step
      #expect(probe.code == code(index))
    }
  }

  @Test func stepsStopAtBothEnds() {
    let probe = opened()
    probe.step(-3)
    #expect(probe.code == code(0))
    probe.step(1000)
    #expect(probe.code == code(last))
    #expect(probe.player.isAtEnd)
    probe.step(1)
    #expect(probe.code == code(last))
    probe.step(-1000)
    #expect(probe.code == code(0))
    #expect(!probe.player.isAtEnd)
  }

  @Test func quickStepsAddUp() {
    let probe = opened()
    for _ in 0..<30 { probe.player.step(by: 1) }
    for _ in 0..<10 { probe.player.step(by: -1) }
    probe.step(0)
    #expect(probe.code == code(20))
  }

  @Test func beyondTheEndsItStaysOnTheRealPictures() throws {
    let probe = opened()
    let duration = try #require(probe.player.duration?.seconds)
    for turn in 0..<100 {
      probe.seek([duration, duration - 1e-6, duration + 1, 1e6, 9e9][turn % 5])
      #expect(probe.code == code(last))
      #expect(probe.player.currentTime == take.pictures[last].time)
      probe.seek(-Double(turn))
      #expect(probe.code == code(0))
    }
  }

  @Test func draggingShowsKeyFramesAndTheReleaseTheExactPicture() throws {
    let probe = opened()
    for index in stride(from: 3, to: last, by: 14) {
      probe.seek(middle(index), exact: false)
      let shown = try #require(probe.lastFrame?.time.seconds)
      #expect(shown <= middle(index))
      // Our recorder makes a key frame every second at least.
      #expect(middle(index) - shown < 1.1)
    }
    probe.seek(middle(77))
    #expect(probe.code == code(77))
  }

  @Test func newerSeeksWinAndEachIsAnsweredOnce() {
    let probe = opened()
    var random = SplitMix(seed: 3)
    for token in 1000..<1300 {
      let time = MediaTime(seconds: middle(Int.random(in: 0...last, using: &random)))
      probe.player.seek(to: time, exact: token % 3 == 0, token: token)
      probe.drain()
    }
    probe.seek(middle(123))
    #expect(probe.code == code(123))
    for token in 1000..<1300 {
      #expect(probe.events.count { $0.answers(token) } == 1)
    }
  }

  @Test func theTargetIsTheTimeUntilTheSeekIsDone() {
    let probe = Probe(take.path)
    for _ in 0..<5 {
      probe.player.seek(to: probe.player.currentTime + MediaTime(seconds: 0.5), token: -1)
    }
    #expect(probe.player.currentTime == MediaTime(seconds: 2.5))
    probe.seek(middle(10))
    #expect(probe.player.currentTime == MediaTime(seconds: middle(10)))
  }
}

import Retake
import RetakeMedia
import Testing

/// The picture that is asked for is the picture that comes: told by the number that the test camera burnt in.
@Suite struct PlayerSeekTests {
  private let period = 0.02
  private let count = 200

  /// A time in the middle of picture n.
  private func middle(_ number: Int) -> Double { (Double(number) + 0.5) * period }

  @Test func exactSeeksGiveExactlyTheAskedPicture() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    #expect(probe.code == 0)
    var random = SplitMix(seed: 7)
    for _ in 0..<80 {
      let number = Int.random(in: 0..<count, using: &random)
      let position = probe.seek(middle(number))
      #expect(probe.code.map(Int.init) == number)
      #expect(position == probe.lastFrame?.time)
    }
  }

  @Test func aPictureBelongsToItsOwnStamp() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    for number in [1, 49, 50, 51, 99, 100, 149, 199] {
      probe.seek(middle(number))
      let stamp = try #require(probe.lastFrame?.time.seconds)
      // Elsewhere, then exactly there, and a nanosecond before.
      probe.seek(middle((number + 60) % count))
      probe.seek(stamp)
      #expect(probe.code.map(Int.init) == number)
      probe.seek(stamp - 1e-9)
      #expect(probe.code.map(Int.init) == number - 1)
    }
  }

  @Test func stepsGoBackAndForthOverKeyFrames() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    probe.seek(middle(130))
    var expected = 130
    for step in Array(repeating: -1, count: 95) + Array(repeating: 1, count: 60) + [-40, 55, -7, 1, 1, -1, 90] {
      probe.step(step)
      expected += step
      #expect(probe.code.map(Int.init) == expected)
    }
  }

  @Test func stepsStopAtBothEnds() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    probe.step(-3)
    #expect(probe.code == 0)
    probe.step(1000)
    #expect(probe.code.map(Int.init) == count - 1)
    #expect(probe.player.isAtEnd)
    probe.step(1)
    #expect(probe.code.map(Int.init) == count - 1)
    probe.step(-1000)
    #expect(probe.code == 0)
    #expect(!probe.player.isAtEnd)
  }

  @Test func quickStepsAddUp() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    for _ in 0..<30 { probe.player.step(by: 1) }
    for _ in 0..<10 { probe.player.step(by: -1) }
    probe.step(0)
    #expect(probe.code == 20)
  }

  @Test func beyondTheEndsItStaysOnTheRealPictures() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    let duration = try #require(probe.player.duration?.seconds)
    for turn in 0..<100 {
      let beyond = [duration, duration - 1e-6, duration + 1, 1e9, 1e300][turn % 5]
      probe.seek(min(beyond, 9e9))
      #expect(probe.code.map(Int.init) == count - 1)
      #expect(probe.player.currentTime <= MediaTime(seconds: duration))
      probe.seek(-Double(turn))
      #expect(probe.code == 0)
    }
  }

  @Test func draggingShowsKeyFramesAndTheReleaseTheExactPicture() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    for number in stride(from: 3, to: 199, by: 14) {
      probe.seek(middle(number), exact: false)
      let shown = try #require(probe.code.map(Int.init))
      #expect(shown <= number)
      #expect(number - shown < 60)
    }
    probe.seek(middle(77))
    #expect(probe.code == 77)
  }

  @Test func newerSeeksWinAndEachIsAnsweredOnce() throws {
    let probe = Probe(try #require(TestTake.path))
    probe.waitForFirstPicture()
    var random = SplitMix(seed: 3)
    for token in 1000..<1300 {
      let number = Int.random(in: 0..<count, using: &random)
      probe.player.seek(to: MediaTime(seconds: middle(number)), exact: token % 3 == 0, token: token)
      probe.drain()
    }
    probe.seek(middle(123))
    #expect(probe.code == 123)
    for token in 1000..<1300 {
      let answers = probe.events.filter {
        switch $0 {
        case .seekCompleted(token, _), .seekCancelled(token): true
        default: false
        }
      }
      #expect(answers.count == 1)
    }
  }

  @Test func theTargetIsTheTimeUntilTheSeekIsDone() throws {
    let probe = Probe(try #require(TestTake.path))
    for _ in 0..<5 {
      probe.player.seek(to: probe.player.currentTime + MediaTime(seconds: 0.5), token: -1)
    }
    #expect(probe.player.currentTime == MediaTime(seconds: 2.5))
    probe.seek(middle(10))
    #expect(probe.player.currentTime == MediaTime(seconds: middle(10)))
  }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

import Retake
import RetakeMedia
import RetakeRuntime
import Testing

/// Callers on many threads at once; meant for ThreadSanitizer too.
@Suite struct PlayerThreadTests {
  @Test func aStormFromOtherThreadsLosesNoAnswerAndEndsOnTheLastWord() throws {
    let take = try TestTake.take.get()
    let probe = Probe(take.path, output: FakeAudioOutput())
    probe.waitForFirstPicture()
    let player = probe.player
    let storms = (0..<3).map { storm in
      let thread = OSThread(name: "storm-\(storm)")
      thread.start {
        var random = SplitMix(seed: UInt64(storm))
        for turn in 0..<200 {
          let token = (storm + 1) * 1000 + turn
          switch Int.random(in: 0..<12, using: &random) {
          case 0: player.play()
          case 1: player.pause()
          case 2: player.rate = Double.random(in: 0.25...2, using: &random)
          case 3: player.isMuted.toggle()
          case 4: _ = (player.currentTime, player.duration, player.timeControlStatus, player.isAtEnd)
          case 5: player.volume = Float.random(in: 0...1, using: &random)
          default: break
          }
          if turn % 4 == 0 {
            player.step(by: Int.random(in: -9...9, using: &random), token: token)
          } else {
            let time = MediaTime(seconds: Double.random(in: -1...5, using: &random))
            player.seek(to: time, exact: turn % 3 == 0, token: token)
          }
        }
      }
      return thread
    }
    for storm in storms {
      probe.drain()
      storm.join()
    }
    let index = 101
    player.pause()
    probe.seek(take.pictures[index].time.seconds + 0.01)
    #expect(probe.code == take.pictures[index].code)
    for storm in 0..<3 {
      for turn in 0..<200 {
        #expect(probe.events.count { $0.answers((storm + 1) * 1000 + turn) } == 1)
      }
    }
  }

  @Test func stopsAtAnyMoment() throws {
    let path = try TestTake.take.get().path
    var random = SplitMix(seed: 5)
    for turn in 0..<40 {
      let output = FakeAudioOutput()
      let player = Player(path: path, audioOutput: output) {}
      if turn % 2 == 0 { player.play() }
      player.seek(to: MediaTime(seconds: 3.9), token: 1)
      for _ in 0..<Int.random(in: 0..<20_000, using: &random) { _ = player.isAtEnd }
      player.stop()
      player.join()
      #expect(output.state.withLock { $0.isStopped })
      // What was ordered is answered, by its picture or by a refusal.
      _ = player.takeFrame()
      var answers = 0
      while let event = player.nextEvent() { answers += event.answers(1) ? 1 : 0 }
      #expect(answers == 1)
    }
  }
}

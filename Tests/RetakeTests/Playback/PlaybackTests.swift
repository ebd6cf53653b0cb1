import Fixtures
import Foundation
import Retake
import RetakeMedia
import RetakeRuntime
import Testing

/// Playing: by the sound's time, by the clock's, to the end and over it.
@Suite struct PlaybackTests {
  private let lastCode: UInt32?

  init() throws { lastCode = try TestTake.take.get().pictures.last?.code }

  private func isIncreasing(_ times: [MediaTime]) -> Bool {
    zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Seconds between what is heard and where the player says that it is; nil while it does not play by the sound.
  private func soundError(_ output: FakeAudioOutput, _ probe: Probe) -> Double? {
    guard probe.player.timeControlStatus == .playing else { return nil }
    // The test may lose the processor between two looks: what is heard lies between them.
    let earliest = probe.player.currentTime
    guard let heard = output.position(at: MonotonicClock.now) else { return nil }
    let latest = probe.player.currentTime
    return max(0, (earliest - heard).seconds, (heard - latest).seconds)
  }

  @Test func playsToTheEndWithoutAnOutputAndStaysOnTheLastPicture() throws {
    let probe = Probe(try TestTake.take.get().path)
    probe.waitForFirstPicture()
    #expect(probe.player.timeControlStatus == .paused)
    let began = MonotonicClock.now
    probe.player.play()
    probe.run("the end") { $0.events.contains(.ended) }
    let took = MonotonicClock.now - began
    // It can be late on a busy machine, never early.
    #expect(took >= MediaTime(seconds: 3.9))
    #expect(probe.code == lastCode)
    #expect(probe.player.isAtEnd)
    #expect(probe.player.timeControlStatus == .paused)
    #expect(probe.player.currentTime == probe.player.duration)
    #expect(isIncreasing(probe.shown.map(\.time)))
    let count = try TestTake.take.get().pictures.count
    #expect(probe.shown.count + probe.player.lateFrameCount + probe.player.replacedFrameCount == count)
    // Playing again begins at the start.
    probe.player.play()
    probe.run("the start") { $0.code.map { $0 < 20 } ?? false }
  }

  @Test func goesByTheSoundAndGivesItAll() throws {
    let output = FakeAudioOutput()
    let probe = Probe(try TestTake.take.get().path, output: output)
    probe.waitForFirstPicture()
    probe.player.play()
    var worst = 0.0
    probe.run("the end") { probe in
      if let error = soundError(output, probe) { worst = max(worst, error) }
      return probe.events.contains(.ended)
    }
    #expect(worst < 0.1)
    #expect(probe.code == lastCode)
    let given = output.state.withLock { $0.given }
    let samples = given.reduce(0) { $0 + $1.frameCount }
    #expect(abs(samples - 192_000) <= 2_048)
    #expect(isIncreasing(given.map(\.time)))
  }

  @Test func anOutputThatIsGoneOrHangsStallsNothing() throws {
    for behaviour in [FakeAudioOutput.Behaviour.isGone, .hangs] {
      let output = FakeAudioOutput()
      let probe = Probe(try TestTake.take.get().path, output: output)
      probe.waitForFirstPicture()
      probe.player.play()
      probe.run("a second") { $0.player.currentTime > MediaTime(seconds: 1) }
      output.behave(behaviour)
      probe.run("two seconds") { $0.player.currentTime > MediaTime(seconds: 2) }
      output.behave(.plays)
      // The sound comes back where the pictures are.
      var error = 1.0
      probe.run("the sound") { probe in
        if let found = soundError(output, probe) { error = min(error, found) }
        return error < 0.05 || probe.events.contains(.ended)
      }
      #expect(error < 0.05)
      probe.run("the end") { $0.events.contains(.ended) }
      #expect(probe.code == lastCode)
    }
  }

  @Test func pausesAndGoesOn() throws {
    let output = FakeAudioOutput()
    let probe = Probe(try TestTake.take.get().path, output: output)
    probe.waitForFirstPicture()
    probe.player.play()
    probe.run("half a second") { $0.player.currentTime > MediaTime(seconds: 0.5) }
    probe.player.pause()
    probe.run("the pause") { _ in output.state.withLock { $0.isPaused } }
    // The player stands a moment after its sound does.
    var time = MediaTime.zero
    for _ in 0..<1000 where time != probe.player.currentTime {
      time = probe.player.currentTime
      usleep(1000)
    }
    #expect(probe.player.timeControlStatus == .paused)
    usleep(50_000)
    #expect(probe.player.currentTime == time)
    probe.step(-5)
    #expect(probe.player.currentTime < time)
    probe.player.play()
    probe.run("the rest") { $0.player.currentTime > MediaTime(seconds: 1) }
    // After the steps the sound came again from where the picture was.
    let given = output.state.withLock { $0.given.map(\.time) }
    #expect(!isIncreasing(given))
  }

  @Test func seeksWhilePlayingBringTheSoundAlong() throws {
    let output = FakeAudioOutput()
    let probe = Probe(try TestTake.take.get().path, output: output)
    probe.waitForFirstPicture()
    probe.player.play()
    for seconds in [3.01, 0.51, 2.21, 2.41, 0.11, 1.73] {
      let known = output.state.withLock { $0.given.count }
      probe.seek(seconds)
      probe.run("the sound") { _ in
        output.state.withLock { $0.given.dropFirst(known).contains { abs($0.time.seconds - seconds) < 0.05 } }
      }
    }
  }

  @Test(arguments: [0.25, 0.5, 2]) func ratesChangeTheSpeedAndSilenceTheSound(_ rate: Double) throws {
    let output = FakeAudioOutput()
    let probe = Probe(try TestTake.take.get().path, output: output)
    probe.waitForFirstPicture()
    probe.player.rate = rate
    let began = MonotonicClock.now
    probe.player.play()
    probe.run("some pictures") { $0.player.currentTime > MediaTime(seconds: rate) }
    #expect((MonotonicClock.now - began).seconds > 0.95)
    #expect(output.state.withLock { $0.isPaused && $0.given.isEmpty })
    probe.player.rate = 1
    var error: Double?
    probe.run("the sound") { probe in
      error = soundError(output, probe)
      return error != nil
    }
    #expect(try #require(error) < 0.15)
    probe.player.rate = 99
    #expect(probe.player.rate == 2)
  }

  @Test func loopsUntilItIsToldNotTo() throws {
    let path = try TestMedia.make(
      "short.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -f lavfi -i sine=d=0.4 -c:a aac -c:v libx264")
    let probe = Probe(path, output: FakeAudioOutput())
    probe.player.loops = true
    probe.player.play()
    var rounds = 0
    probe.run("three rounds") { probe in
      rounds = zip(probe.shown, probe.shown.dropFirst()).count { $1.time < $0.time }
      return rounds >= 3
    }
    #expect(!probe.events.contains(.ended))
    probe.player.loops = false
    probe.run("the end") { $0.events.contains(.ended) }
  }

  @Test func volumeAndMuteReachTheOutput() throws {
    let output = FakeAudioOutput()
    let probe = Probe(try TestTake.take.get().path, output: output)
    probe.waitForFirstPicture()
    probe.player.volume = 0.25
    probe.seek(1)
    #expect(output.volume == 0.25)
    probe.player.isMuted = true
    probe.seek(2)
    #expect(output.volume == 0)
    #expect(probe.player.volume == 0.25)
    probe.player.isMuted = false
    probe.seek(1)
    #expect(output.volume == 0.25)
  }

  @Test(arguments: [
    // Sound of half the length; none; longer sound; only sound; odd size, turned, wide pixels; no sound and VFR.
    ("-f lavfi -i testsrc2=s=128x72:r=25:d=2 -f lavfi -i sine=d=1 -c:a aac -c:v libx264", 1.9...2.1),
    ("-f lavfi -i testsrc2=s=128x72:r=25:d=1 -c:v libx264 -bf 2", 0.9...1.1),
    ("-f lavfi -i testsrc2=s=128x72:r=25:d=0.5 -f lavfi -i sine=d=1.5 -c:a aac -c:v libx264", 1.4...1.6),
    ("-f lavfi -i sine=d=1 -c:a aac", 0.9...1.1),
    ("-f lavfi -i testsrc2=s=127x71:r=25:d=0.5 -vf setsar=4/3 -c:v libx264 -pix_fmt yuv444p", 0.4...0.6),
    ("-f lavfi -i testsrc2=s=64x48:r=50:d=1 -vf select=not(mod(n\\,7)) -vsync vfr -c:v libx264", 0.8...1.1),
  ])
  func everyKindOfFilePlaysToItsEnd(_ arguments: String, _ length: ClosedRange<Double>) throws {
    let path = try TestMedia.make("kind.mp4", arguments)
    for output in [FakeAudioOutput(), nil] {
      let probe = Probe(path, output: output)
      probe.run("the file") { $0.events.contains(.readyToPlay) }
      probe.player.play()
      probe.run("the end") { $0.events.contains(.ended) }
      let end = probe.player.currentTime.seconds
      #expect(length.contains(end))
      if probe.player.media?.video != nil {
        #expect(probe.lastFrame != nil)
        let last = probe.lastFrame?.time
        probe.seek(1000)
        #expect(probe.lastFrame?.time == last)
      } else {
        let position = try #require(probe.seek(0.5))
        #expect(position == MediaTime(seconds: 0.5))
      }
    }
  }

  @Test func tellsHowThePictureIsToBeShown() throws {
    let upright = try TestMedia.make(
      "upright.mp4", "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -vf setsar=4/3 -c:v libx264")
    let turned = try TestMedia.make("turned.mp4", "-i \(upright) -metadata:s:v rotate=270 -c copy")
    let probe = Probe(turned)
    probe.run("the file") { $0.events.contains(.readyToPlay) }
    let video = try #require(probe.player.media?.video)
    #expect(video.pixelAspectRatio == Rational(4, 3))
    #expect(video.rotation == 90)
    #expect((video.width, video.height) == (64, 48))
  }

  @Test func whatCannotBePlayedFailsOnce() throws {
    for path in ["/nowhere/at/all.mp4", "/", try TestMedia.write(Data("no media".utf8), "text.mp4")] {
      let probe = Probe(path)
      probe.player.seek(to: .zero, token: 5)
      probe.run("the failure") { $0.events.contains(.seekCancelled(token: 5)) }
      #expect(probe.events.count { $0.isFailure } == 1)
      #expect(probe.player.timeControlStatus == .paused)
      probe.player.seek(to: .zero, token: 6)
      probe.run("the answer") { $0.events.contains(.seekCancelled(token: 6)) }
    }
  }

  @Test func laterPlayersHaveHigherNumbers() throws {
    let (one, two) = (Probe("/nowhere"), Probe("/nowhere"))
    #expect(one.player.generation < two.player.generation)
  }
}

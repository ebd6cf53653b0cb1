import Glibc
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// Keeps what a microphone delivers.
private final class Listener: MicrophoneSink {
  struct Heard {
    var times: [MediaTime] = []
    var counts: [Int] = []
    var samples: [Float] = []
    var ends: [SourceEnd] = []
    var deliveredAfterEnd = false
  }
  let heard = Monitor(Heard())

  func microphoneDelivered(_ block: AudioBlock) {
    let samples = block.storage.floats(block.frameCount)
    heard.withLock {
      $0.times.append(block.time)
      $0.counts.append(block.frameCount)
      $0.samples += samples
      if !$0.ends.isEmpty { $0.deliveredAfterEnd = true }
    }
  }

  func microphoneEnded(_ end: SourceEnd) {
    heard.withLock { $0.ends.append(end) }
  }
}

@Suite struct ALSAMicrophoneTests {
  /// Runs a microphone until it has given `samples` samples, or ended by itself.
  private func hear(
    _ pcm: ScriptedPCM, until samples: Int = .max
  ) -> (microphone: ALSAMicrophone, heard: Listener.Heard) {
    let microphone = ALSAMicrophone(pcm, name: "hw:0,0")
    let listener = Listener()
    microphone.start(epoch: MonotonicClock.now, sink: listener)
    _ = listener.heard.wait { $0.samples.count >= samples || !$0.ends.isEmpty ? true : nil }
    microphone.stop()
    microphone.join()
    return (microphone, listener.heard.withLock { $0 })
  }

  @Test func soundComesInBlocksWithTheTimesOfTheirFirstSamples() {
    let pcm = ScriptedPCM([.sound(480), .sound(1200), .sound(100)])
    let (microphone, heard) = hear(pcm, until: 1780)
    #expect(heard.counts == [480, 480, 480, 240, 100])
    #expect(heard.samples == (0..<1780).map { ScriptedPCM.value($0) })
    #expect(heard.ends == [.stopped] && !heard.deliveredAfterEnd)
    var position: Int64 = 0
    for (time, count) in zip(heard.times, heard.counts) {
      #expect(abs((time - pcm.time(ofSample: position)).nanoseconds) < 1000)
      position += Int64(count)
    }
    #expect(microphone.overruns.count == 0 && microphone.restarts.count == 0 && !microphone.isPatient)
    #expect(microphone.format == AudioFormat(sampleRate: 48_000, channels: 1))
  }

  @Test func shortReadsLoseNothing() {
    let (_, heard) = hear(ScriptedPCM([.short(atMost: 7, of: 480), .sound(480)]), until: 960)
    #expect(heard.samples == (0..<960).map { ScriptedPCM.value($0) })
  }

  @Test func anOverrunIsCountedAndItsGapIsInTheTimes() {
    let pcm = ScriptedPCM([.sound(480), .overrun(lost: 9600), .sound(480)])
    let (microphone, heard) = hear(pcm, until: 960)
    #expect(microphone.overruns.count == 1 && microphone.restarts.count == 0 && pcm.counts.starts == 2)
    #expect(heard.times.last == pcm.time(ofSample: 480 + 9600))
    #expect(heard.samples[480] == ScriptedPCM.value(480 + 9600))
  }

  @Test(arguments: [ScriptedPCM.Step.fault(ENODEV), .pollFault(ENODEV)])
  func aCardThatIsPulledOutEndsIt(_ step: ScriptedPCM.Step) {
    let pcm = ScriptedPCM([.sound(480), step, .sound(480)])
    let (_, heard) = hear(pcm)
    #expect(heard.samples.count == 480 && heard.ends == [.lost(.microphoneGone("hw:0,0"))])
    #expect(pcm.counts.starts == 1)
  }

  @Test func faultsThatPassAreHealed() {
    let pcm = ScriptedPCM(
      [.sound(480), .fault(EIO), .sound(480), .silence, .sound(480), .pollFault(EBADFD), .sound(480)],
      startFaults: [EIO, EBUSY])
    let (microphone, heard) = hear(pcm, until: 1920)
    #expect(heard.samples.count == 1920 && heard.ends == [.stopped])
    #expect(microphone.restarts.count == 5 && pcm.counts.starts == 6)
  }

  @Test func aCardThatCannotBeStartedIsLost() {
    let gone = ScriptedPCM([], startFaults: [ENODEV])
    #expect(hear(gone).heard.ends == [.lost(.microphoneGone("hw:0,0"))])
    let broken = ScriptedPCM([], startFaults: Array(repeating: EIO, count: 100))
    guard case .lost(let error) = hear(broken).heard.ends.first else {
      Issue.record("it did not end")
      return
    }
    #expect(error.code == .deviceSilent && broken.counts.starts == 11 && broken.counts.rests == 9)
  }

  @Test func aCardThatFallsSilentIsLost() {
    let pcm = ScriptedPCM([.sound(480)] + Array(repeating: .silence, count: 100))
    let (microphone, heard) = hear(pcm)
    #expect(heard.ends.count == 1 && heard.ends != [.stopped] && microphone.restarts.count == 11)
  }

  @Test func callsForNothingDoNotSpinAndDoNoHarm() {
    let pcm = ScriptedPCM(Array(repeating: .nothing, count: 90) + [.sound(480)])
    let (microphone, heard) = hear(pcm, until: 480)
    #expect(heard.samples.count == 480 && microphone.restarts.count == 0 && pcm.counts.rests == 90)
    let mad = ScriptedPCM(Array(repeating: .nothing, count: 5000))
    #expect(hear(mad).heard.ends != [.stopped])
  }

  @Test func stopEndsTheWaitForACardThatStandsStill() {
    let (_, heard) = hear(ScriptedPCM([]), until: 0)
    #expect(heard.ends == [.stopped] && heard.samples.isEmpty)
  }

  @Test func timesNeverGoBack() {
    let jitter = [0, 50, -50, 20, -50, 50].map { MediaTime(nanoseconds: $0 * 1_000_000) }
    let pcm = ScriptedPCM(Array(repeating: .sound(480), count: 300), jitter: jitter)
    let (_, heard) = hear(pcm, until: 480 * 300)
    #expect(heard.times.count == 300 && zip(heard.times, heard.times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func withoutStampsTheTimeOfReadingIsTaken() {
    let before = MonotonicClock.now
    let (_, heard) = hear(ScriptedPCM([.sound(480)], hasStamps: false), until: 480)
    let block = MediaTime(nanoseconds: 10_000_000)
    #expect(heard.times.allSatisfy { $0 + block >= before && $0 + block <= MonotonicClock.now })
  }

  @Test func whereNobodyGivesBlocksBackTheNextOnesAreLost() {
    let pcm = ScriptedPCM(Array(repeating: .sound(480), count: 400) + [.fault(ENODEV)])
    let microphone = ALSAMicrophone(pcm, name: "hw:0,0")
    let hoarder = Hoarder()
    microphone.start(epoch: MonotonicClock.now, sink: hoarder)
    microphone.join()
    #expect(hoarder.blocks.withLock { $0.count } == 256 && microphone.lostBlocks.count == 144)
  }
}

/// Never gives a block back.
private final class Hoarder: MicrophoneSink {
  let blocks = Monitor<[AudioBlock]>([])

  func microphoneDelivered(_ block: AudioBlock) {
    blocks.withLock { $0.append(block) }
  }

  func microphoneEnded(_ end: SourceEnd) {}
}

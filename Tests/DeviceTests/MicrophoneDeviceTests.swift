import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// Counts what a microphone delivers.
private final class Meter: MicrophoneSink {
  struct Reading {
    var frames = 0
    var isSilent = true
    var times: [MediaTime] = []
    var counts: [Int] = []
    var end: SourceEnd?
  }
  let reading = Monitor(Reading())

  func microphoneDelivered(_ block: AudioBlock) {
    let isSilent = block.storage.withPlane(0) { bytes in
      (0..<block.frameCount * block.format.channels * 4).allSatisfy { bytes.byte(at: $0) == 0 }
    }
    reading.withLock {
      $0.frames += block.frameCount
      $0.isSilent = $0.isSilent && isSilent
      $0.times.append(block.time)
      $0.counts.append(block.frameCount)
    }
  }

  func microphoneEnded(_ end: SourceEnd) {
    reading.withLock { $0.end = end }
  }
}

/// The kernel's real sound cards.
@Suite(.serialized) struct MicrophoneDeviceTests {
  private static let nodes = Discovery.microphones().filter { $0.problem == nil }.compactMap(\.node)
  private static let hasLoopback =
    nodes.contains { SoundCards.isLoopback($0) }
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/aplay")

  /// Listens for `seconds`.
  private func listen(_ name: String, seconds: Int) throws -> (AudioFormat, Meter.Reading, ALSAMicrophone) {
    let microphone = try ALSAMicrophones.open(name)
    let meter = Meter()
    let wanted = microphone.format.sampleRate * seconds
    microphone.start(epoch: MonotonicClock.now, sink: meter)
    _ = meter.reading.wait { $0.frames >= wanted || $0.end != nil ? true : nil }
    microphone.stop()
    microphone.join()
    return (microphone.format, meter.reading.withLock { $0 }, microphone)
  }

  @Test(.enabled(if: !nodes.isEmpty, "no sound card to capture from is here"))
  func everyMicrophoneTellsTheTimeOfItsSound() throws {
    for node in Self.nodes {
      let (format, reading, microphone) = try listen(node, seconds: 2)
      #expect(reading.end == .stopped && microphone.lostBlocks.count == 0, "\(node)")
      guard microphone.overruns.count + microphone.restarts.count == 0 else { continue }
      // Each block begins where the one before ends, to 2 ms: a card's clock and the filter's way there.
      for index in reading.times.indices.dropFirst() {
        let length = Double(reading.counts[index - 1]) / Double(format.sampleRate)
        let gap = (reading.times[index] - reading.times[index - 1]).seconds - length
        #expect(abs(gap) < 0.002, "\(node), block \(index)")
      }
    }
  }

  @Test(
    .enabled(if: hasLoopback, "no loopback sound card (snd-aloop) and aplay are here"),
    arguments: [
      ("S16_LE", 16_000, 1), ("S16_LE", 44_100, 2), ("S16_LE", 48_000, 8), ("S24_3LE", 96_000, 4),
      ("S32_LE", 48_000, 2), ("FLOAT_LE", 8_000, 1), ("S24_LE", 32_000, 2),
    ])
  func whatThePlayerPlaysIsHeardAsItIs(_ samples: String, _ rate: Int, _ channels: Int) throws {
    let player = Process()
    player.executableURL = URL(fileURLWithPath: "/usr/bin/aplay")
    player.arguments = [
      "-q", "-D", "hw:Loopback,1", "-t", "raw", "-f", samples, "-r", String(rate), "-c", String(channels),
      "/dev/urandom",
    ]
    try player.run()
    defer {
      // A test's thread has SIGTERM blocked, and its child with it.
      kill(player.processIdentifier, SIGKILL)
      player.waitUntilExit()
    }
    // The player has opened the card once the other end offers nothing but its format.
    let wanted = AudioFormat(sampleRate: rate, channels: channels)
    var isWaiting = true
    for _ in 0..<500 where isWaiting {
      isWaiting = try player.isRunning && ALSAPCM.offers(of: "hw:Loopback,0").formats != [wanted]
      if isWaiting { usleep(20_000) }
    }
    try #require(!isWaiting)
    let (format, reading, _) = try listen("hw:Loopback,0", seconds: 1)
    #expect(format == wanted && reading.end == .stopped && !reading.isSilent)
  }
}

extension SoundCards {
  /// Whether a node is the end of a snd-aloop card that captures what is played to its device 1.
  fileprivate static func isLoopback(_ node: String) -> Bool {
    SoundCards().captureDevices().contains { $0.node == node && $0.cardID == "Loopback" && $0.device == 0 }
  }
}

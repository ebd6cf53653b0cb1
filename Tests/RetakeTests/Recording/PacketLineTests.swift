import RetakeMedia
import RetakeRuntime
import Testing

@testable import Retake

@Suite struct PacketLineTests {
  /// A packet of `bytes`, without content.
  private func packet(_ seconds: Double, isKeyFrame: Bool = false, bytes: Int = 100) -> EncodedPacket {
    guard let buffer = FramePool(slabBytes: bytes, capacity: 1).buffer() else {
      preconditionFailure("a new pool has a slab")
    }
    return EncodedPacket(
      storage: buffer.publish(byteCount: bytes), byteCount: bytes,
      presentationTime: MediaTime(seconds: seconds), isKeyFrame: isKeyFrame)
  }

  /// Pictures at 10 a second with a key frame each second, sound at 20.
  private func fill(_ line: PacketLine, from start: Double = 0, to end: Double, bytes: Int = 100) {
    for tenth in Int(start * 10)..<Int(end * 10) {
      #expect(line.push(.audioPacket(packet(Double(tenth) / 10 - 0.02))))
      #expect(line.push(.audioPacket(packet(Double(tenth) / 10 + 0.03))))
      #expect(line.push(.videoPacket(packet(Double(tenth) / 10, isKeyFrame: tenth % 10 == 0, bytes: bytes))))
    }
  }

  private func contents(_ line: PacketLine) -> (pictures: [EncodedPacket], sound: [EncodedPacket]) {
    line.close()
    var pictures: [EncodedPacket] = []
    var sound: [EncodedPacket] = []
    while let message = line.take() {
      switch message {
      case .videoPacket(let packet): pictures.append(packet)
      case .audioPacket(let packet): sound.append(packet)
      default: break
      }
    }
    return (pictures, sound)
  }

  private func milliseconds(_ time: MediaTime?) -> Int? { time.map { Int(($0.seconds * 1000).rounded()) } }

  @Test(arguments: [(12.0, 12.0), (11.99, 11), (10.2, 10), (3, 10), (99, 14)])
  func aTakeBeginsAtTheLastKeyFrameBeforeTheWantedMoment(wanted: Double, start: Double) {
    let line = PacketLine(preRoll: MediaTime(seconds: 4), isPatient: false) { Issue.record("full") }
    fill(line, to: 15)
    #expect(line.begin(from: MediaTime(seconds: wanted)) == MediaTime(seconds: start))
    fill(line, from: 15, to: 16)
    let (pictures, sound) = contents(line)
    #expect(pictures.first?.isKeyFrame == true)
    // No picture is missing or doubled across the press, and the times count from the take's second 0.
    #expect(pictures.map { milliseconds($0.presentationTime) } == (0..<Int(16 - start) * 10).map { $0 * 100 })
    // The packet that the first picture falls into, and the one before.
    #expect(milliseconds(sound.first?.presentationTime) == -70)
    #expect(sound.count == pictures.count * 2 + 1)
    #expect(zip(sound, sound.dropFirst()).allSatisfy { $0.presentationTime < $1.presentationTime })
  }

  @Test func aPreRollStaysWithinItsSecondsAndBytes() {
    let line = PacketLine(preRoll: MediaTime(seconds: 4), isPatient: false) { Issue.record("full") }
    var most = 0
    for second in 0..<60 {
      fill(line, from: Double(second), to: Double(second + 1))
      most = max(most, line.byteCount)
    }
    #expect(most <= 7 * 30 * 100)
    let dear = PacketLine(preRoll: MediaTime(seconds: 30), isPatient: false) { Issue.record("full") }
    for second in 0..<40 {
      fill(dear, from: Double(second), to: Double(second + 1), bytes: 1 << 20)
      #expect(dear.byteCount <= PacketLine.maximumBytes)
    }
    #expect(dear.begin(from: .zero) != nil)
  }

  @Test func soundAloneDoesNotGrowForEver() {
    let line = PacketLine(preRoll: MediaTime(seconds: 4), isPatient: false) { Issue.record("full") }
    for number in 0..<10_000 { #expect(line.push(.audioPacket(packet(Double(number) * 0.02)))) }
    #expect(line.byteCount <= 100 * 50 * 10)
    #expect(line.begin(from: .zero) == nil)
  }

  @Test func whatWaitsForTheDiskIsBoundedByTimeAndTheTakeIsToldOnce() {
    let told = Monitor(0)
    let line = PacketLine(isPatient: false) { told.withLock { $0 += 1 } }
    let writer = OSThread(name: "writer")
    let isThrough = Monitor(false)
    writer.start {
      for number in 0..<1000 { _ = line.push(.videoPacket(packet(Double(number) * 0.1))) }
      isThrough.withLock { $0 = true }
    }
    _ = told.wait { $0 > 0 ? true : nil }
    #expect(!isThrough.withLock { $0 })
    #expect(line.byteCount <= 202 * 100)
    // Who waits goes on, and nothing of what was in is lost.
    var times: [MediaTime] = []
    while times.count < 1000, case .videoPacket(let packet) = line.take() {
      times.append(packet.presentationTime)
    }
    writer.join()
    #expect(times.count == 1000)
  }

  @Test func thePreRollMayWaitBesideTheUsual() {
    let line = PacketLine(preRoll: MediaTime(seconds: 30), isPatient: false) { Issue.record("full") }
    fill(line, to: 30)
    #expect(line.begin(from: .zero) == .zero)
    fill(line, from: 30, to: 45)
    #expect(contents(line).pictures.count == 450)
  }

  @Test func aSourceThatCanWaitIsHeldUpAndNoFault() {
    let line = PacketLine(isPatient: true) { Issue.record("full") }
    let writer = OSThread(name: "writer")
    writer.start {
      for number in 0..<500 { _ = line.push(.videoPacket(packet(Double(number) * 0.1))) }
      line.close()
    }
    var count = 0
    while line.take() != nil { count += 1 }
    writer.join()
    #expect(count == 500)
  }
}

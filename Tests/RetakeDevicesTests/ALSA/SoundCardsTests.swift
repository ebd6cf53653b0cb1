import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

@Suite struct SoundCardsTests {
  private static let cards = """
     0 [PCH            ]: HDA-Intel - HDA Intel PCH
                          HDA Intel PCH at 0xf7d10000 irq 33
     1 [C920           ]: USB-Audio - HD Pro Webcam C920
                          HD Pro Webcam C920 at usb-0000:00:14.0-3, high speed
    12 [Loopback       ]: Loopback - Loopback
                          Loopback 1

    """
  private static let pcm = """
    00-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1
    00-02: ALC887-VD Alt Analog : ALC887-VD Alt Analog : capture 1
    00-03: HDMI 0 : HDMI 0 : playback 1
    01-00: USB Audio : USB Audio : capture 1
    12-01: Loopback PCM : Loopback PCM : playback 8 : capture 8

    """

  /// A machine's folders: three cards, of which the webcam's socket is known and the loopback has no node.
  private func withMachine(_ body: (SoundCards) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (proc, nodes) = (folder.appending(path: "proc"), folder.appending(path: "snd"))
    for path in [proc.appending(path: "card1/pcm0c/sub0"), nodes.appending(path: "by-path")] {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    try Self.cards.write(to: proc.appending(path: "cards"), atomically: false, encoding: .utf8)
    try Self.pcm.write(to: proc.appending(path: "pcm"), atomically: false, encoding: .utf8)
    try "state: RUNNING\nowner_pid   : \(getpid())\n".write(
      to: proc.appending(path: "card1/pcm0c/sub0/status"), atomically: false, encoding: .utf8)
    for name in ["pcmC0D0c", "pcmC0D2c", "pcmC0D0p", "pcmC1D0c", "controlC1"] {
      try Data().write(to: nodes.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: nodes.appending(path: "by-path/pci-0000:00:14.0-usb-0:3:1.2").path,
      withDestinationPath: "../controlC1")
    try body(SoundCards(proc: proc.path, nodes: nodes.path, ready: { nil }))
  }

  @Test func aThreadStandsForItsProcess() throws {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap(Int.init)
    for thread in threads { #expect(SoundCards.process(ofThread: thread) == Int(getpid())) }
    #expect(SoundCards.process(ofThread: Int(Int32.max)) == Int(Int32.max))
  }

  @Test func captureDevicesAreFoundWithNamesThatStay() throws {
    try withMachine { cards in
      let devices = cards.captureDevices()
      #expect(devices.map(\.node) == ["hw:0,0", "hw:0,2", "hw:1,0"])
      #expect(
        devices.map(\.id) == ["alsa:PCH,0", "alsa:PCH,2", "alsa:pci-0000:00:14.0-usb-0:3:1.2,0"])
      #expect(
        devices.map(\.name) == [
          "HDA Intel PCH, ALC887-VD Analog", "HDA Intel PCH, ALC887-VD Alt Analog", "HD Pro Webcam C920",
        ])
    }
  }

  @Test(arguments: [
    ("hw:1,0", true), ("hw:1", true), ("hw:C920", true), ("hw:C920,0", true), ("hw:CARD=C920,DEV=0", true),
    ("hw:1,0,0", true), ("alsa:C920,0", true), ("alsa:PCH,0", false),
    ("alsa:pci-0000:00:14.0-usb-0:3:1.2,0", true), ("hw:1,1", false), ("hw:0,0", false),
    ("hw:", false), ("C920", false), ("plughw:1,0", false), ("hw:1,0,0,0", false),
  ])
  func aDeviceAnswersToItsNames(_ spec: String, _ isNamed: Bool) throws {
    try withMachine { cards in
      let webcam = try #require(cards.captureDevices().last)
      #expect(webcam.isNamed(spec) == isNamed)
    }
  }

  @Test func theHolderIsNamed() throws {
    try withMachine { cards in
      let devices = cards.captureDevices()
      #expect(cards.holder(of: devices[2]) == "retake itself")
      #expect(cards.holder(of: devices[0]) == nil)
      try "owner_pid   : 1\n".write(
        toFile: cards.proc + "/card1/pcm0c/sub0/status", atomically: false, encoding: .utf8)
      let holder = try #require(cards.holder(of: devices[2]))
      #expect(holder.hasSuffix(" (process 1)"))
      let error = cards.reason(SystemError("open", code: EBUSY), of: devices[2])
      #expect(error.code == .deviceBusy && error.party == holder)
      #expect(error.message == "microphone 'HD Pro Webcam C920' (hw:1,0) is in use by \(holder)")
    }
  }

  @Test func aCardIsListedWhenUdevIsDoneWithIt() throws {
    try withMachine { cards in
      var cards = cards
      let socket = "/dev/snd/by-path/pci-0000:00:14.0-usb-0:3:1.2"
      var nodes = ["pcmC0D0c", "pcmC0D2c", "controlC0", "pcmC1D0c"].map {
        UdevDevice(node: "/dev/snd/\($0)", systemName: $0)
      }
      cards.ready = { [nodes] in nodes }
      #expect(cards.captureDevices().map(\.id) == ["alsa:PCH,0", "alsa:PCH,2"])
      nodes.append(UdevDevice(node: "/dev/snd/controlC1", systemName: "controlC1", links: [socket]))
      cards.ready = { [nodes] in nodes }
      #expect(cards.captureDevices().last?.id == "alsa:pci-0000:00:14.0-usb-0:3:1.2,0")
      // Udev says so, and there is no node: a container.
      nodes.append(UdevDevice(node: "/dev/snd/pcmC12D1c", systemName: "pcmC12D1c"))
      nodes.append(UdevDevice(node: "/dev/snd/controlC12", systemName: "controlC12"))
      cards.ready = { [nodes] in nodes }
      #expect(cards.captureDevices().count == 3)
    }
  }

  @Test(arguments: [
    ("hw:1,0", true), ("plughw:1,0", true), ("plughw:CARD=C920,DEV=0", true), ("alsa:C920,0", true),
    ("plughw:1,1", false), ("null", false), ("no-such-name-of-alsa", false), ("", false),
  ])
  func anotherNameOfALSAsIsFollowedToTheCard(_ name: String, _ isSame: Bool) throws {
    try withMachine { cards in
      let id = "alsa:pci-0000:00:14.0-usb-0:3:1.2,0"
      #expect(ALSAMicrophones.isMicrophone(id, named: name, in: cards) == isSame)
    }
  }

  @Test func aMachineWithoutSoundHasNoMicrophone() {
    let nothing = SoundCards(proc: "/nonexistent", nodes: "/nonexistent", ready: { nil })
    #expect(nothing.captureDevices().isEmpty && ALSAMicrophones.descriptions(in: nothing).isEmpty)
    let missing = #expect(throws: RetakeError.self) { _ = try ALSAMicrophones.openDefault(in: nothing) }
    #expect(missing == .noMicrophone)
    for name in ["hw:0,0", "alsa:C920,0", "no-such-name-of-alsa"] {
      let unknown = #expect(throws: RetakeError.self) { _ = try ALSAMicrophones.open(name, in: nothing) }
      #expect(unknown == .microphoneMissing(name))
    }
  }

  @Test(arguments: [
    (EBUSY, RetakeError.Code.deviceBusy), (EAGAIN, .deviceBusy), (EACCES, .deviceNotPermitted),
    (EPERM, .deviceNotPermitted), (ENODEV, .deviceMissing), (ENOENT, .deviceMissing), (EINVAL, .notSupported),
    (EIO, .deviceMissing),
  ])
  func eachRefusalSaysWhy(_ code: Int32, _ expected: RetakeError.Code) {
    let error = RetakeError.cannotOpen(
      microphone: "hw:0,0", SystemError("open", code: code), holder: "arecord (process 7)")
    #expect(error.code == expected && error.message.contains("hw:0,0"))
    #expect(error.message.contains("arecord") == (expected == .deviceBusy))
    #expect(error.advice.contains("group audio") == (expected == .deviceNotPermitted))
  }

  @Test func damagedListsAreReadAsFarAsTheyMakeSense() {
    #expect(SoundCards.cards(in: "--- no soundcards ---\n").isEmpty)
    let pcm = "00-00: a\n: : : capture\n99999999999999999999-0: a : b : capture 1\n"
    #expect(SoundCards.captures(in: pcm).isEmpty)
    #expect(SoundCards.owner(in: "closed\n") == nil)
  }
}

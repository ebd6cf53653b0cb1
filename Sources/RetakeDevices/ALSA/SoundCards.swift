internal import RetakeMedia
internal import RetakeRuntime

/// The capture devices of the machine, as the kernel lists them in /proc/asound: readable by everyone, and without
/// opening what another program may use.
struct SoundCards: Sendable {
  /// Where the kernel tells of its cards.
  var proc = "/proc/asound"
  /// Where the nodes are, and udev's `by-path`, which says into which socket a card is plugged.
  var nodes = "/dev/snd"
  /// The nodes that udev is done with, and their links; nil where it does not run.
  var ready: @Sendable () -> [UdevDevice]? = {
    Udev.hasDaemon ? Udev.devices(subsystem: DeviceEvent.soundCards) : nil
  }

  /// A device that sound can be captured from.
  struct Device: Hashable, Sendable {
    /// Number of the card, in the order of their coming.
    var card: Int
    /// Number on the card.
    var device: Int
    /// The kernel's short name of the card, such as `C920`.
    var cardID: String
    /// udev's name of the socket, where udev runs.
    var path: String?
    /// What people call it.
    var name: String

    /// ALSA's name.
    var node: String { "hw:\(card),\(device)" }

    /// The name of its node in /dev/snd.
    var fileName: String { "pcmC\(card)D\(device)c" }

    /// The same after each start: by the socket, or by the card's own name where the socket is not known. Two cards of
    /// a kind change their names when one is missing, but not their sockets.
    var id: String { Self.id(path ?? cardID, device) }

    private static func id(_ card: String, _ device: Int) -> String { "alsa:\(card),\(device)" }

    /// Whether `spec` names it: its id, that which it has where udev does not run, or ALSA's hw:0,0, hw:Card,0, hw:CARD=Card,DEV=0, with or without a device (0)
    /// and a subdevice.
    func isNamed(_ spec: String) -> Bool {
      if spec == id || spec == Self.id(cardID, device) { return true }
      guard spec.hasPrefix("hw:") else { return false }
      let parts = spec.dropFirst(3).split(separator: ",", omittingEmptySubsequences: false).map { part in
        part.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
      }
      guard let first = parts.first, parts.count <= 3 else { return false }
      let number = parts.count > 1 ? parts[1] : "0"
      return (first == cardID || first == String(card)) && number == String(device)
    }
  }

  /// The capture devices that are there now, by number. In a container the kernel tells of cards that have no nodes
  /// there: those are left out. So are those that udev still works on: they have no name yet that stays, and are told of
  /// when they are ready.
  func captureDevices() -> [Device] {
    let cards = Self.cards(in: text("cards"))
    let ready = ready()
    let paths = ready.map(Self.paths) ?? linkedPaths()
    let nodes = Set((try? SystemCalls.names(inFolder: nodes)) ?? [])
    let isReady = ready.map { devices in
      let names = Set(devices.map(\.systemName))
      return { (device: Device) in names.isSuperset(of: [device.fileName, "controlC\(device.card)"]) }
    }
    let found = Self.captures(in: text("pcm"))
    let devices = found.compactMap { capture -> Device? in
      guard let card = cards[capture.card] else { return nil }
      let isOnly = found.count { $0.card == capture.card } == 1
      return Device(
        card: capture.card, device: capture.device, cardID: card.id, path: paths[capture.card],
        name: isOnly ? card.name : "\(card.name), \(capture.name)")
    }
    return devices.filter { nodes.contains($0.fileName) && isReady?($0) != false }
  }

  /// Why opening `device` failed with `error`. To a user who may not open a card alsa-lib says that there is none.
  func reason(_ error: SystemError, of device: Device) -> RetakeError {
    let path = "\(nodes)/\(device.fileName)"
    let isForbidden = error.isDeviceGone && SoundCardSystemCalls.isForbidden(path)
    return .cannotOpen(
      microphone: "'\(device.name)' (\(device.node))",
      isForbidden ? SystemError("open \(path)", code: SystemError.forbidden) : error,
      holder: holder(of: device))
  }

  /// The program that has `device` open, as `arecord (process 123)`; nil where that cannot be known.
  func holder(of device: Device) -> String? {
    let folder = "\(proc)/card\(device.card)/pcm\(device.device)c"
    for entry in (try? SystemCalls.names(inFolder: folder)) ?? [] where entry.hasPrefix("sub") {
      let status = text("card\(device.card)/pcm\(device.device)c/\(entry)/status")
      guard let process = Self.owner(in: status).map(Self.process(ofThread:)) else { continue }
      if process == SoundCardSystemCalls.thisProcess { return "retake itself" }
      let name = Self.text(of: "/proc/\(process)/comm").split(separator: "\n").first
      return name.map { "\($0) (process \(process))" } ?? "process \(process)"
    }
    return nil
  }

  /// The kernel calls a substream's owner a process, and means the thread that opened it.
  static func process(ofThread thread: Int) -> Int {
    let line = text(of: "/proc/\(thread)/status").split(separator: "\n").first { $0.hasPrefix("Tgid:") }
    return line.flatMap { Int($0.dropFirst("Tgid:".count).drop { $0 == "\t" || $0 == " " }) } ?? thread
  }

  /// The owner in the status of a substream; nil where that is closed.
  static func owner(in status: String) -> Int? {
    for line in status.split(separator: "\n") where line.hasPrefix("owner_pid") {
      return line.split(separator: ":").last.flatMap { Int($0.drop { $0 == " " }) }
    }
    return nil
  }

  /// Ids and names by number: lines such as ` 0 [C920           ]: USB-Audio - HD Pro Webcam C920`.
  static func cards(in text: String) -> [Int: (id: String, name: String)] {
    var cards: [Int: (id: String, name: String)] = [:]
    for line in text.split(separator: "\n") {
      guard let match = line.wholeMatch(of: /\s*(\d+) \[(.+?)\s*\]: (?:.*? - )?(.*?)\s*/),
        let number = Int(match.1)
      else { continue }
      cards[number] = (String(match.2), String(match.3.isEmpty ? match.2 : match.3).inOneLine())
    }
    return cards
  }

  /// Capture devices: lines such as `00-00: USB Audio : USB Audio : capture 1`.
  static func captures(in text: String) -> [(card: Int, device: Int, name: String)] {
    text.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: /^(\d+)-(\d+): (.*?) : (.*?) : (.*)$/),
        match.5.contains("capture"), let card = Int(match.1), let device = Int(match.2)
      else { return nil }
      return (card, device, String(match.4.isEmpty ? match.3 : match.4).inOneLine())
    }
  }

  /// The sockets of the cards, as udev tells them: `/dev/snd/by-path/pci-0000:00:14.0-usb-0:3:1.2` of `controlC1`.
  private static func paths(of devices: [UdevDevice]) -> [Int: String] {
    var paths: [Int: String] = [:]
    for device in devices {
      guard let match = device.systemName.wholeMatch(of: /controlC(\d+)/), let card = Int(match.1) else {
        continue
      }
      paths[card] = device.links.first { $0.contains("/by-path/") }?.split(separator: "/").last.map(
        String.init)
    }
    return paths
  }

  /// The same as links: `pci-0000:00:14.0-usb-0:3:1.2 -> ../controlC1`.
  private func linkedPaths() -> [Int: String] {
    var paths: [Int: String] = [:]
    let byPath = "\(nodes)/by-path"
    for name in ((try? SystemCalls.names(inFolder: byPath)) ?? []).sorted() {
      guard let target = SoundCardSystemCalls.linkTarget("\(byPath)/\(name)"),
        let match = target.firstMatch(of: /controlC(\d+)$/), let card = Int(match.1), paths[card] == nil
      else { continue }
      paths[card] = name
    }
    return paths
  }

  private func text(_ name: String) -> String {
    Self.text(of: "\(proc)/\(name)")
  }

  private static func text(of path: String) -> String {
    String(decoding: (try? SystemCalls.read(path, limit: 65_536)) ?? [], as: UTF8.self)
  }
}

internal import RetakeMedia
internal import RetakeRuntime

/// Finds and opens the microphones of ALSA. Any thread may call; nothing is kept.
enum ALSAMicrophones {
  /// Those that are there now. Each is opened for a moment to ask what it offers.
  static func descriptions(in cards: SoundCards = SoundCards()) -> [MicrophoneDescription] {
    cards.captureDevices().map { device in
      var entry = MicrophoneDescription(id: device.id, name: device.name, formats: [])
      entry.node = device.node
      do throws(SystemError) {
        let offers = try ALSAPCM.offers(of: device.node)
        entry.formats = offers.formats
        entry.sampleFormats = offers.samples.map(\.rawValue)
      } catch {
        entry.problem = cards.reason(error, of: device).inOneSentence
      }
      return entry
    }
  }

  /// Opens the microphone of this id, node, or any other name of ALSA's (`plughw:0,0`, one of ~/.asoundrc).
  static func open(_ name: String, in cards: SoundCards = SoundCards()) throws(RetakeError) -> ALSAMicrophone
  {
    if let device = find(name, in: cards) {
      return try open(device, as: name.hasPrefix("alsa:") ? device.node : name, in: cards)
    }
    guard !name.hasPrefix("hw:"), !name.hasPrefix("alsa:") else { throw .microphoneMissing(name) }
    do throws(SystemError) {
      return ALSAMicrophone(try ALSAPCM(name: name), name: name)
    } catch {
      throw error.isDeviceGone
        ? .microphoneMissing(name) : .cannotOpen(microphone: "'\(name)'", error, holder: nil)
    }
  }

  /// Opens the first one that can be, those of ALSA's default card before others. Where none can, the error is that of
  /// the first.
  static func openDefault(in cards: SoundCards = SoundCards()) throws(RetakeError) -> ALSAMicrophone {
    var failure: RetakeError?
    for device in ranked(in: cards) {
      do throws(RetakeError) {
        return try open(device, as: device.node, in: cards)
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? .noMicrophone
  }

  /// Whether `name` stands for the microphone with this id.
  static func isMicrophone(_ id: String, named name: String, in cards: SoundCards = SoundCards()) -> Bool {
    name == id || find(name, in: cards)?.id == id
  }

  /// Whether the microphone with this id is the one that is taken where none is named.
  static func isDefault(_ id: String, in cards: SoundCards = SoundCards()) -> Bool {
    ranked(in: cards).first?.id == id
  }

  /// The device of an id, a node, or what another name of ALSA's stands for.
  private static func find(_ name: String, in cards: SoundCards) -> SoundCards.Device? {
    let devices = cards.captureDevices()
    if let device = devices.first(where: { $0.isNamed(name) }) { return device }
    guard !devices.isEmpty, let node = ALSALibrary.hardware(of: name) else { return nil }
    return devices.first { $0.isNamed(node) }
  }

  private static func ranked(in cards: SoundCards) -> [SoundCards.Device] {
    let devices = cards.captureDevices()
    let preferred = devices.isEmpty ? nil : ALSALibrary.defaultCard
    return devices.filter { $0.card == preferred } + devices.filter { $0.card != preferred }
  }

  private static func open(
    _ device: SoundCards.Device, as name: String, in cards: SoundCards
  ) throws(RetakeError) -> ALSAMicrophone {
    do throws(SystemError) {
      let pcm = try ALSAPCM(name: name)
      Log.info("microphone \(name), \(device.name): \(pcm.setup)")
      return ALSAMicrophone(pcm, name: name, id: device.id, title: device.name)
    } catch {
      throw cards.reason(error, of: device)
    }
  }
}

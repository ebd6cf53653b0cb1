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
        entry.problem = cards.reason(error, of: device).message
      }
      return entry
    }
  }

  /// Opens the microphone of this id, node, or any other name of ALSA's (`plughw:0,0`, one of ~/.asoundrc).
  static func open(_ name: String, in cards: SoundCards = SoundCards()) throws(RetakeError) -> ALSAMicrophone
  {
    if let device = cards.captureDevices().first(where: { $0.isNamed(name) }) {
      return try open(device, as: name == device.id ? device.node : name, in: cards)
    }
    guard !name.hasPrefix("hw:"), !name.hasPrefix("alsa:") else { throw .microphoneMissing(name) }
    do throws(SystemError) {
      return ALSAMicrophone(try ALSAPCM(name: name), name: name)
    } catch {
      throw .cannotOpen(microphone: name, error, holder: nil)
    }
  }

  /// Opens the first one that can be, those of ALSA's default card before others. Where none can, the error is that of
  /// the first.
  static func openDefault(in cards: SoundCards = SoundCards()) throws(RetakeError) -> ALSAMicrophone {
    let devices = cards.captureDevices()
    let preferred = devices.isEmpty ? nil : ALSALibrary.defaultCard
    var failure: RetakeError?
    for device in devices.filter({ $0.card == preferred }) + devices.filter({ $0.card != preferred }) {
      do throws(RetakeError) {
        return try open(device, as: device.node, in: cards)
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? .noMicrophone
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

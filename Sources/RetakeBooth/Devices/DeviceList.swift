internal import Foundation
internal import RetakeDevices
internal import RetakeKiosk
package import RetakeMedia
internal import RetakeRemote

/// What `retake devices` and the socket's `devices` list.
package struct DeviceList: Hashable, Encodable, Sendable {
  /// Cameras, the built-in one among them.
  package var cameras: [CameraEntry]
  /// Microphones, the built-in one among them.
  package var microphones: [Microphone]
  /// Encoders that work on this machine.
  package var encoders: [EncoderDescription]
  /// Those that do not, and why.
  package var missingEncoders: [EncoderDescription]

  private enum CodingKeys: String, CodingKey {
    case cameras, microphones, encoders
    case missingEncoders = "missing_encoders"
  }

  /// A microphone.
  package struct Microphone: Hashable, Encodable, Sendable {
    package var id: String
    package var name: String
    package var formats: [SoundFormat]
    /// ALSA's name, for a sound card.
    package var node: String?
    /// ALSA's names of the forms of samples that a sound card offers, the preferred one first.
    package var sampleFormats: [String]
    /// Why it cannot be opened now, where it cannot.
    package var problem: String?

    private enum CodingKeys: String, CodingKey {
      case id, name, formats, node, problem
      case sampleFormats = "sample_formats"
    }
  }

  /// What a microphone can be set to.
  package struct SoundFormat: Hashable, Encodable, Sendable {
    /// Samples a second.
    package var rate: Int
    package var channels: Int
  }
}

extension DeviceList {
  /// What is there now (of all `encoders`, each tried, those that work), and what `chooser` would set cameras to.
  package static func current(_ chooser: FormatChooser, encoders: [EncoderDescription]) -> DeviceList {
    DeviceList(
      cameras: Discovery.cameras().map { CameraEntry($0, chooser) },
      microphones: Discovery.microphones().map { microphone in
        Microphone(
          id: microphone.id, name: microphone.name,
          formats: microphone.formats.map { SoundFormat(rate: $0.sampleRate, channels: $0.channels) },
          node: microphone.node, sampleFormats: microphone.sampleFormats, problem: microphone.problem)
      },
      encoders: encoders.filter { $0.problem == nil }, missingEncoders: encoders.filter { $0.problem != nil })
  }

  /// This program has `microphone` open, so that it cannot be asked what it offers, and is no problem either.
  mutating func setOpen(_ microphone: OpenMicrophone) {
    for index in microphones.indices where microphones[index].id == microphone.id {
      microphones[index].problem = nil
      if microphones[index].formats.isEmpty, let format = microphone.format {
        microphones[index].formats = [SoundFormat(rate: format.sampleRate, channels: format.channels)]
      }
    }
  }

  /// What a guest or a script may change to in turn: real devices that can be used, and those that are used now.
  func choices(camera: String?, microphone: String?) -> KioskDevices {
    var devices = KioskDevices()
    devices.camera = camera
    devices.microphone = microphone
    devices.cameras = Self.choices(
      cameras.filter { $0.problem == nil && $0.choice != nil }.map(\.id), with: camera)
    devices.microphones = Self.choices(microphones.filter { $0.problem == nil }.map(\.id), with: microphone)
    return devices
  }

  private static func choices(_ ids: [String], with present: String?) -> [String] {
    let real = ids.filter { $0 != "test" }
    guard let present, !real.contains(present) else { return real }
    return [present] + real
  }
}

extension DeviceList {
  /// As the socket answers it: just as `retake devices --json` prints it.
  var fields: RemoteObject {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let line = try? encoder.encode(self),
      let object = RemoteObject(line: String(decoding: line, as: UTF8.self))
    else { preconditionFailure("a list of devices is plain JSON") }
    return object
  }
}

internal import RetakeDevices
public import RetakeMedia

/// A camera or a microphone that is there: what it is called, and what it can be set to.
public struct CaptureDevice: Hashable, Sendable, Identifiable {
  /// What a device gives.
  public enum MediaType: String, Sendable, CaseIterable {
    /// Pictures.
    case video
    /// Sound.
    case audio
  }

  /// Whether this user may open devices. Linux asks nobody: the groups of the user decide, when they log in.
  public enum AuthorizationStatus: String, Sendable {
    /// Nothing is known to stand in the way.
    case authorized
    /// The user may not open it.
    case denied
  }

  /// Names it wherever it is plugged in, as far as it has a number of its own; `DeviceSpec.device` takes it.
  public let uniqueID: String
  /// What people call it.
  public let localizedName: String
  /// What it gives.
  public let mediaType: MediaType
  /// Where it sits.
  public let position: CameraPosition
  /// What a camera offers; empty for a microphone.
  public let formats: [CaptureFormat]
  /// What can be set on a camera.
  public let controls: [CameraControl]
  /// Why it cannot be used now, such as another program that holds it; nil where nothing is known.
  public let problem: RetakeError?

  /// Names it; see `uniqueID`.
  public var id: String { uniqueID }

  /// What opens it.
  public var spec: DeviceSpec { DeviceSpec(uniqueID) ?? .device(uniqueID) }

  /// Whether this user may open it.
  public var authorizationStatus: AuthorizationStatus {
    problem?.code == .deviceNotPermitted ? .denied : .authorized
  }

  /// The devices of a kind that are there now, the built-in test device last. Asks the drivers, which may take
  /// as long as they like: not for the thread that draws.
  public static func devices(for mediaType: MediaType) -> [CaptureDevice] {
    switch mediaType {
    case .video: Discovery.cameras().map(CaptureDevice.init)
    case .audio: Discovery.microphones().map(CaptureDevice.init)
    }
  }

  /// Whether this user may open the devices of a kind: denied where all that are there are.
  public static func authorizationStatus(for mediaType: MediaType) -> AuthorizationStatus {
    let real = devices(for: mediaType).filter { $0.uniqueID != "test" }
    return !real.isEmpty && real.allSatisfy { $0.authorizationStatus == .denied } ? .denied : .authorized
  }

  /// The best setting that `preset` allows on a camera, and why; nil where it has none that can be read.
  public func format(for preset: SessionPreset, frameRate: Double = 30) -> FormatChoice? {
    FormatChooser(preset: preset, frameRate: frameRate).choose(from: formats)
  }
}

extension CaptureDevice {
  fileprivate init(_ camera: CameraDescription) {
    uniqueID = camera.id
    localizedName = camera.name
    mediaType = .video
    position = camera.position
    formats = camera.formats
    controls = camera.controls
    problem = camera.problem
  }

  fileprivate init(_ microphone: MicrophoneDescription) {
    uniqueID = microphone.id
    localizedName = microphone.name
    mediaType = .audio
    position = .unspecified
    formats = []
    controls = []
    problem = nil
  }
}

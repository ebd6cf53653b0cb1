package import RetakeMedia

/// The devices that a guest or a script may choose among, as far as the brain has to know them.
package struct KioskDevices: Hashable, Sendable {
  /// Ids of the cameras that can be changed to in turn, the present one among them.
  package var cameras: [String] = []
  /// Ids of the microphones.
  package var microphones: [String] = []
  /// What is used now; nil for none.
  package var camera: String?
  package var microphone: String?

  package init() {}

  /// The camera after the present one; nil where there is no other.
  var nextCamera: String? { Self.next(after: camera, in: cameras) }
  /// The microphone after the present one; nil where there is no other.
  var nextMicrophone: String? { Self.next(after: microphone, in: microphones) }

  private static func next(after id: String?, in ids: [String]) -> String? {
    let index = id.flatMap { ids.firstIndex(of: $0) }
    let next = ids.isEmpty ? nil : ids[((index ?? -1) + 1) % ids.count]
    return next == id ? nil : next
  }
}

/// A change of the devices, carried out by the main loop and answered by `KioskEvent.Kind.changed`.
package enum DeviceChange: Hashable, Sendable {
  /// To the camera of this id, node or other SPEC.
  case camera(String)
  case microphone(String)
  case preset(SessionPreset)
}

extension KioskState {
  /// A change that is under way.
  struct PendingChange: Hashable, Sendable {
    var generation: Int
    /// Who is to be answered; nil where it was a guest.
    var request: Int?
    var since: MediaTime
  }
}

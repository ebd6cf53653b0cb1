package import RetakeKiosk

/// What `state` answers, and each event of a state.
package struct StateReport: Hashable, Sendable {
  /// The take that is being looked at or decided on.
  package struct Take: Hashable, Sendable {
    /// nil for a file that is no take of the library.
    package var id: String?
    package var path: String
    /// Seconds.
    package var duration: Double

    package init(id: String?, path: String, duration: Double) {
      self.id = id
      self.path = path
      self.duration = duration
    }
  }

  package var state: KioskPhase
  package var take: Take?
  /// Seconds from the take's start.
  package var position: Double
  package var isPlaying: Bool
  /// The name of what is recorded from; nil where there is none.
  package var camera: String?
  package var microphone: String?

  package init(
    state: KioskPhase, take: Take? = nil, position: Double = 0, isPlaying: Bool = false,
    camera: String? = nil, microphone: String? = nil
  ) {
    self.state = state
    self.take = take
    self.position = position
    self.isPlaying = isPlaying
    self.camera = camera
    self.microphone = microphone
  }

  /// Its fields, flat beside `ok` or `event`.
  package var fields: RemoteObject {
    let take = take.map { take -> RemoteValue in
      .object([
        "id": RemoteValue(take.id), "path": .text(take.path),
        "duration": RemoteValue(measured: take.duration),
      ])
    }
    return [
      "state": .text(state.rawValue), "take": take ?? .null, "position": RemoteValue(measured: position),
      "playing": .bool(isPlaying), "camera": RemoteValue(camera), "microphone": RemoteValue(microphone),
    ]
  }
}

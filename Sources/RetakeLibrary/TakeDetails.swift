package import RetakeMedia

/// What a recorder knows about its take when the file is complete.
package struct TakeDetails: Hashable, Sendable {
  /// How long it plays.
  package var duration: MediaTime?
  /// Why it ended, in the words of `record --json`.
  package var reason: String?
  /// The camera's name or SPEC.
  package var camera: String?
  /// The microphone's name or SPEC; nil without sound.
  package var microphone: String?
  /// What it was recorded with: codec, size and the like.
  package var settings: [String: String]
  /// The operator's words.
  package var tags: [String]

  /// Details; see the fields.
  package init(
    duration: MediaTime? = nil, reason: String? = nil, camera: String? = nil, microphone: String? = nil,
    settings: [String: String] = [:], tags: [String] = []
  ) {
    self.duration = duration
    self.reason = reason
    self.camera = camera
    self.microphone = microphone
    self.settings = settings
    self.tags = tags
  }
}

package import RetakeMedia

/// A camera that is there, for lists and for being chosen.
package struct CameraDescription: Hashable, Sendable {
  /// What `--camera` takes to open it: the same wherever it is plugged in, as far as it has a number of its own,
  /// else the same as long as it stays in its socket.
  package var id: String
  /// What people call it.
  package var name: String
  /// Its node; nil for the built-in one.
  package var node: String?
  /// Other names that `--camera` takes for it.
  package var aliases: [String] = []
  /// Where it sits.
  package var position = CameraPosition.unspecified
  /// What it can be set to; for the test camera a selection.
  package var formats: [CaptureFormat]
  /// What can be set on it.
  package var controls: [CameraControl] = []
  /// Why it cannot be used now; nil where nothing is known to stand in the way.
  package var problem: RetakeError?

  /// A camera's entry; see the fields.
  package init(id: String, name: String, node: String? = nil, formats: [CaptureFormat]) {
    self.id = id
    self.name = name
    self.node = node
    self.formats = formats
  }
}

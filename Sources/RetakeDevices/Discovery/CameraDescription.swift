package import RetakeMedia

/// A camera that can be opened, for lists.
package struct CameraDescription: Hashable, Sendable {
  /// What `--camera` takes to open it.
  package var id: String
  /// What people call it.
  package var name: String
  /// What it can be set to; for the test camera a selection.
  package var formats: [VideoFormat]

  /// A camera's entry.
  package init(id: String, name: String, formats: [VideoFormat]) {
    self.id = id
    self.name = name
    self.formats = formats
  }
}

package import RetakeMedia

/// A microphone that can be opened, for lists.
package struct MicrophoneDescription: Hashable, Sendable {
  /// What `--microphone` takes to open it.
  package var id: String
  /// What people call it.
  package var name: String
  /// What it can be set to.
  package var formats: [AudioFormat]

  /// A microphone's entry.
  package init(id: String, name: String, formats: [AudioFormat]) {
    self.id = id
    self.name = name
    self.formats = formats
  }
}

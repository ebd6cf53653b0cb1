package import RetakeMedia

/// A microphone that can be opened, for lists.
package struct MicrophoneDescription: Hashable, Sendable {
  /// What `--microphone` takes to open it.
  package var id: String
  /// What people call it.
  package var name: String
  /// What it can be set to; none where that could not be asked.
  package var formats: [AudioFormat]
  /// ALSA's name now, which `--microphone` takes too; nil for what is no sound card.
  package var node: String?
  /// ALSA's names of the forms of samples that it offers, the preferred one first.
  package var sampleFormats: [String] = []
  /// Why it cannot be opened now; nil where it can.
  package var problem: String?

  /// A microphone's entry.
  package init(id: String, name: String, formats: [AudioFormat]) {
    self.id = id
    self.name = name
    self.formats = formats
  }
}

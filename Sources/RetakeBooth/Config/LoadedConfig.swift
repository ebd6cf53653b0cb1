package import RetakeKiosk
package import RetakeMedia
internal import RetakeRuntime

/// The config of this run, and where it came from.
package struct LoadedConfig: Hashable, Sendable {
  /// What holds.
  package var config: Config
  /// The files that were read, in the order in which they were laid.
  package var files: [String]
  /// Where the operator's changes are kept.
  package var overlay: String

  /// A config; see the fields.
  package init(config: Config, files: [String], overlay: String) {
    self.config = config
    self.files = files
    self.overlay = overlay
  }
}

extension LoadedConfig {
  /// Defaults, then the config file, then the operator's changes, then the command line.
  ///
  /// The file is `named`, else the one that $RETAKE_CONFIG names, else the first that exists of the usual
  /// ones; one that is named must exist.
  /// - Throws: `invalidArgument` naming file and key.
  package static func load(
    named: String?, arguments: [String: ConfigValue], places: Places = Places()
  ) throws(RetakeError) -> LoadedConfig {
    let named = named ?? places.namedConfigFile
    let file = named ?? places.configFiles.first(where: exists)
    let overlay = places.overlay(of: file ?? places.configFiles[0])
    var loaded = LoadedConfig(config: Config(), files: [], overlay: overlay)
    if let file { try loaded.lay(file) }
    if overlay != file, exists(overlay) { try loaded.lay(overlay) }
    try loaded.config.lay(arguments, from: .commandLine)
    return loaded
  }

  private mutating func lay(_ file: String) throws(RetakeError) {
    try config.lay(try ConfigFile.read(file), from: .file(file))
    files.append(file)
  }

  private static func exists(_ path: String) -> Bool {
    (try? SystemCalls.status(of: path)) != nil
  }
}

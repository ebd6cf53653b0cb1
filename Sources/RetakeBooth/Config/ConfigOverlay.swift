package import RetakeKiosk
package import RetakeMedia
internal import RetakeRuntime

/// The file of changes that are made while the kiosk runs; a hand-written config is never touched.
package enum ConfigOverlay {
  private static let head = "// Changes that were made while Retake ran. They are laid over retake.json5.\n"

  /// Sets one key of the file at `path`, which is made where it is not there; the others stay. The file is replaced in
  /// one step. Waits for the disk.
  ///
  /// - Throws: why the file cannot be read or written; then it is as it was.
  package static func set(_ name: String, to value: ConfigValue, in path: String) throws(RetakeError) {
    var values = (try? SystemCalls.status(of: path)) == nil ? [:] : try ConfigFile.read(path)
    values[name] = value
    let text = head + ConfigValue.object(values).json() + "\n"
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let draft = path + ".new"
    do throws(SystemError) {
      if (try? SystemCalls.status(of: folder)) == nil { try SystemCalls.makeFolder(folder) }
      try write(text, to: draft)
      try SystemCalls.rename(draft, to: path)
      try SystemCalls.synchronize(folder: folder)
    } catch {
      throw RetakeError(storing: path, error)
    }
  }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    var file = try OutputFile(path: path)
    try file.write(text)
    try file.synchronize()
  }
}

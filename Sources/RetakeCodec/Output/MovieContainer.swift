/// The kinds of file that are written.
package enum MovieContainer: String, Sendable, CaseIterable {
  /// MPEG-4 Part 14.
  case mp4
  /// QuickTime.
  case mov

  /// By the ending of the file's name, in any case; nil for any other ending.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}

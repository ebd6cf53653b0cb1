/// The size of a window, in pixels.
package struct WindowSize: Hashable, Sendable {
  /// Pixels a line.
  package var width: Int
  /// Lines.
  package var height: Int

  /// A size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads WxH; nil where it is none, or none that a screen or a person's eyes can use.
  package init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (160...16_384).contains(width), (120...16_384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  /// As it is written.
  package var text: String {
    "\(width)x\(height)"
  }
}

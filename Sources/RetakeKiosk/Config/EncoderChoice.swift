package import RetakeMedia

/// Which encoder a take uses: NAME[:SPEED], or the program's choice.
package struct EncoderChoice: Hashable, Sendable {
  /// The encoder's name in FFmpeg; nil: the best one that is there.
  package var name: String?
  /// The rung of the ladder; nil: a trial on this machine tells.
  package var speed: EncoderSpeed?

  /// A choice; none by itself.
  package init(name: String? = nil, speed: EncoderSpeed? = nil) {
    self.name = name
    self.speed = speed
  }

  /// Reads `auto` or NAME[:SPEED]; nil where it is neither.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
    else { return nil }
    guard parts.count == 2 else {
      self.init(name: name == "auto" ? nil : String(name))
      return
    }
    guard name != "auto", let speed = EncoderSpeed(rawValue: String(parts[1])) else { return nil }
    self.init(name: String(name), speed: speed)
  }

  /// As it is written.
  package var text: String {
    (name ?? "auto") + (speed.map { ":" + $0.rawValue } ?? "")
  }
}

internal import RetakeCodec
internal import RetakeMedia

// What can go wrong with a file in a device's place, in words for a person.

extension RetakeError {
  /// `path` cannot stand for a `device` ("camera", "microphone").
  static func unusable(_ path: String, as device: String, _ error: CodecError) -> RetakeError {
    let advice =
      error.code == .notSeekable
      ? "Give the file's path instead of a pipe, or send Matroska or fragmented MP4."
      : "Name a video or audio file that can be read, or another --\(device) (test, none)."
    return RetakeError(
      .deviceMissing, "file:\(path.onOneLine) cannot be the \(device): \(error.text)", advice: advice)
  }

  /// A pipe is read once.
  static func shared(_ path: String) -> RetakeError {
    RetakeError(
      .invalidArgument,
      "\(path == "-" ? "standard input" : path.onOneLine) can be the camera or the microphone, not both",
      advice: "Give the file's path to both, or name another --microphone (test, none).")
  }

  /// A file opened well, but nothing in it can be decoded.
  static func undecodable(_ what: String, _ name: String) -> RetakeError {
    RetakeError(
      .deviceLost, "no \(what) in \(name.onOneLine) can be decoded",
      advice: "The file is damaged; try another one.")
  }

  /// Standard input cannot begin again.
  static func inputEnded(_ name: String) -> RetakeError {
    RetakeError(.deviceLost, "\(name.onOneLine) ended")
  }
}

extension String {
  /// Names of files may have line breaks; messages may not.
  fileprivate var onOneLine: String {
    String(map { $0.isNewline ? " " : $0 })
  }
}

extension Demuxer {
  /// So many failures in a row are taken for the end.
  private static var patience: Int { 100 }

  /// The next packet, past damaged places; nil at the end.
  mutating func readPatiently() -> DemuxedPacket? {
    for _ in 0..<Self.patience {
      do { return try read() } catch { continue }
    }
    return nil
  }
}

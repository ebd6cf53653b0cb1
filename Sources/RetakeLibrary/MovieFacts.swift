internal import RetakeCodec
package import RetakeMedia

/// What a movie's file itself tells of it.
package struct MovieFacts: Hashable, Sendable {
  /// How long it plays.
  package var duration: MediaTime
  /// As in a sidecar: `h264`.
  package var codec: String
  /// As in a sidecar: `1280x720`.
  package var size: String

  /// Facts; see the fields.
  package init(duration: MediaTime, codec: String, size: String) {
    self.duration = duration
    self.codec = codec
    self.size = size
  }

  /// Opens the file at `path`: its index and first packets are read, whatever its length. Throws
  /// `inputUnreadable` where it has no pictures that can be decoded, or does not say how long it is.
  package static func read(_ path: String) throws(RetakeError) -> MovieFacts {
    do throws(CodecError) {
      let movie = try Demuxer(path: path)
      guard let track = movie.video, let end = movie.declaredEnd, end > .zero else {
        throw CodecError(.invalidData, "open \(path)", "there are no moving pictures in it")
      }
      return MovieFacts(
        duration: end, codec: track.codec?.rawValue ?? track.codecName, size: "\(track.width)x\(track.height)"
      )
    } catch {
      throw RetakeError(.inputUnreadable, "\(path) is not a movie that can be played: \(error.text)")
    }
  }
}

extension TakeRecord {
  /// Whether the file can tell something that is not written here.
  var wantsFacts: Bool {
    duration == nil || settings["codec"] == nil || settings["size"] == nil
  }

  /// Takes over what is not written here.
  mutating func complete(with facts: MovieFacts) {
    duration = duration ?? facts.duration.seconds
    settings["codec"] = settings["codec"] ?? facts.codec
    settings["size"] = settings["size"] ?? facts.size
  }
}

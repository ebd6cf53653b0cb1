package import RetakeMedia

/// What reading a movie to its end has shown. Nothing is decoded: damage is what cannot be read, and samples that the
/// disk never got (see `SampleCheck`).
package struct MovieScan: Sendable {
  /// The pictures, if there are any.
  package let video: VideoTrack?
  /// How long the index says that it is; nil where it does not.
  package let declaredEnd: MediaTime?
  /// Where the packets end that are there.
  package private(set) var observedEnd = MediaTime.zero
  /// Packets of pictures.
  package private(set) var pictureCount = 0
  /// Where the first damage is: the time of the last packet that could be read before; nil where there is none.
  package private(set) var damage: MediaTime?

  /// More unreadable places in a row than this are no file's that can be read on.
  private static let longestDamage = 100

  /// Reads the file at `path`.
  package init(path: String) throws(CodecError) {
    var movie = try Demuxer(path: path)
    video = movie.video
    declaredEnd = movie.declaredEnd
    let hasUnits = movie.video?.hasFourByteLengths == true
    var failures = 0
    while failures < Self.longestDamage {
      do {
        guard let packet = try movie.read() else { break }
        failures = 0
        let isPicture = packet.kind == .video
        if isPicture { pictureCount += 1 }
        let isWhole = packet.storage.withPlane(0) { bytes in
          hasUnits && isPicture
            ? SampleCheck.isWholeNALUnits(bytes.extracting(0..<packet.byteCount))
            : SampleCheck.isNotEmpty(bytes.extracting(0..<packet.byteCount))
        }
        if !isWhole { damage = damage ?? packet.presentationTime ?? movie.observedEnd }
      } catch {
        failures += 1
        damage = damage ?? movie.observedEnd
      }
    }
    observedEnd = movie.observedEnd
  }
}

extension VideoTrack {
  /// Whether its packets are NAL units behind lengths of four bytes, as our recorder writes them (ISO/IEC 14496-15,
  /// 5.3.3.1 and 8.3.3.1).
  fileprivate var hasFourByteLengths: Bool {
    let configuration = parameters.extradata
    let place = codec == .h264 ? 4 : codec == .hevc ? 21 : .max
    guard place < configuration.count, configuration[0] == 1 else { return false }
    return configuration[place] & 3 == 3
  }
}

package import RetakeMedia

/// What reading a movie to its end has shown. The sound is decoded, which takes little; the pictures are not: their damage
/// is what cannot be read, and samples that the disk never got (see `SampleCheck`).
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
  /// Where the first sound is that cannot be decoded.
  package private(set) var soundDamage: MediaTime?

  /// More unreadable places in a row than this are no file's that can be read on.
  private static let longestDamage = 100

  /// Reads the file at `path`.
  package init(path: String) throws(CodecError) {
    var movie = try Demuxer(path: path)
    video = movie.video
    declaredEnd = movie.declaredEnd
    let hasUnits = movie.video?.hasFourByteLengths == true
    var sound = try movie.audio.map { (track) throws(CodecError) in
      try SoundCheck(track, start: movie.startTime)
    }
    var failures = 0
    while failures < Self.longestDamage {
      do throws(CodecError) {
        guard let packet = try movie.read() else { break }
        failures = 0
        let time = packet.presentationTime ?? movie.observedEnd
        if packet.kind == .video {
          pictureCount += 1
          if !Self.isWhole(packet, hasUnits: hasUnits) { damage = damage ?? time }
        } else if sound?.isWhole(packet) == false {
          soundDamage = soundDamage ?? time
        }
      } catch {
        failures += 1
        damage = damage ?? movie.observedEnd
      }
    }
    observedEnd = movie.observedEnd
  }

  private static func isWhole(_ packet: DemuxedPacket, hasUnits: Bool) -> Bool {
    packet.storage.withPlane(0) { bytes in
      hasUnits
        ? SampleCheck.isWholeNALUnits(bytes.extracting(0..<packet.byteCount))
        : SampleCheck.isNotEmpty(bytes.extracting(0..<packet.byteCount))
    }
  }
}

/// Decodes sound for nothing but to see whether that can be done.
private struct SoundCheck: ~Copyable {
  private var decoder: AudioDecoder
  /// Sound that is not packed may well be nothing but zeros.
  private let isPacked: Bool

  init(_ track: AudioTrack, start: MediaTime) throws(CodecError) {
    decoder = try AudioDecoder(track, start: start)
    isPacked = !track.codecName.hasPrefix("pcm_")
  }

  mutating func isWhole(_ packet: DemuxedPacket) -> Bool {
    let hasContent = packet.storage.withPlane(0) { bytes in
      SampleCheck.isNotEmpty(bytes.extracting(0..<packet.byteCount))
    }
    if isPacked && !hasContent { return false }
    do throws(CodecError) {
      try decoder.send(packet)
      while try decoder.receive() != nil {}
      return true
    } catch {
      return false
    }
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

package import RetakeMedia

/// One packet of a file. Times count from the start of the file (see `Demuxer.startTime`).
package struct DemuxedPacket: Sendable {
  /// Which of the two tracks.
  package enum Kind: Sendable {
    /// The video track.
    case video
    /// The audio track.
    case audio
  }

  /// Which track it belongs to.
  package var kind: Kind
  /// When it is shown; nil where the file does not say.
  package var presentationTime: MediaTime?
  /// When it must be decoded; nil where the file does not say.
  package var decodeTime: MediaTime?
  /// How long it lasts, where the file says so.
  package var duration: MediaTime?
  /// Whether decoding can begin here.
  package var isKeyFrame: Bool
  /// Whether it is only there for others to be decoded: an edit list cuts it off.
  package var isDiscarded: Bool
  let packet: PacketStorage

  /// The memory.
  package var storage: any FrameStorage { packet }
  /// Bytes.
  package var byteCount: Int { packet.byteCount }
}

package import RetakeMedia

/// Watches the packets of a camera that compresses its pictures itself (H.264, HEVC; Annex B): tells pictures
/// from bare headers, finds the key frames and the parameter sets, and leaves out pictures whose references did not
/// come. One thread at a time.
package struct CodedStreamWatch: Sendable {
  /// What a packet is.
  package enum Verdict: Sendable {
    /// A picture that can be decoded after those before it; with its kind and its configuration filled in.
    case picture(EncodedPacket)
    /// No picture: headers alone, which are remembered.
    case headers
    /// A picture that is built on one that did not come. All are, up to the next key frame.
    case damaged
  }

  private let codec: VideoCodec
  private var sets: [ParameterSet] = []
  private var configuration: [UInt8] = []
  private var sequence: H264Sequence?
  /// Until the next key frame, nothing can be decoded.
  private var isBroken = true
  private var lastNumber: UInt64?
  /// H.264's frame_num of the last picture that others are built on.
  private var lastFrameNumber: Int?

  /// A watch that has seen nothing yet.
  package init(_ codec: VideoCodec) {
    self.codec = codec
  }

  /// Looks at the next packet of the camera.
  package mutating func look(at packet: EncodedPacket) -> Verdict {
    let unit = packet.storage.withPlane(0) { bytes in
      AccessUnit(bytes.extracting(0..<min(packet.byteCount, bytes.byteCount)), codec: codec)
    }
    // A number that is missing is a picture that the driver lost.
    if let lastNumber, packet.sequence != lastNumber + 1 { isBroken = true }
    lastNumber = packet.sequence
    remember(unit.parameterSets)
    guard let slice = unit.slice else { return unit.parameterSets.isEmpty ? broken() : .headers }
    if slice.isKeyFrame && !configuration.isEmpty {
      isBroken = false
    } else if misses(slice) {
      isBroken = true
    }
    if isBroken { return .damaged }
    if slice.isReference { lastFrameNumber = sequence.flatMap { slice.frameNumber(in: $0) } }
    var picture = packet
    picture.isKeyFrame = slice.isKeyFrame
    picture.configuration = configuration
    return .picture(picture)
  }

  private mutating func broken() -> Verdict {
    isBroken = true
    return .damaged
  }

  private mutating func remember(_ new: [ParameterSet]) {
    guard !new.allSatisfy(sets.contains) else { return }
    for set in new {
      if let index = sets.firstIndex(where: { $0.key == set.key }) {
        sets[index] = set
      } else {
        sets.append(set)
      }
    }
    sets.sort { ($0.key.type, $0.key.number) < ($1.key.type, $1.key.number) }
    configuration = ParameterSet.configuration(sets)
    // With several of them, the pictures would have to be asked which one they mean; no camera does that.
    let sequences = sets.filter { codec == .h264 && $0.key.type == 7 }
    sequence = sequences.count == 1 ? H264Sequence(sequences[0].bytes) : nil
    lastFrameNumber = nil
  }

  /// Whether a picture that this one is built on did not come: frame_num counts those pictures.
  private func misses(_ slice: SliceHead) -> Bool {
    guard let sequence, !sequence.mayHaveGaps, let lastFrameNumber,
      let number = slice.frameNumber(in: sequence)
    else { return false }
    return number != lastFrameNumber && number != (lastFrameNumber + 1) % (1 << sequence.frameNumberBits)
  }
}

package import RetakeMedia

/// Makes pictures of the packets that a camera sends in H.264 or HEVC, each as soon as it is there. One thread at a
/// time.
///
/// The packets are those that `CodedStreamWatch` lets through. A picture with damage is not given, nor is any that
/// is built on it: it goes on with the next key frame.
package struct LiveDecoder: ~Copyable {
  private var decoder: VideoDecoder
  private var waitsForKeyFrame = true
  /// Numbers of the packets that are inside, by their stamps.
  private var numbers: [(time: MediaTime, sequence: UInt64)] = []
  private var lastNumber: UInt64?

  /// Pictures that a decoder holds at most before it gives the first of them.
  private static let longestDelay = 16

  /// A decoder for a camera of `format`, whose size and colour its pictures are given in.
  package init(_ codec: VideoCodec, _ format: VideoFormat) throws(CodecError) {
    decoder = try VideoDecoder(live: codec, format)
  }

  /// Decodes a packet and hands the pictures that are ready to `deliver`. False: it is damaged, or cannot be
  /// decoded because another one was, or was left out before it.
  package mutating func decode(_ packet: EncodedPacket, deliver: (VideoFrame) -> Void) -> Bool {
    let isNext = lastNumber.map { packet.sequence == $0 + 1 } ?? true
    lastNumber = packet.sequence
    if packet.isKeyFrame && waitsForKeyFrame || !isNext {
      reset()
      waitsForKeyFrame = !packet.isKeyFrame
    }
    if waitsForKeyFrame { return false }
    do throws(CodecError) {
      numbers.append((packet.presentationTime, packet.sequence))
      if numbers.count > Self.longestDelay { numbers.removeFirst() }
      try decoder.send(Self.bytes(of: packet), at: packet.presentationTime)
      while let frame = try decoder.receive() { deliver(numbered(frame)) }
      return true
    } catch {
      waitsForKeyFrame = true
      return false
    }
  }

  private mutating func reset() {
    decoder.reset()
    numbers = []
  }

  /// A key frame with its parameter sets, which a camera may have sent long before.
  private static func bytes(of packet: EncodedPacket) -> [UInt8] {
    var bytes = packet.isKeyFrame ? packet.configuration : []
    packet.storage.withPlane(0) { bytes.append($0, count: packet.byteCount) }
    return bytes
  }

  private func numbered(_ frame: VideoFrame) -> VideoFrame {
    var frame = frame
    if let entry = numbers.first(where: { $0.time == frame.time }) { frame.sequence = entry.sequence }
    return frame
  }
}

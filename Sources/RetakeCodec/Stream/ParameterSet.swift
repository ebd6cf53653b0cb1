package import RetakeMedia
internal import RetakeRuntime

/// A unit that says how the pictures after it are coded: SPS and PPS of H.264, and VPS of HEVC.
package struct ParameterSet: Hashable, Sendable {
  /// The unit, without its start code.
  package let bytes: [UInt8]
  /// Sets with the same key replace each other.
  let key: Key

  struct Key: Hashable, Sendable {
    var type: UInt8
    var number: Int
  }

  /// The set in `bytes`, which begin with the unit's header.
  init(_ bytes: [UInt8], _ codec: VideoCodec) {
    self.bytes = bytes
    let type = Self.type(bytes[0], codec)
    var reader = BitReader(bytes.prefix(16))
    switch (codec, type) {
    case (.h264, 7): reader.skip(32)  // header, profile, constraints, level
    case (.h264, _): reader.skip(8)
    case (_, 34): reader.skip(16)
    // Video cameras send one VPS and one SPS; their numbers stand behind fields of many lengths.
    default: reader.skip(bytes.count * 8)
    }
    key = Key(type: type, number: reader.unsigned() ?? 0)
  }

  private static func type(_ header: UInt8, _ codec: VideoCodec) -> UInt8 {
    codec == .hevc ? header >> 1 & 0x3F : header & 0x1F
  }

  static func isOne(_ header: UInt8, _ codec: VideoCodec) -> Bool {
    switch codec {
    case .h264: [7, 8].contains(type(header, codec))
    case .hevc: [32, 33, 34].contains(type(header, codec))
    case .mjpeg: false
    }
  }

  /// The parameter sets in `packet` as a packet of their own, without its picture; nil where there are none.
  package static func headers(of packet: EncodedPacket, codec: VideoCodec) -> EncodedPacket? {
    let unit = packet.storage.withPlane(0) { bytes in
      AccessUnit(bytes.extracting(0..<min(packet.byteCount, bytes.byteCount)), codec: codec)
    }
    guard !unit.parameterSets.isEmpty else { return nil }
    let bytes = PacketBytes(configuration(unit.parameterSets), followedBy: RawSpan())
    return EncodedPacket(
      storage: bytes, byteCount: bytes.byteCount, presentationTime: packet.presentationTime,
      isKeyFrame: false,
      sequence: packet.sequence)
  }

  /// Sets as libavcodec keeps a configuration: each behind 00 00 00 01.
  package static func configuration(_ sets: [ParameterSet]) -> [UInt8] {
    sets.flatMap { [0, 0, 0, 1] + $0.bytes }
  }
}

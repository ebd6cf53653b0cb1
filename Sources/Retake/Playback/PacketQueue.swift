internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// Packets of one track that were read and not decoded yet. A value.
struct PacketQueue {
  private var packets = Fifo<DemuxedPacket>()
  /// Bytes of all.
  private(set) var byteCount = 0

  var first: DemuxedPacket? { packets.first }

  mutating func append(_ packet: DemuxedPacket) {
    packets.append(packet)
    byteCount += packet.byteCount
  }

  mutating func popFirst() -> DemuxedPacket? {
    let packet = packets.popFirst()
    byteCount -= packet?.byteCount ?? 0
    return packet
  }

  mutating func clear() { self = PacketQueue() }
}

package import RetakeMedia

/// What stands in front of the picture in a packet of H.264 or HEVC as cameras and encoders send it: Annex B, each
/// unit behind 00 00 01.
package struct AccessUnit: Sendable {
  /// Its parameter sets, in their order.
  package private(set) var parameterSets: [ParameterSet] = []
  /// The beginning of its first slice; nil where it holds no picture.
  package private(set) var slice: SliceHead?

  /// Looks into `packet` up to its first slice.
  package init(_ packet: RawSpan, codec: VideoCodec) {
    var unitStart: Int?
    var index = 0
    while index + 3 < packet.byteCount {
      guard packet.byte(at: index + 2) <= 1 else {
        index += 3
        continue
      }
      guard packet.byte(at: index) == 0, packet.byte(at: index + 1) == 0, packet.byte(at: index + 2) == 1
      else {
        index += 1
        continue
      }
      if let unitStart { keep(packet, unitStart..<index, codec) }
      index += 3
      if SliceHead.isSlice(packet.byte(at: index), codec) {
        slice = SliceHead(packet.bytes(index..<min(index + SliceHead.length, packet.byteCount)), codec)
        return
      }
      unitStart = index
    }
    if let unitStart { keep(packet, unitStart..<packet.byteCount, codec) }
  }

  private mutating func keep(_ packet: RawSpan, _ unit: Range<Int>, _ codec: VideoCodec) {
    guard ParameterSet.isOne(packet.byte(at: unit.lowerBound), codec) else { return }
    // Zeros before the next start code belong to none of the two units.
    var end = unit.upperBound
    while end > unit.lowerBound, packet.byte(at: end - 1) == 0 { end -= 1 }
    guard end > unit.lowerBound else { return }
    parameterSets.append(ParameterSet(packet.bytes(unit.lowerBound..<end), codec))
  }
}

extension [UInt8] {
  /// Adds the first `count` bytes of `bytes`.
  mutating func append(_ bytes: RawSpan, count: Int) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0.prefix(count)) }
  }
}

extension RawSpan {
  fileprivate func byte(at offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  fileprivate func bytes(_ range: Range<Int>) -> [UInt8] {
    range.map { byte(at: $0) }
  }
}

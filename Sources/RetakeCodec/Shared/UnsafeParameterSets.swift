package import RetakeMedia

/// The configuration inside a stream of H.264 or HEVC, for streams that bring none beside it.
package enum ParameterSets {
  /// The parameter sets among the units of `packet` (Annex B: each unit behind 00 00 01), in their order and each
  /// behind 00 00 00 01, as libavcodec keeps a configuration; empty where there are none.
  package static func extract(from packet: RawSpan, codec: VideoCodec) -> [UInt8] {
    var found: [UInt8] = []
    var unitStart: Int?
    var index = 0
    func byte(_ offset: Int) -> UInt8 { unsafe packet.unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
    func keep(_ start: Int, _ end: Int) {
      // Zeros before the next start code belong to none of the two units.
      var end = end
      while end > start, byte(end - 1) == 0 { end -= 1 }
      guard end > start, isParameterSet(byte(start), codec) else { return }
      found += [0, 0, 0, 1]
      for offset in start..<end { found.append(byte(offset)) }
    }
    while index + 3 <= packet.byteCount {
      guard byte(index) == 0, byte(index + 1) == 0, byte(index + 2) == 1 else {
        index += 1
        continue
      }
      if let unitStart { keep(unitStart, index) }
      index += 3
      unitStart = index
    }
    if let unitStart { keep(unitStart, packet.byteCount) }
    return found
  }

  private static func isParameterSet(_ header: UInt8, _ codec: VideoCodec) -> Bool {
    switch codec {
    case .h264: [7, 8].contains(header & 0x1F)
    case .hevc: [32, 33, 34].contains(header >> 1 & 0x3F)
    case .mjpeg: false
    }
  }
}

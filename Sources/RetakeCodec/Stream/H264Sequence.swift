/// What an SPS of H.264 says about the numbers of its pictures (ITU-T H.264, 7.3.2.1.1).
struct H264Sequence: Hashable, Sendable {
  /// Bits of a picture's frame_num.
  let frameNumberBits: Int
  /// Whether the planes of colour are slices of their own.
  let hasSeparatePlanes: Bool
  /// Whether the encoder may leave out numbers.
  let mayHaveGaps: Bool

  /// Profiles with fields for chroma, depth and scaling.
  private static let highProfiles: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// Reads the unit `bytes`; nil where it cannot be.
  init?(_ bytes: [UInt8]) {
    var reader = BitReader(bytes)
    reader.skip(8)
    guard let profile = reader.bits(8) else { return nil }
    reader.skip(16)
    guard reader.unsigned() != nil else { return nil }
    var hasSeparatePlanes = false
    if Self.highProfiles.contains(profile) {
      guard let chroma = reader.unsigned() else { return nil }
      if chroma == 3 { hasSeparatePlanes = reader.flag() ?? false }
      guard reader.unsigned() != nil, reader.unsigned() != nil else { return nil }
      reader.skip(1)
      guard Self.skipScaling(&reader, lists: chroma == 3 ? 12 : 8) else { return nil }
    }
    guard let bits = reader.unsigned(), bits <= 12, let order = reader.unsigned() else { return nil }
    guard Self.skipOrder(&reader, kind: order), reader.unsigned() != nil, let gaps = reader.flag() else {
      return nil
    }
    frameNumberBits = bits + 4
    self.hasSeparatePlanes = hasSeparatePlanes
    mayHaveGaps = gaps
  }

  private static func skipScaling(_ reader: inout BitReader, lists: Int) -> Bool {
    guard let isThere = reader.flag() else { return false }
    guard isThere else { return true }
    for list in 0..<lists {
      guard let isGiven = reader.flag() else { return false }
      guard isGiven else { continue }
      var last = 8
      var next = 8
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 {
          guard let delta = reader.signed() else { return false }
          next = (last + delta + 256) % 256
        }
        last = next == 0 ? last : next
      }
    }
    return true
  }

  /// Leaves out how the order of pictures is coded.
  private static func skipOrder(_ reader: inout BitReader, kind: Int) -> Bool {
    switch kind {
    case 0: return reader.unsigned() != nil
    case 1:
      reader.skip(1)
      guard reader.signed() != nil, reader.signed() != nil, let count = reader.unsigned(), count < 256 else {
        return false
      }
      return (0..<count).allSatisfy { _ in reader.signed() != nil }
    default: return true
    }
  }
}

/// How far a depth camera sees: as many bits of its words as the picture needs. Cameras measure in millimetres, of which
/// a room has some thousands: shown by the upper eight of sixteen bits, it would be black.
///
/// It only grows, so that a scene that changes does not make the picture flicker.
struct DepthRange: Hashable, Sendable {
  /// Bits of the largest depth that is told apart; what is further away is white. At least four metres.
  private(set) var bits = 12

  /// Each so manieth sample of a row and row is looked at.
  private static let step = 4
  /// A share of samples that may be further away: single ones that were measured wrongly.
  private static let share = 50

  /// Grows until all but a fiftieth of the depths in `plane` of `bytes`, little-endian words, are within it.
  mutating func widen(for bytes: RawSpan, at plane: PlanePlace) {
    var beyond = [0, 0, 0, 0]
    var count = 0
    for row in stride(from: 0, to: plane.rows, by: Self.step) {
      for column in stride(from: 0, to: plane.rowBytes / 2, by: Self.step) {
        let word = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: plane.offset + row * plane.stride + 2 * column, as: UInt16.self)
        count += 1
        for extra in 0..<4 where UInt16(littleEndian: word) >> UInt16(12 + extra) != 0 { beyond[extra] += 1 }
      }
    }
    let needed = 12 + (beyond.firstIndex { $0 * Self.share <= count } ?? 4)
    bits = max(bits, needed)
  }
}

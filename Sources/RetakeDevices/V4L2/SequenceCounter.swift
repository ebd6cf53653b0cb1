/// Makes numbers that only grow of a driver's 32-bit ones, and keeps their gaps.
struct SequenceCounter: Sendable {
  private var latest: (driver: UInt32, number: UInt64)?
  /// The number that was given last; 0 before the first.
  var last: UInt64 { latest?.number ?? 0 }
  /// Frames that the driver lost between those that came.
  private(set) var lost: UInt64 = 0
  /// More than this is no loss: the driver began anew.
  private static let largestGap: UInt32 = 10_000

  /// The number of the frame that the driver calls `sequence`. A driver that does not count gets its frames
  /// counted here.
  mutating func number(_ sequence: UInt32) -> UInt64 {
    guard let latest else {
      self.latest = (sequence, 0)
      return 0
    }
    let step = sequence &- latest.driver
    let isStep = step > 0 && step <= Self.largestGap
    let number = latest.number + (isStep ? UInt64(step) : 1)
    if isStep { lost += UInt64(step - 1) }
    self.latest = (sequence, number)
    return number
  }
}

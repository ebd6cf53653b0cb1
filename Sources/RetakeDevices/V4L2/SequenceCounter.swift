/// Makes numbers that only grow of a driver's 32-bit ones, and keeps their gaps.
struct SequenceCounter: Sendable {
  private var last: (driver: UInt32, number: UInt64)?
  /// Frames that the driver lost between those that came.
  private(set) var lost: UInt64 = 0
  /// More than this is no loss: the driver began anew.
  private static let largestGap: UInt32 = 10_000

  /// The number of the frame that the driver calls `sequence`. A driver that does not count gets its frames
  /// counted here.
  mutating func number(_ sequence: UInt32) -> UInt64 {
    guard let last else {
      self.last = (sequence, 0)
      return 0
    }
    let step = sequence &- last.driver
    let isStep = step > 0 && step <= Self.largestGap
    let number = last.number + (isStep ? UInt64(step) : 1)
    if isStep { lost += UInt64(step - 1) }
    self.last = (sequence, number)
    return number
  }
}

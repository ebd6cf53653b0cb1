/// A list of values in which equal neighbours take one place, as the tables of a movie file keep them.
struct RunList<Value: Hashable & Sendable>: Sendable {
  struct Run: Hashable, Sendable {
    var count: UInt32
    var value: Value
  }

  private(set) var runs: [Run] = []

  mutating func append(_ value: Value) {
    if let last = runs.last, last.value == value, last.count < .max {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(count: 1, value: value))
    }
  }
}

extension RunList where Value == UInt32 {
  /// Adds to the last value; false where it becomes too large.
  mutating func extendLast(by extra: UInt32) -> Bool {
    guard let last = runs.last else { return false }
    let (value, overflow) = last.value.addingReportingOverflow(extra)
    guard !overflow else { return false }
    runs[runs.count - 1].count -= 1
    if last.count == 1 { runs.removeLast() }
    append(value)
    return true
  }
}

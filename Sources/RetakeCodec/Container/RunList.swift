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

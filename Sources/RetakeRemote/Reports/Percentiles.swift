/// How measurements spread.
package struct Percentiles: Hashable, Sendable {
  package var median: Double
  package var p95: Double
  package var maximum: Double

  /// Of these measurements, in any order, by the nearest rank: each number is one that was measured. nil
  /// where there are none.
  package init?(of values: some Sequence<Double>) {
    let sorted = values.sorted()
    guard let last = sorted.last else { return nil }
    func rank(_ percent: Int) -> Double {
      sorted[(sorted.count * percent + 99) / 100 - 1]
    }
    median = rank(50)
    p95 = rank(95)
    maximum = last
  }
}

/// The last measurements of one kind, as many as it was made for. A value; used by one thread.
///
/// Adding costs the same always and allocates nothing once the window is full.
package struct SampleWindow: Sendable {
  private let capacity: Int
  private var values: [Double] = []
  /// Where the oldest one stands once the window is full.
  private var oldest = 0

  /// An empty window of the last `capacity` measurements.
  package init(capacity: Int) {
    precondition(capacity > 0, "a window has room")
    self.capacity = capacity
    values.reserveCapacity(capacity)
  }

  /// Adds a measurement; what is no finite number is none.
  package mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    if values.count < capacity {
      values.append(value)
    } else {
      values[oldest] = value
      oldest = (oldest + 1) % capacity
    }
  }

  /// How they spread; nil while there are none. Sorts, so only when it is asked for.
  package var percentiles: Percentiles? {
    Percentiles(of: values)
  }
}

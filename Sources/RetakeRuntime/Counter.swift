internal import Synchronization

/// A number that only grows, such as the drops of one place. Any thread may call.
package final class Counter: Sendable {
  private let value = Atomic<Int>(0)

  /// Starts at zero.
  package init() {}

  /// One more.
  package func increment() {
    value.add(1, ordering: .relaxed)
  }

  /// The number now.
  package var count: Int {
    value.load(ordering: .relaxed)
  }
}

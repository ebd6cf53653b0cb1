package import RetakeMedia

/// A queue between two threads that never holds more than it was allowed, by count and by cost.
///
/// Any thread may call. After `close` nothing more goes in, and what is in still comes out.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct Contents {
    var elements = Fifo<Element>()
    var cost = 0
    var isClosed = false
  }
  private let contents = Monitor(Contents())
  private let maximumCount: Int
  private let maximumCost: Int
  private let cost: @Sendable (Element) -> Int

  /// A queue of at most `count` elements that cost at most `maximumCost` together (one dear element is
  /// always let in, so that it cannot block for ever).
  package init(
    count: Int, cost maximumCost: Int = .max, of cost: @escaping @Sendable (Element) -> Int = { _ in 1 }
  ) {
    self.maximumCount = count
    self.maximumCost = maximumCost
    self.cost = cost
  }

  /// What became of an element that was offered.
  package enum Answer: Sendable {
    /// It is in.
    case accepted
    /// No room; the caller counts a drop.
    case full
    /// Nobody will take it any more.
    case closed
  }

  /// Puts `element` in if there is room; answers at once.
  package func push(_ element: Element) -> Answer {
    let cost = cost(element)
    return contents.withLock { contents in insert(element, cost, into: &contents) }
  }

  /// Puts `element` in as soon as there is room; false if the queue was closed. For a source that can wait.
  package func pushWaiting(_ element: Element) -> Bool {
    let cost = cost(element)
    let answer = contents.wait { contents -> Answer? in
      let answer = insert(element, cost, into: &contents)
      return answer == .full ? nil : answer
    }
    return answer == .accepted
  }

  private func insert(_ element: Element, _ cost: Int, into contents: inout Contents) -> Answer {
    if contents.isClosed { return .closed }
    let hasRoom = contents.elements.count < maximumCount && cost <= maximumCost - contents.cost
    guard hasRoom || contents.elements.count == 0 else { return .full }
    contents.elements.append(element)
    contents.cost += cost
    return .accepted
  }

  /// What a taker gets.
  package enum Taken: Sendable {
    /// The oldest element.
    case element(Element)
    /// None came before the deadline.
    case timedOut
    /// The queue is closed and empty.
    case closed
  }

  /// Takes the oldest element, waiting for one until `deadline` (none: for ever).
  package func take(until deadline: MediaTime? = nil) -> Taken {
    contents.wait(until: deadline) { contents -> Taken? in
      if let element = contents.elements.popFirst() {
        contents.cost -= cost(element)
        return .element(element)
      }
      return contents.isClosed ? .closed : nil
    } ?? .timedOut
  }

  /// Lets nothing more in; what is in still comes out.
  package func close() {
    contents.withLock { $0.isClosed = true }
  }

  /// Elements and their cost that wait now.
  package var load: (count: Int, cost: Int) {
    contents.withLock { ($0.elements.count, $0.cost) }
  }
}
